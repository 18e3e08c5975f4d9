// A Serialbox archive in memory that tests change and write: loaded from a real one or put together by hand. spec/savepoints.md A.6.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "archive/archive.hpp"
#include "archive/checksum.hpp"

namespace icodyn::test {

namespace fs = std::filesystem;

// A folder that disappears with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device seed;
    do path_ = fs::temp_directory_path() / ("icodyn-test-" + std::to_string(seed()));
    while (!fs::create_directory(path_));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct StoredField {
  ElementType type = ElementType::float64;
  std::vector<int> dims;       // first axis fastest
  std::vector<double> values;

  double& operator()(int i, int j = 0, int k = 0) {
    const auto extent = [&](std::size_t axis) { return axis < dims.size() ? static_cast<std::size_t>(dims[axis]) : std::size_t{1}; };
    return values.at(static_cast<std::size_t>(i) + extent(0) * (static_cast<std::size_t>(j) + extent(1) * static_cast<std::size_t>(k)));
  }
  // The horizontal axis made longer, as ICON pads it to nproma; the tail holds `filler`.
  void pad(int nproma, double filler) {
    const auto rows = static_cast<std::size_t>(dims.at(0)), longer = static_cast<std::size_t>(nproma);
    std::vector<double> padded(values.size() / rows * longer, filler);
    for (std::size_t n = 0; n < values.size(); ++n) padded[n % rows + n / rows * longer] = values[n];
    values = padded;
    dims[0] = nproma;
  }
};

struct StoredSavepoint {
  std::string name;
  std::map<std::string, MetaValue> meta;
  std::map<std::string, StoredField> fields;
};

struct StoredArchive {
  std::string prefix = "icon_pydycore_rank0";
  std::string algorithm = "SHA256";
  std::string checksum;  // not empty: written in place of every checksum
  std::vector<StoredSavepoint> savepoints;

  // Savepoints of an archive; `names` empty: all.
  static StoredArchive load(const fs::path& directory, const std::vector<std::string>& names = {}) {
    const Archive from(directory);
    StoredArchive out;
    for (std::size_t s = 0; s < from.savepoints().size(); ++s) {
      const SavepointInfo& info = from.savepoints()[s];
      if (!names.empty() && std::find(names.begin(), names.end(), info.name) == names.end()) continue;
      StoredSavepoint stored{info.name, info.meta, {}};
      for (const auto& field : info.fields) {
        const FieldInfo shape = from.info(field);
        stored.fields[field] = {shape.type, shape.dims, from.read(static_cast<int>(s), field).values};
      }
      out.savepoints.push_back(std::move(stored));
    }
    return out;
  }

  StoredSavepoint& savepoint(const std::string& name) {
    for (auto& s : savepoints)
      if (s.name == name) return s;
    throw std::out_of_range("no savepoint " + name);
  }
  StoredField& field(const std::string& savepoint_name, const std::string& name) { return savepoint(savepoint_name).fields.at(name); }

  void write(const fs::path& directory) const {
    using nlohmann::json;
    json meta = {{"serialbox_version", 263}, {"prefix", prefix}, {"global_meta_info", nullptr}, {"field_map", json::object()}};
    json points = json::array(), lists = json::array(), table = json::object();
    std::map<std::string, std::ofstream> files;
    std::map<std::string, std::uint64_t> sizes;
    std::map<std::string, std::map<std::string, int>> known;  // of each field: checksum -> occurrence
    std::vector<std::vector<unsigned char>> blocks;            // in the order of the loops below
    for (const auto& s : savepoints)
      for (const auto& [name, f] : s.fields) blocks.push_back(encode(f));
    std::vector<ByteSource> sources;
    for (const auto& b : blocks)
      sources.push_back({b.size(), [&b](std::uint64_t at, std::size_t n, unsigned char* to) { std::memcpy(to, b.data() + at, n); }});
    const std::vector<std::string> digests = checksums(algorithm, sources);
    std::size_t next = 0;
    for (const auto& s : savepoints) {
      json keys = json::object(), list = json::object();
      for (const auto& [key, value] : s.meta) keys[key] = std::visit([](const auto& v) { return json{{"type_id", type_id(v)}, {"value", v}}; }, value);
      points.push_back({{"name", s.name}, {"meta_info", s.meta.empty() ? json(nullptr) : keys}});
      for (const auto& [name, f] : s.fields) {
        const json entry = {{"type_id", static_cast<int>(f.type) + 1}, {"dims", f.dims}, {"meta_info", nullptr}};
        if (meta["field_map"].contains(name) && meta["field_map"][name] != entry)
          throw std::logic_error("field " + name + " has two shapes; an archive knows one");
        meta["field_map"][name] = entry;
        const std::vector<unsigned char>& bytes = blocks[next];
        const std::string& digest = digests[next++];
        const auto [it, fresh] = known[name].emplace(digest, static_cast<int>(known[name].size()));
        list[name] = it->second;
        if (!fresh) continue;
        if (!files.count(name)) files[name].open(directory / (prefix + "_" + name + ".dat"), std::ios::binary);
        files[name].write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        table[name].push_back({sizes[name], checksum.empty() ? digest : checksum});
        sizes[name] += bytes.size();
      }
      lists.push_back({{s.name, list.empty() ? json(nullptr) : list}});
    }
    meta["savepoint_vector"] = {{"savepoints", points}, {"fields_per_savepoint", lists}};
    const json archive = {{"serialbox_version", 263}, {"archive_name", "Binary"}, {"archive_version", 0}, {"hash_algorithm", algorithm}, {"fields_table", table}};
    std::ofstream(directory / ("MetaData-" + prefix + ".json")) << meta.dump(1) << "\n";
    std::ofstream(directory / ("ArchiveMetaData-" + prefix + ".json")) << archive.dump(1) << "\n";
  }

 private:
  static int type_id(bool) { return 1; }
  static int type_id(int) { return 2; }
  static int type_id(double) { return 5; }
  static int type_id(const std::string&) { return 6; }

  template <class T>
  static std::vector<unsigned char> encode_as(const StoredField& f) {
    std::vector<unsigned char> bytes(f.values.size() * sizeof(T));
    for (std::size_t n = 0; n < f.values.size(); ++n) {
      const T v = static_cast<T>(f.values[n]);
      std::memcpy(bytes.data() + n * sizeof(T), &v, sizeof(T));
    }
    return bytes;
  }
  static std::vector<unsigned char> encode(const StoredField& f) {
    switch (f.type) {
      case ElementType::boolean: return encode_as<std::uint8_t>(f);
      case ElementType::int32: return encode_as<std::int32_t>(f);
      case ElementType::int64: return encode_as<std::int64_t>(f);
      case ElementType::float32: return encode_as<float>(f);
      default: return encode_as<double>(f);
    }
  }
};

}  // namespace icodyn::test

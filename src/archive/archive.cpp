// Who does what. Serialbox's own library opens the archive, judges its version and gives savepoints, metainfo, types and shapes. Its C
// interface does not tell where a field's bytes lie, so occurrences, offsets and checksums come from the two JSON files. The bytes are
// read here: the library copies each block through a zeroed buffer of its own and reaches 55 % to 88 % of a plain file read in a warm
// page cache, one pread straight into the result 93 % and more (tests/archive/read_rate.cpp measures it); it also does not notice
// a short file, and it loses the field lists behind an empty savepoint.
#include "archive/archive.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "archive/checksum.hpp"
#include "serialbox-c/Serialbox.h"

namespace icodyn {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::size_t bytes_of(ElementType t) {
  switch (t) {
    case ElementType::boolean: return 1;
    case ElementType::int32:
    case ElementType::float32: return 4;
    default: return 8;
  }
}

// Strings and handles of the C interface, freed when they go out of scope.
template <class T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

// The library calls a handler on errors; the one installed here keeps the message until it is asked for.
void check_library(const std::string& where) {
  if (!serialboxStateErrorHandlerHasError()) return;
  const Handle<char> text(serialboxStateErrorHandlerGetErrorMessage(), [](char* p) { std::free(p); });
  const std::string message = text ? text.get() : "unknown error";
  serialboxStateErrorHandlerResetState();
  throw DataError(where + ": Serialbox says: " + message);
}

json parse_json(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw DataError("cannot open '" + file.string() + "'; an archive needs MetaData-PREFIX.json and ArchiveMetaData-PREFIX.json");
  try {
    return json::parse(in);
  } catch (const json::exception& e) {
    throw DataError("'" + file.string() + "' is not valid JSON: " + e.what());
  }
}

// The only prefix in the directory, or the wished one.
std::string find_prefix(const fs::path& directory, const std::string& wished) {
  if (!fs::is_directory(directory))
    throw DataError("archive '" + directory.string() + "' is not a directory; " +
                    (fs::exists(directory.string() + ".tar.xz") ? "it is still packed beside it: run scripts/setup.sh"
                                                                : "give the folder that holds MetaData-PREFIX.json"));
  std::set<std::string> found;
  const std::string head = "MetaData-", tail = ".json";
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(head, 0) == 0 && name.size() > head.size() + tail.size() && entry.path().extension() == tail)
      found.insert(name.substr(head.size(), name.size() - head.size() - tail.size()));
  }
  if (found.empty()) throw DataError("archive '" + directory.string() + "' holds no MetaData-PREFIX.json");
  if (!wished.empty()) {
    if (!found.count(wished))
      throw DataError(fmt::format("archive '{}' has no prefix '{}'; it has: {}", directory.string(), wished, fmt::join(found, ", ")));
    return wished;
  }
  if (found.size() > 1)
    throw UsageError(fmt::format("archive '{}' holds several prefixes ({}); name one with 'archive_prefix'", directory.string(),
                                 fmt::join(found, ", ")));
  return *found.begin();
}

std::optional<double> as_number(const MetaValue& v) {
  if (const auto* b = std::get_if<bool>(&v)) return *b ? 1.0 : 0.0;
  if (const auto* i = std::get_if<int>(&v)) return *i;
  if (const auto* d = std::get_if<double>(&v)) return *d;
  return std::nullopt;
}

bool same_value(const MetaValue& a, const MetaValue& b) {
  const auto x = as_number(a), y = as_number(b);
  if (x && y) return *x == *y;
  return to_string(a) == to_string(b);
}

// A file that is open for reading.
class File {
 public:
  explicit File(fs::path path) : path_(std::move(path)), handle_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (handle_ < 0) throw DataError(fmt::format("cannot open '{}': {}", path_.string(), std::strerror(errno)));
  }
  ~File() { ::close(handle_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  void read(std::uint64_t offset, std::size_t count, void* to) const {
    auto* at = static_cast<char*>(to);
    while (count > 0) {
      const ssize_t got = ::pread(handle_, at, count, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw DataError(fmt::format("cannot read '{}' at byte {}: {}", path_.string(), offset, std::strerror(errno)));
      if (got == 0) throw DataError(fmt::format("'{}' ends at byte {}, {} more are needed", path_.string(), offset, count));
      at += got;
      offset += static_cast<std::uint64_t>(got);
      count -= static_cast<std::size_t>(got);
    }
  }

 private:
  fs::path path_;
  int handle_;
};

}  // namespace

std::string to_string(const MetaValue& v) {
  if (const auto* b = std::get_if<bool>(&v)) return *b ? "true" : "false";
  if (const auto* i = std::get_if<int>(&v)) return std::to_string(*i);
  if (const auto* d = std::get_if<double>(&v)) return fmt::format("{}", *d);
  return std::get<std::string>(v);
}

const char* name_of(ElementType t) {
  switch (t) {
    case ElementType::boolean: return "bool";
    case ElementType::int32: return "int32";
    case ElementType::int64: return "int64";
    case ElementType::float32: return "float32";
    default: return "float64";
  }
}

std::string label(const SavepointInfo& s) {
  std::string out = s.name;
  const char* separator = "[";
  for (const auto& [key, value] : s.meta) {
    out += separator + key + "=" + to_string(value);
    separator = ", ";
  }
  return s.meta.empty() ? out : out + "]";
}

struct Archive::Impl {
  struct Block {
    std::uint64_t offset;
    std::string checksum;
    bool checked = false;
    std::string wrong = {};  // the checksum of the bytes where it is not the one above
  };
  fs::path directory;
  std::string prefix, algorithm;
  std::vector<SavepointInfo> savepoints;
  std::vector<std::map<std::string, int>> occurrences;  // of each savepoint: field -> position in blocks[field]
  std::map<std::string, FieldInfo> fields;
  std::map<std::string, std::vector<Block>> blocks;  // several savepoints may share a block
  std::set<std::string> without_checksum;            // fields that were warned about
  bool skip_checksums = false;

  fs::path meta_file() const { return directory / ("MetaData-" + prefix + ".json"); }
  fs::path offset_file() const { return directory / ("ArchiveMetaData-" + prefix + ".json"); }
  fs::path data_file(const std::string& field) const { return directory / (prefix + "_" + field + ".dat"); }
  std::string place(int savepoint, const std::string& field) const {
    const auto s = static_cast<std::size_t>(savepoint);
    return fmt::format("field '{}' of savepoint {} in '{}'", field, label(savepoints.at(s)),
                       occurrences.at(s).count(field) ? data_file(field).string() : meta_file().string());
  }
  std::uint64_t count(const std::string& field) const {
    std::uint64_t n = 1;
    for (int d : fields.at(field).dims) n *= static_cast<std::uint64_t>(d);
    return n;
  }
  std::uint64_t block_bytes(const std::string& field) const { return count(field) * bytes_of(fields.at(field).type); }

  void read_with_library();
  void read_field_lists(const json& meta);
  void read_offsets();
  void check_files() const;
  void verify(int savepoint);
};

// Savepoints with metainfo, and the type and shape of every field.
void Archive::Impl::read_with_library() {
  serialboxInstallFatalErrorHandler(serialboxStateErrorHandler);
  const std::string here = "'" + meta_file().string() + "'";
  // "Mock" makes the library leave the data alone: as "Binary" it refuses every archive with MD5 checksums where it was built
  // without OpenSSL, as in the wheel.
  const Handle<serialboxSerializer_t> serializer(serialboxSerializerCreate(Read, directory.c_str(), prefix.c_str(), "Mock"),
                                                 serialboxSerializerDestroy);
  check_library("cannot read " + here);

  const int n = serialboxSerializerGetNumSavepoints(serializer.get());
  serialboxSavepoint_t** list = serialboxSerializerGetSavepointVector(serializer.get());
  for (int i = 0; i < n; ++i) {
    SavepointInfo s;
    s.name = serialboxSavepointGetName(list[i]);
    const Handle<serialboxMetainfo_t> meta(serialboxSavepointGetMetainfo(list[i]), serialboxMetainfoDestroy);
    const Handle<serialboxMetainfoElementInfo_t> keys(serialboxMetainfoCreateElementInfo(meta.get()), serialboxMetainfoDestroyElementInfo);
    for (int k = 0; k < keys->len; ++k) {
      const char* key = keys->keys[k];
      switch (keys->types[k]) {
        case Boolean: s.meta[key] = serialboxMetainfoGetBoolean(meta.get(), key) != 0; break;
        case Int32: s.meta[key] = static_cast<int>(serialboxMetainfoGetInt32(meta.get(), key)); break;
        case Int64: {
          const auto v = serialboxMetainfoGetInt64(meta.get(), key);
          s.meta[key] = v >= INT_MIN && v <= INT_MAX ? MetaValue(static_cast<int>(v)) : MetaValue(static_cast<double>(v));
          break;
        }
        case Float32: s.meta[key] = static_cast<double>(serialboxMetainfoGetFloat32(meta.get(), key)); break;
        case Float64: s.meta[key] = static_cast<double>(serialboxMetainfoGetFloat64(meta.get(), key)); break;
        case String: {
          const Handle<char> text(serialboxMetainfoGetString(meta.get(), key), [](char* p) { std::free(p); });
          s.meta[key] = std::string(text ? text.get() : "");
          break;
        }
        default: break;  // arrays: ICON identifies no savepoint by one
      }
    }
    savepoints.push_back(std::move(s));
  }
  serialboxSerializerDestroySavepointVector(list, n);
  check_library("cannot list the savepoints of " + here);

  const Handle<serialboxArrayOfString_t> names(serialboxSerializerGetFieldnames(serializer.get()), [](serialboxArrayOfString_t* a) {
    for (int i = 0; i < a->len; ++i) {  // the library's own Destroy forgets the strings
      std::free(a->data[i]);
      a->data[i] = nullptr;
    }
    serialboxArrayOfStringDestroy(a);
  });
  for (int i = 0; i < names->len; ++i) {
    const std::string name = names->data[i];
    const Handle<serialboxFieldMetainfo_t> info(serialboxSerializerGetFieldMetainfo(serializer.get(), name.c_str()),
                                                serialboxFieldMetainfoDestroy);
    check_library("cannot read the shape of field '" + name + "' in " + here);
    FieldInfo f{};
    switch (const int type = serialboxFieldMetainfoGetTypeID(info.get())) {
      case Boolean: f.type = ElementType::boolean; break;
      case Int32: f.type = ElementType::int32; break;
      case Int64: f.type = ElementType::int64; break;
      case Float32: f.type = ElementType::float32; break;
      case Float64: f.type = ElementType::float64; break;
      default: throw DataError(fmt::format("'{}': field '{}' has the unknown type_id {}", meta_file().string(), name, type));
    }
    const int* dims = serialboxFieldMetainfoGetDimensions(info.get());
    f.dims.assign(dims, dims + serialboxFieldMetainfoGetNumDimensions(info.get()));
    double elements = 1;
    for (int d : f.dims) {
      if (d < 1) throw DataError(fmt::format("'{}': field '{}' has the dimension {}", meta_file().string(), name, d));
      elements *= d;
    }
    if (elements > 1e15) throw DataError(fmt::format("'{}': field '{}' has {:g} values", meta_file().string(), name, elements));
    fields.emplace(name, std::move(f));
  }
}

// Which occurrence of each field belongs to each savepoint.
void Archive::Impl::read_field_lists(const json& meta) {
  try {
    const json& lists = meta.at("savepoint_vector").at("fields_per_savepoint");
    if (lists.size() != savepoints.size())
      throw DataError(fmt::format("'{}': {} savepoints but {} field lists", meta_file().string(), savepoints.size(), lists.size()));
    occurrences.resize(savepoints.size());
    for (std::size_t i = 0; i < lists.size(); ++i)
      for (const auto& [name, table] : lists[i].items())  // one entry, the savepoint's name; null where nothing was written
        for (const auto& [field, occurrence] : table.items()) {
          if (!fields.count(field))
            throw DataError(fmt::format("'{}': savepoint {} lists the field '{}', which field_map does not have", meta_file().string(),
                                        label(savepoints[i]), field));
          occurrences[i][field] = occurrence.get<int>();
          savepoints[i].fields.push_back(field);
        }
  } catch (const json::exception& e) {
    throw DataError("'" + meta_file().string() + "' does not have the layout of a Serialbox archive: " + e.what());
  }
}

void Archive::Impl::read_offsets() {
  const json meta = parse_json(offset_file());
  try {
    if (const auto kind = meta.at("archive_name").get<std::string>(); kind != "Binary")
      throw DataError(fmt::format("'{}': archive type '{}' is not supported; write the archive as Binary", offset_file().string(), kind));
    if (const int version = meta.value("archive_version", 0); version != 0)
      throw DataError(fmt::format("'{}': version {} of the Binary format is unknown; 0 is supported", offset_file().string(), version));
    algorithm = meta.value("hash_algorithm", "");
    for (const auto& [field, table] : meta.at("fields_table").items())
      for (const auto& entry : table) blocks[field].push_back({entry.at(0).get<std::uint64_t>(), entry.at(1).get<std::string>()});
  } catch (const json::exception& e) {
    throw DataError("'" + offset_file().string() + "' does not have the layout of a Serialbox archive: " + e.what());
  }
  if (!algorithm.empty() && !known_checksum(algorithm))
    throw DataError(fmt::format("'{}': hash_algorithm '{}' is unknown; SHA256 and MD5 are supported", offset_file().string(), algorithm));
  for (std::size_t i = 0; i < savepoints.size(); ++i)
    for (const auto& [field, occurrence] : occurrences[i]) {
      const auto it = blocks.find(field);
      if (it == blocks.end() || occurrence < 0 || occurrence >= static_cast<int>(it->second.size()))
        throw DataError(fmt::format("'{}' has no offset for {}", offset_file().string(), place(static_cast<int>(i), field)));
    }
}

// Every block lies within its file. Serialbox would hand out what a buffer happens to hold.
void Archive::Impl::check_files() const {
  for (std::size_t i = 0; i < savepoints.size(); ++i)
    for (const auto& [field, occurrence] : occurrences[i]) {
      const fs::path file = data_file(field);
      std::error_code error;
      const std::uint64_t size = fs::file_size(file, error);
      if (error)
        throw DataError(fmt::format("cannot open the data file of {}: {}", place(static_cast<int>(i), field), error.message()));
      const Block& b = blocks.at(field)[static_cast<std::size_t>(occurrence)];
      if (b.offset > size || block_bytes(field) > size - b.offset)
        throw DataError(fmt::format("{}: the file is too short: {} bytes at offset {} are needed, it has {}; copy the archive again",
                                    place(static_cast<int>(i), field), block_bytes(field), b.offset, size));
    }
}

// Throws where a block of the savepoint does not have its checksum. The hash is fast only on many blocks at a time, so what is not checked
// yet of this savepoint and of those behind it is hashed together, up to a limit.
void Archive::Impl::verify(int savepoint) {
  if (skip_checksums) return;
  const auto here = static_cast<std::size_t>(savepoint);
  constexpr std::uint64_t limit = 256u << 20;
  std::vector<std::pair<std::string, Block*>> hashed;
  std::map<std::string, std::unique_ptr<File>> files;
  std::vector<ByteSource> sources;
  std::uint64_t bytes = 0;
  for (std::size_t s = here; s < savepoints.size(); ++s) {
    if (s > here && (sources.empty() || bytes > limit)) break;
    for (const auto& [field, occurrence] : occurrences.at(s)) {
      Block& block = blocks.at(field)[static_cast<std::size_t>(occurrence)];
      if (block.checked) continue;
      block.checked = true;
      if (algorithm.empty() || !looks_like_checksum(algorithm, block.checksum)) {
        if (without_checksum.insert(field).second)
          spdlog::warn("archive '{}': field '{}' has no checksum ('{}'), so a changed byte in it would go unnoticed", directory.string(), field,
                       block.checksum);
        continue;
      }
      hashed.emplace_back(field, &block);
      auto& handle = files[field];
      if (!handle) handle = std::make_unique<File>(data_file(field));
      sources.push_back({block_bytes(field), [file = handle.get(), start = block.offset](std::uint64_t at, std::size_t n, unsigned char* to) {
                           file->read(start + at, n, to);
                         }});
      bytes += sources.back().length;
    }
  }
  const std::vector<std::string> digests = checksums(algorithm, sources);
  for (std::size_t i = 0; i < hashed.size(); ++i) {
    Block& block = *hashed[i].second;
    if (same_checksum(digests[i], block.checksum)) continue;
    if (algorithm == "SHA256" && same_checksum(standard_sha256(sources[i]), block.checksum)) continue;
    block.wrong = digests[i];
  }
  for (const auto& [field, occurrence] : occurrences.at(here))
    if (const Block& block = blocks.at(field)[static_cast<std::size_t>(occurrence)]; !block.wrong.empty())
      throw DataError(fmt::format("{}: wrong checksum: the {} bytes at offset {} have the {} {}, the archive says {}; the data were changed, "
                                  "copy the archive again", place(savepoint, field), block_bytes(field), block.offset, algorithm, block.wrong,
                                  block.checksum));
}

Archive::Archive(const fs::path& directory, const std::string& prefix) : impl_(std::make_unique<Impl>()) {
  impl_->directory = directory;
  impl_->prefix = find_prefix(directory, prefix);
  const json meta = parse_json(impl_->meta_file());  // first: what the library says about bad JSON does not name the file
  impl_->read_with_library();
  impl_->read_field_lists(meta);
  impl_->read_offsets();
  impl_->check_files();
  const char* skip = std::getenv("ICODYN_SKIP_CHECKSUMS");
  impl_->skip_checksums = skip && std::string(skip) == "1";
  if (impl_->skip_checksums) spdlog::warn("archive '{}': checksums are not verified (ICODYN_SKIP_CHECKSUMS=1)", directory.string());
}
Archive::~Archive() = default;
Archive::Archive(Archive&&) noexcept = default;

const fs::path& Archive::directory() const { return impl_->directory; }
const std::string& Archive::prefix() const { return impl_->prefix; }
const std::vector<SavepointInfo>& Archive::savepoints() const { return impl_->savepoints; }

std::vector<int> Archive::find(const std::string& name, const std::map<std::string, MetaValue>& keys) const {
  std::vector<int> out;
  for (std::size_t i = 0; i < impl_->savepoints.size(); ++i) {
    const SavepointInfo& s = impl_->savepoints[i];
    const auto agrees = [&](const auto& wanted) {
      const auto it = s.meta.find(wanted.first);
      return it != s.meta.end() && same_value(it->second, wanted.second);
    };
    if (s.name == name && std::all_of(keys.begin(), keys.end(), agrees)) out.push_back(static_cast<int>(i));
  }
  return out;
}

int Archive::find_one(const std::string& name, const std::map<std::string, MetaValue>& keys) const {
  const auto found = find(name, keys);
  if (found.size() == 1) return found.front();
  const std::string wanted = label({name, keys, {}});
  std::string near;
  const auto candidates = found.empty() ? find(name) : found;
  for (std::size_t i = 0; i < std::min<std::size_t>(candidates.size(), 8); ++i)
    near += "\n  " + label(impl_->savepoints[static_cast<std::size_t>(candidates[i])]);
  if (candidates.size() > 8) near += fmt::format("\n  and {} more", candidates.size() - 8);
  throw DataError(fmt::format("archive '{}': savepoint {} {}{}", impl_->directory.string(), wanted,
                              found.empty() ? "is missing" : "is ambiguous",
                              near.empty() ? std::string("; there is none of this name") : "; there are:" + near));
}

bool Archive::has(int savepoint, const std::string& field) const {
  return impl_->occurrences.at(static_cast<std::size_t>(savepoint)).count(field) != 0;
}

std::string Archive::place(int savepoint, const std::string& field) const { return impl_->place(savepoint, field); }

FieldInfo Archive::info(const std::string& field) const {
  const auto it = impl_->fields.find(field);
  if (it == impl_->fields.end()) throw DataError("archive '" + impl_->directory.string() + "' has no field '" + field + "'");
  return it->second;
}

RawField Archive::read(int savepoint, const std::string& field) const {
  Impl& a = *impl_;
  const auto& here = a.occurrences.at(static_cast<std::size_t>(savepoint));
  const auto occurrence = here.find(field);
  if (occurrence == here.end()) throw DataError(a.place(savepoint, field) + " is missing");
  a.verify(savepoint);
  const FieldInfo& f = a.fields.at(field);
  const std::uint64_t offset = a.blocks.at(field)[static_cast<std::size_t>(occurrence->second)].offset;
  const auto n = static_cast<std::size_t>(a.count(field));
  const File file(a.data_file(field));

  RawField out;
  std::copy_if(f.dims.begin(), f.dims.end(), std::back_inserter(out.dims), [](int d) { return d != 1; });
  out.values.resize(n);
  if (f.type == ElementType::float64) {
    file.read(offset, n * sizeof(double), out.values.data());
    return out;
  }
  const auto convert = [&](auto zero) {
    std::vector<decltype(zero)> stored(n);
    file.read(offset, n * sizeof zero, stored.data());
    std::copy(stored.begin(), stored.end(), out.values.begin());
  };
  switch (f.type) {
    case ElementType::boolean: convert(std::uint8_t{}); break;
    case ElementType::int32: convert(std::int32_t{}); break;
    case ElementType::int64: convert(std::int64_t{}); break;
    default: convert(float{}); break;
  }
  return out;
}

std::optional<double> Archive::number(int savepoint, const std::string& name) const {
  const auto& meta = impl_->savepoints.at(static_cast<std::size_t>(savepoint)).meta;
  if (const auto it = meta.find(name); it != meta.end())
    if (const auto v = as_number(it->second)) return v;
  if (!has(savepoint, name)) return std::nullopt;
  const RawField f = read(savepoint, name);
  if (f.values.size() != 1) return std::nullopt;
  return f.values[0];
}

}  // namespace icodyn

#include "archive/archive.hpp"

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "archive/expect_data_error.hpp"
#include "serialbox-c/Serialbox.h"
#include "support/archive_writer.hpp"

namespace icodyn::test {
namespace {

// Two savepoints of the same name with one field each of every type; `x` differs, `same` is stored once.
StoredArchive small() {
  StoredArchive a;
  for (int n : {1, 2}) {
    StoredSavepoint s{"point", {{"istep", n}, {"date", std::string("2026-01-01T00:00:0") + std::to_string(n) + ".000"}, {"linit", n == 1}, {"dtime", 0.5 * n}}, {}};
    s.fields["x"] = {ElementType::float64, {3, 2, 1}, {1.5 * n, 2, 3, 4, 5, -6.25}};
    s.fields["same"] = {ElementType::int32, {4}, {7, -8, 0, 9}};
    s.fields["flag"] = {ElementType::boolean, {2}, {1, 0}};
    s.fields["single"] = {ElementType::float32, {1, 2}, {0.5, 0.25}};
    s.fields["big"] = {ElementType::int64, {1}, {4294967297.0 * n}};
    a.savepoints.push_back(std::move(s));
  }
  return a;
}

class archive : public testing::Test {
 protected:
  TemporaryFolder folder;
  fs::path dir() const { return folder.path(); }
  fs::path file(const std::string& field) const { return dir() / ("icon_pydycore_rank0_" + field + ".dat"); }
  std::string text(const char* name) const {
    std::ostringstream out;
    out << std::ifstream(dir() / name).rdbuf();
    return out.str();
  }
  void replace_in(const char* name, const std::string& from, const std::string& to) const {
    std::string all = text(name);
    const auto at = all.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    std::ofstream(dir() / name) << all.replace(at, from.size(), to);
  }
  void flip_bit(const fs::path& path, std::streamoff byte) const {
    std::fstream f(path, std::ios::in | std::ios::out | std::ios::binary);
    f.seekg(byte);
    const char c = static_cast<char>(f.get() ^ 1);
    f.seekp(byte);
    f.put(c);
  }
};
constexpr const char* meta_json = "MetaData-icon_pydycore_rank0.json";
constexpr const char* offset_json = "ArchiveMetaData-icon_pydycore_rank0.json";

TEST_F(archive, every_type_is_read_and_unit_axes_are_dropped) {
  small().write(dir());
  const Archive a(dir());
  EXPECT_EQ(a.prefix(), "icon_pydycore_rank0");
  ASSERT_EQ(a.savepoints().size(), 2u);
  const RawField x = a.read(1, "x");
  EXPECT_EQ(x.dims, (std::vector<int>{3, 2}));
  EXPECT_EQ(x.values, (std::vector<double>{3, 2, 3, 4, 5, -6.25}));
  EXPECT_EQ(a.info("x").dims, (std::vector<int>{3, 2, 1}));
  EXPECT_EQ(a.read(1, "same").values, (std::vector<double>{7, -8, 0, 9}));
  EXPECT_EQ(a.read(0, "flag").values, (std::vector<double>{1, 0}));
  EXPECT_EQ(a.read(0, "single").values, (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(a.read(1, "big").values, (std::vector<double>{8589934594.0}));
  EXPECT_EQ(a.savepoints()[0].fields, (std::vector<std::string>{"big", "flag", "same", "single", "x"}));
}

TEST_F(archive, savepoints_are_told_apart_by_metainfo_compared_by_value) {
  small().write(dir());
  const Archive a(dir());
  EXPECT_EQ(a.find_one("point", {{"istep", 2}}), 1);
  EXPECT_EQ(a.find_one("point", {{"istep", 2.0}}), 1);
  EXPECT_EQ(a.find_one("point", {{"linit", 1}}), 0);
  EXPECT_EQ(a.find_one("point", {{"linit", false}, {"dtime", 1}}), 1);
  EXPECT_EQ(a.find_one("point", {{"date", std::string("2026-01-01T00:00:01.000")}}), 0);
  EXPECT_EQ(a.find("point").size(), 2u);
  EXPECT_TRUE(a.find("point", {{"other", 1}}).empty());
  EXPECT_EQ(a.number(1, "dtime"), 1.0);
  EXPECT_EQ(a.number(1, "big"), 8589934594.0);
  EXPECT_FALSE(a.number(1, "nothing").has_value());
}

TEST_F(archive, ambiguous_savepoint_is_reported_with_the_candidates) {
  small().write(dir());
  expect_data_error([&] { Archive(dir()).find_one("point"); }, {dir().string(), "point", "ambiguous", "istep=1", "istep=2"});
}

TEST_F(archive, missing_savepoint_is_reported_with_what_comes_near) {
  small().write(dir());
  expect_data_error([&] { Archive(dir()).find_one("point", {{"istep", 3}}); }, {dir().string(), "istep=3", "missing", "istep=2"});
  expect_data_error([&] { Archive(dir()).find_one("nowhere"); }, {"nowhere", "missing"});
}

TEST_F(archive, missing_field_is_reported_with_its_savepoint) {
  small().write(dir());
  expect_data_error([&] { Archive(dir()).read(0, "y"); }, {dir().string(), "'y'", "point[", "istep=1", "missing"});
}

TEST_F(archive, truncated_dat_is_reported_when_opened) {
  small().write(dir());
  fs::resize_file(file("x"), fs::file_size(file("x")) - 1);
  expect_data_error([&] { Archive{dir()}; }, {file("x").string(), "'x'", "istep=2", "too short"});
}

TEST_F(archive, missing_dat_is_reported_when_opened) {
  small().write(dir());
  fs::remove(file("flag"));
  expect_data_error([&] { Archive{dir()}; }, {file("flag").string(), "'flag'", "istep=1"});
}

TEST_F(archive, flipped_bit_is_reported) {
  small().write(dir());
  flip_bit(file("x"), 48 + 17);  // in the second block
  const Archive a(dir());
  EXPECT_EQ(a.read(0, "x").values.size(), 6u);
  for (int again = 0; again < 2; ++again)
    expect_data_error([&] { a.read(1, "x"); }, {file("x").string(), "'x'", "istep=2", "checksum"});
}

TEST_F(archive, flipped_bit_is_reported_with_md5) {
  StoredArchive s = small();
  s.algorithm = "MD5";
  s.write(dir());
  EXPECT_EQ(Archive(dir()).read(0, "x").values.size(), 6u);
  flip_bit(file("x"), 3);
  expect_data_error([&] { Archive(dir()).read(0, "x"); }, {file("x").string(), "'x'", "MD5"});
}

TEST_F(archive, flipped_bit_in_a_block_that_two_savepoints_share_is_reported_for_both) {
  small().write(dir());
  flip_bit(file("same"), 0);
  for (int s : {0, 1}) expect_data_error([&] { Archive(dir()).read(s, "same"); }, {file("same").string(), "'same'"});
}

TEST_F(archive, checksum_that_was_written_by_hand_is_warned_about_once) {
  StoredArchive s = small();
  s.checksum = "0";
  s.write(dir());
  std::ostringstream log;
  const auto before = spdlog::default_logger();
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_mt>(log)));
  const Archive a(dir());
  for (int i : {0, 1, 0}) EXPECT_EQ(a.read(i, "x").values.size(), 6u);
  spdlog::set_default_logger(before);
  const std::string text = log.str();
  const auto first = text.find("field 'x' has no checksum");
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("field 'x' has no checksum", first + 1), std::string::npos) << text;
}

TEST_F(archive, standard_sha256_is_accepted_as_well) {
  StoredArchive s;
  s.savepoints.push_back({"point", {}, {{"x", {ElementType::float64, {2}, {0, 0}}}}});
  s.checksum = "374708FFF7719DD5979EC875D56CD2286F6D3CF7EC317A3B25632AAB28EC37BB";  // of 16 zero bytes
  s.write(dir());
  EXPECT_EQ(Archive(dir()).read(0, "x").values, (std::vector<double>{0, 0}));
}

TEST_F(archive, empty_savepoint_does_not_lose_the_fields_of_later_ones) {
  StoredArchive s = small();
  s.savepoints.insert(s.savepoints.begin() + 1, {"empty", {}, {}});
  s.write(dir());
  const Archive a(dir());
  ASSERT_EQ(a.savepoints().size(), 3u);
  EXPECT_TRUE(a.savepoints()[1].fields.empty());
  EXPECT_EQ(a.read(2, "x").values[0], 3.0);
}

TEST_F(archive, bad_json_is_reported_with_its_file) {
  small().write(dir());
  for (const char* name : {meta_json, offset_json}) {
    const std::string good = text(name);
    std::ofstream(dir() / name) << good.substr(0, good.size() / 2);
    expect_data_error([&] { Archive{dir()}; }, {name});
    std::ofstream(dir() / name) << "[1, 2]";
    expect_data_error([&] { Archive{dir()}; }, {dir().string()});
    std::ofstream(dir() / name) << "";
    expect_data_error([&] { Archive{dir()}; }, {name});
    std::ofstream(dir() / name) << good;
  }
}

TEST_F(archive, contradictory_metadata_is_reported) {
  const std::vector<std::pair<const char*, std::pair<std::string, std::string>>> faults = {
      {meta_json, {"\"prefix\": \"icon_pydycore_rank0\"", "\"prefix\": \"other\""}},
      {meta_json, {"\"serialbox_version\": 263", "\"serialbox_version\": 999"}},
      {meta_json, {"\"dims\": [\n    3", "\"dims\": [\n    -3"}},
      {meta_json, {"\"dims\": [\n    3", "\"dims\": [\n    30000"}},
      {meta_json, {"\"type_id\": 3", "\"type_id\": 77"}},
      {meta_json, {"\"same\": 0", "\"same\": 5"}},
      {meta_json, {"\"same\": 0", "\"unknown\": 0"}},
      {meta_json, {"\"same\": 0", "\"same\": \"zero\""}},
      {meta_json, {"\"savepoint_vector\"", "\"savepoints\""}},
      {offset_json, {"\"archive_name\": \"Binary\"", "\"archive_name\": \"NetCDF\""}},
      {offset_json, {"\"archive_version\": 0", "\"archive_version\": 4"}},
      {offset_json, {"\"hash_algorithm\": \"SHA256\"", "\"hash_algorithm\": \"CRC\""}},
      {offset_json, {"\"fields_table\"", "\"table\""}},
      {offset_json, {"\"x\": [\n   [\n    0", "\"x\": [\n   [\n    -8"}},
      {offset_json, {"\"x\": [\n   [\n    0", "\"x\": [\n   [\n    99999999999"}},
  };
  for (const auto& [name, change] : faults) {
    SCOPED_TRACE(change.second);
    for (const auto& entry : fs::directory_iterator(dir())) fs::remove(entry.path());
    small().write(dir());
    replace_in(name, change.first, change.second);
    expect_data_error([&] { Archive{dir()}; }, {dir().string()});
  }
}

TEST_F(archive, missing_directory_or_prefix_is_reported) {
  expect_data_error([&] { Archive(dir() / "nowhere"); }, {"nowhere", "directory"});
  expect_data_error([&] { Archive{dir()}; }, {dir().string(), "MetaData-"});
  small().write(dir());
  expect_data_error([&] { Archive(dir(), "other_rank0"); }, {dir().string(), "other_rank0", "icon_pydycore_rank0"});
}

TEST_F(archive, of_several_prefixes_one_must_be_chosen) {
  StoredArchive s = small();
  s.write(dir());
  s.prefix = "icon_pydycore_rank1";
  s.field("point", "x").values[0] = 99;
  s.write(dir());
  try {
    Archive{dir()};
    ADD_FAILURE() << "no error";
  } catch (const UsageError& e) {
    EXPECT_NE(std::string(e.what()).find("icon_pydycore_rank1"), std::string::npos);
  }
  EXPECT_EQ(Archive(dir(), "icon_pydycore_rank1").read(0, "x").values[0], 99);
}

TEST_F(archive, checks_can_be_switched_off) {
  small().write(dir());
  flip_bit(file("x"), 0);
  setenv("ICODYN_SKIP_CHECKSUMS", "1", 1);
  const Archive a(dir());
  unsetenv("ICODYN_SKIP_CHECKSUMS");
  EXPECT_EQ(a.read(0, "x").values.size(), 6u);
}

// Our own path to the bytes against the library's, on a real archive.
TEST(real_archive, bytes_agree_with_what_serialbox_reads) {
  const fs::path dir = fs::path(ICODYN_DATA_DIR) / "jw_r02b01";
  const Archive a(dir);
  serialboxInstallFatalErrorHandler(serialboxStateErrorHandler);
  serialboxSerializer_t* serializer = serialboxSerializerCreate(Read, dir.c_str(), a.prefix().c_str(), "Binary");
  ASSERT_FALSE(serialboxStateErrorHandlerHasError());
  serialboxSavepoint_t** points = serialboxSerializerGetSavepointVector(serializer);
  for (std::size_t s = 0; s < a.savepoints().size(); ++s)
    for (const auto& field : a.savepoints()[s].fields) {
      const FieldInfo info = a.info(field);
      const RawField ours = a.read(static_cast<int>(s), field);
      std::vector<int> strides;
      int n = 1;
      for (int d : info.dims) {
        strides.push_back(n);
        n *= d;
      }
      std::vector<double> wide(static_cast<std::size_t>(n));
      serialboxSerializerRead(serializer, field.c_str(), points[s], wide.data(), strides.data(), static_cast<int>(strides.size()));
      ASSERT_FALSE(serialboxStateErrorHandlerHasError()) << field;
      if (info.type == ElementType::int32) {
        const auto* narrow = reinterpret_cast<const std::int32_t*>(wide.data());
        ASSERT_EQ(ours.values, std::vector<double>(narrow, narrow + n)) << field;
      } else if (info.type == ElementType::float64) {
        ASSERT_EQ(std::memcmp(ours.values.data(), wide.data(), wide.size() * sizeof(double)), 0) << field;
      }
    }
  serialboxSerializerDestroySavepointVector(points, static_cast<int>(a.savepoints().size()));
  serialboxSerializerDestroy(serializer);
}

}  // namespace
}  // namespace icodyn::test

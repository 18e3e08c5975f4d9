// A Serialbox archive, read with the Serialbox C++ library, with the checks that the library does not make.
//
// Checked when opened: both JSON files, every offset and length against the size of the .dat file. Checked when the first field of a
// savepoint is read: the checksums of all its blocks (each block once; ICODYN_SKIP_CHECKSUMS=1 in the environment leaves that out). Every
// failure is a DataError that names file, savepoint and field. spec/savepoints.md part A describes the format.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/error.hpp"

namespace icodyn {

using MetaValue = std::variant<bool, int, double, std::string>;
std::string to_string(const MetaValue& v);

enum class ElementType { boolean, int32, int64, float32, float64 };
const char* name_of(ElementType t);

struct SavepointInfo {
  std::string name;
  std::map<std::string, MetaValue> meta;
  std::vector<std::string> fields;  // in alphabetical order
};
// "solve-nonhydro-init[date=..., istep=1]"
std::string label(const SavepointInfo& s);

struct FieldInfo {
  ElementType type;
  std::vector<int> dims;  // as stored, first axis fastest in memory, unit axes included
};

// One field of one savepoint: unit axes removed, first axis fastest, converted to double (bool: 0 or 1).
struct RawField {
  std::vector<int> dims;
  std::vector<double> values;
};

class Archive {
 public:
  // prefix empty: the only prefix in the directory; several: UsageError that lists them.
  explicit Archive(const std::filesystem::path& directory, const std::string& prefix = "");
  ~Archive();
  Archive(Archive&&) noexcept;

  const std::filesystem::path& directory() const;
  const std::string& prefix() const;
  const std::vector<SavepointInfo>& savepoints() const;

  // Indices of all savepoints with this name whose metainfo agrees with every given key. Values compare by value, not by type
  // (1 == true == 1.0 == "1"); a key that the savepoint does not have does not agree.
  std::vector<int> find(const std::string& name, const std::map<std::string, MetaValue>& keys = {}) const;
  // Exactly one; DataError otherwise, with the savepoints that come near.
  int find_one(const std::string& name, const std::map<std::string, MetaValue>& keys = {}) const;

  bool has(int savepoint, const std::string& field) const;
  FieldInfo info(const std::string& field) const;
  // "field 'w' of savepoint time-step-exit[...] in 'DIR/PREFIX_w.dat'", for messages.
  std::string place(int savepoint, const std::string& field) const;
  RawField read(int savepoint, const std::string& field) const;

  // A number that is stored as metainfo or as a one-element field (old archives have only the field). nullopt: neither.
  std::optional<double> number(int savepoint, const std::string& name) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace icodyn

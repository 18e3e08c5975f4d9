// A configuration file as a tree of values that know their place, whether it was YAML or JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace icodyn {

struct ConfigValue {
  enum class Kind { null, scalar, map, list };
  struct Entry;
  Kind kind = Kind::null;
  std::string text;     // of a scalar, as written
  bool quoted = false;  // a quoted scalar is a string, never a number
  std::string place;    // "case.yaml:12", "case.json" or "--set"
  std::vector<Entry> entries;
  std::vector<ConfigValue> items;

  const ConfigValue* find(const std::string& key) const;  // nullptr: not there
  const ConfigValue* at(const std::string& path) const;   // "time.dtime"; nullptr: not there
  ConfigValue& at_or_add(const std::string& key, const std::string& where);
};
struct ConfigValue::Entry {
  std::string key, place;
  ConfigValue value;
};

// Both throw UsageError with the place: unreadable file, syntax error, duplicate key.
ConfigValue read_yaml(const std::filesystem::path& file);
ConfigValue read_json(const std::filesystem::path& file);

// "a.b=value": the value replaces or adds the key. Throws UsageError where there is no '=' or a part is not a section.
void apply_setting(ConfigValue& root, const std::string& setting);

// A value that merge() put in the place of another.
struct Override {
  std::string path, place, before, now;
};

// Values of `over` replace or extend those of `base`, section by section; an empty section changes nothing.
void merge(ConfigValue& base, const ConfigValue& over, std::vector<Override>* changed = nullptr, const std::string& path = "");

}  // namespace icodyn

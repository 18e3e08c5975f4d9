#include "config/value_tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "runtime/error.hpp"

namespace icodyn {

namespace {

std::string place_of(const std::string& file, const YAML::Mark& mark) { return fmt::format("{}:{}", file, mark.line + 1); }

constexpr int deepest = 8;  // sections nest three deep; an alias may even contain itself

ConfigValue from_yaml(const YAML::Node& node, const std::string& place, const std::string& file, int depth = 0) {
  const auto line = [&](const YAML::Node& n) { return file.empty() ? place : place_of(file, n.Mark()); };
  ConfigValue v;
  v.place = line(node);
  if (depth > deepest) throw UsageError(v.place + ": the values are nested too deep");
  if (node.IsScalar()) {
    v.kind = ConfigValue::Kind::scalar;
    v.text = node.Scalar();
    v.quoted = node.Tag() == "!";
  } else if (node.IsSequence()) {
    v.kind = ConfigValue::Kind::list;
    for (const auto& item : node) v.items.push_back(from_yaml(item, place, file, depth + 1));
  } else if (node.IsMap()) {
    v.kind = ConfigValue::Kind::map;
    for (const auto& pair : node) {
      const std::string key = pair.first.Scalar(), where = line(pair.first);
      if (!pair.first.IsScalar()) throw UsageError(where + ": a key must be a word");
      // yaml-cpp keeps both and would use the first without a word
      for (const auto& e : v.entries)
        if (e.key == key) throw UsageError(fmt::format("{}: key '{}' was already given at {}; keep one of them", where, key, e.place));
      v.entries.push_back({key, where, from_yaml(pair.second, place, file, depth + 1)});
      if (pair.second.IsNull()) v.entries.back().value.place = where;  // the parser puts an empty value on the next line
    }
  }
  return v;
}

ConfigValue from_json(const nlohmann::json& node, const std::string& file, const std::string& path) {
  ConfigValue v;
  v.place = path.empty() ? file : fmt::format("{}, key '{}'", file, path);
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (node.is_object()) {
    v.kind = ConfigValue::Kind::map;
    for (const auto& [key, item] : node.items()) v.entries.push_back({key, fmt::format("{}, key '{}'", file, below(key)), from_json(item, file, below(key))});
  } else if (node.is_array()) {
    v.kind = ConfigValue::Kind::list;
    for (const auto& item : node) v.items.push_back(from_json(item, file, path));
  } else if (!node.is_null()) {
    v.kind = ConfigValue::Kind::scalar;
    v.quoted = node.is_string();
    v.text = node.is_string() ? node.get<std::string>() : node.dump();
  }
  return v;
}

}  // namespace

const ConfigValue* ConfigValue::find(const std::string& key) const {
  for (const Entry& e : entries)
    if (e.key == key) return &e.value;
  return nullptr;
}

const ConfigValue* ConfigValue::at(const std::string& path) const {
  const auto dot = path.find('.');
  const ConfigValue* v = find(path.substr(0, dot));
  return v && dot != std::string::npos ? v->at(path.substr(dot + 1)) : v;
}

ConfigValue& ConfigValue::at_or_add(const std::string& key, const std::string& where) {
  for (Entry& e : entries)
    if (e.key == key) {
      e.place = where;
      return e.value;
    }
  entries.push_back({key, where, {}});
  return entries.back().value;
}

ConfigValue read_yaml(const std::filesystem::path& file) {
  if (!std::ifstream(file)) throw UsageError("cannot open '" + file.string() + "'; give a YAML case file or the folder of an archive with a case.json");
  try {
    const auto documents = YAML::LoadAllFromFile(file.string());
    if (documents.size() > 1) throw UsageError(place_of(file.string(), documents[1].Mark()) + ": a second document ('---'); a case is one document");
    if (documents.empty() || !documents[0].IsMap())
      throw UsageError("'" + file.string() + "' is not a YAML map of keys and values; see config/default.yaml");
    return from_yaml(documents[0], "", file.string());
  } catch (const YAML::Exception& e) {
    throw UsageError(fmt::format("{}: {}", place_of(file.string(), e.mark), e.msg));
  }
}

ConfigValue read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw UsageError("cannot open '" + file.string() + "'");
  // the parser keeps the last of two equal keys; this callback sees both
  std::vector<std::vector<std::string>> open;
  const auto callback = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start) open.emplace_back();
    if (event == Event::object_end) open.pop_back();
    if (event == Event::key) {
      for (const auto& k : open.back())
        if (k == parsed.get<std::string>()) throw UsageError(fmt::format("{}: key '{}' is given twice; keep one of them", file.string(), k));
      open.back().push_back(parsed.get<std::string>());
    }
    return true;
  };
  try {
    const auto root = nlohmann::json::parse(in, callback);
    if (!root.is_object()) throw UsageError("'" + file.string() + "' is not a JSON object");
    return from_json(root, file.string(), "");
  } catch (const nlohmann::json::exception& e) {
    throw UsageError(fmt::format("{}: {}", file.string(), e.what()));
  }
}

void apply_setting(ConfigValue& root, const std::string& setting) {
  const auto equals = setting.find('=');
  if (equals == std::string::npos || equals == 0)
    throw UsageError("--set '" + setting + "' has no '='; write --set section.key=value, for instance --set time.steps=3");
  const std::string where = "--set " + setting;
  ConfigValue* at = &root;
  std::string path = setting.substr(0, equals);
  for (std::size_t dot; !path.empty();) {
    dot = path.find('.');
    if (at->kind == ConfigValue::Kind::null) at->kind = ConfigValue::Kind::map;
    if (at->kind != ConfigValue::Kind::map) throw UsageError(where + ": '" + path + "' lies below a value that is not a section");
    at = &at->at_or_add(path.substr(0, dot), where);
    path = dot == std::string::npos ? "" : path.substr(dot + 1);
  }
  try {
    *at = from_yaml(YAML::Load(setting.substr(equals + 1)), where, "");
    at->place = where;
  } catch (const YAML::Exception& e) {
    throw UsageError(where + ": " + e.msg);
  }
}

void merge(ConfigValue& base, const ConfigValue& over, std::vector<Override>* changed, const std::string& path) {
  const auto shown = [](const ConfigValue& v) {
    return v.kind == ConfigValue::Kind::scalar ? v.text : v.kind == ConfigValue::Kind::null ? "nothing" : "...";
  };
  for (const auto& e : over.entries) {
    const bool there = base.find(e.key) != nullptr;
    ConfigValue& mine = base.at_or_add(e.key, e.place);
    const std::string below = path.empty() ? e.key : path + "." + e.key;
    if (mine.kind == ConfigValue::Kind::map && e.value.kind == ConfigValue::Kind::map) {
      merge(mine, e.value, changed, below);
    } else if (mine.kind != ConfigValue::Kind::map || e.value.kind != ConfigValue::Kind::null) {
      if (changed && there && shown(mine) != shown(e.value)) changed->push_back({below, e.value.place, shown(mine), shown(e.value)});
      mine = e.value;
    }
  }
}

}  // namespace icodyn

// One section of a configuration: values are taken by name, and what nobody took is an unknown key.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "config/value_tree.hpp"
#include "runtime/error.hpp"

namespace icodyn {

using Enum = std::map<std::string, int>;  // icon4py's member names and ICON's numbers; both are accepted

// A value that is understood but not accepted. `key` is its path ("time.dtime"), by which read_config finds the line.
struct OptionError : UsageError {
  OptionError(std::string path, const std::string& message) : UsageError(message), key(std::move(path)) {}
  std::string key;
};

// "; did you mean 'dtime'?", or the list of what is known when nothing is close.
std::string suggestion(const std::string& wrong, const std::vector<std::string>& known);

class Section {
 public:
  // nullptr or an empty value: a section without keys. Throws UsageError when it is a scalar or a list.
  Section(const ConfigValue* values, std::string name);

  Section sub(const std::string& key);
  const ConfigValue* take(const std::string& key);  // nullptr: not given
  const ConfigValue* find(const std::string& key) const { return values_ ? values_->find(key) : nullptr; }

  // Each leaves `to` as it is when the key is not given, and throws UsageError with place and quoted value for a wrong type.
  void get(const std::string& key, double& to);
  void get(const std::string& key, int& to);
  void get(const std::string& key, bool& to);
  void get(const std::string& key, std::string& to);
  void get(const std::string& key, int& to, const Enum& names);

  // Every remaining entry as name -> number, true = 1, false = 0 (options of an analytic case).
  std::vector<std::pair<std::string, double>> all_numbers();

  void finish() const;  // throws UsageError for a key that was not taken

  double number(const ConfigValue& v, const std::string& key) const;
  int whole(const ConfigValue& v, const std::string& key) const;

 private:
  [[noreturn]] void wrong(const ConfigValue& v, const std::string& key, const std::string& expected) const;

  const ConfigValue* values_;
  std::string name_;
  std::vector<std::string> known_;
};

}  // namespace icodyn

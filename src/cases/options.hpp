// Options of an initial state or a topography: known names with their defaults, everything else is refused.
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"

namespace icodyn {

class Options {
 public:
  // `section` is the configuration key that holds them ("initial_condition"), `owner` what they belong to ("initial
  // state 'jw'").
  Options(const CaseOptions& given, std::string section, std::string owner);

  // Value of a known option. Throws UsageError when it is given and not finite.
  double get(const char* name, double otherwise);
  double positive(const char* name, double otherwise);  // the same, more than 0
  // An option that is known but does nothing here: accepted with its default only.
  void without_effect(const char* name, double value, const char* why);
  // After all known options were asked for: throws UsageError for any other, listing the known ones.
  void finish() const;

 private:
  const CaseOptions& given_;
  std::string section_, owner_;
  std::vector<std::string> known_;
};

}  // namespace icodyn

#include "cases/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/error.hpp"

namespace icodyn {

Options::Options(const CaseOptions& given, std::string section, std::string owner)
    : given_(given), section_(std::move(section)), owner_(std::move(owner)) {}

double Options::get(const char* name, double otherwise) {
  known_.emplace_back(name);
  double value = otherwise;
  for (const auto& [key, v] : given_)
    if (key == name) value = v;
  if (!std::isfinite(value))
    throw UsageError(fmt::format("{}.{} is '{}', expected a finite number", section_, name, value));
  return value;
}

double Options::positive(const char* name, double otherwise) {
  const double value = get(name, otherwise);
  if (!(value > 0)) throw UsageError(fmt::format("{}.{} is '{}', expected a number above 0", section_, name, value));
  return value;
}

void Options::without_effect(const char* name, double value, const char* why) {
  const double given = get(name, value);
  if (given != value)
    throw UsageError(fmt::format("{}.{} is '{}', but it would have no effect: {}; remove it (default '{}')", section_,
                                 name, given, why, value));
}

void Options::finish() const {
  for (const auto& [key, value] : given_) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    std::string list;
    for (const std::string& name : known_) list += (list.empty() ? "" : ", ") + name;
    throw UsageError(fmt::format("{}.{} is not an option of {}; {}", section_, key, owner_,
                                 list.empty() ? std::string("it has none") : "known options: " + list));
  }
}

}  // namespace icodyn

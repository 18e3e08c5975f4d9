#include "config/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace icodyn {

namespace {

// Levenshtein distance: the number of letters to change, add or drop.
int edit_distance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// Full precision, no sign but a leading one, no hexadecimal, no "inf": from_chars takes less than a YAML number, and so do we.
bool parse(const ConfigValue& v, double& out) {
  if (v.kind != ConfigValue::Kind::scalar || v.quoted || v.text.empty()) return false;
  const bool plus = v.text[0] == '+';
  if (plus && v.text.size() > 1 && v.text[1] == '-') return false;
  const char* end = v.text.data() + v.text.size();
  const auto r = std::from_chars(v.text.data() + plus, end, out);
  return r.ec == std::errc() && r.ptr == end && std::isfinite(out);
}

}  // namespace

std::string suggestion(const std::string& wrong, const std::vector<std::string>& known) {
  const auto nearest = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
    return edit_distance(a, wrong) < edit_distance(b, wrong);
  });
  if (nearest != known.end() && edit_distance(*nearest, wrong) <= std::max<int>(2, static_cast<int>(wrong.size()) / 3))
    return fmt::format("; did you mean '{}'?", *nearest);
  return fmt::format("; known: {}", fmt::join(known, ", "));
}

Section::Section(const ConfigValue* values, std::string name) : values_(values), name_(std::move(name)) {
  if (values_ && values_->kind == ConfigValue::Kind::null) values_ = nullptr;
  if (values_ && values_->kind != ConfigValue::Kind::map)
    throw UsageError(fmt::format("{}: '{}' must be a section of keys and values", values_->place, name_));
}

Section Section::sub(const std::string& key) { return Section(take(key), name_.empty() ? key : name_ + "." + key); }

const ConfigValue* Section::take(const std::string& key) {
  known_.push_back(key);
  return find(key);
}

void Section::get(const std::string& key, double& to) {
  if (const auto* v = take(key)) to = number(*v, key);
}

void Section::get(const std::string& key, int& to) {
  if (const auto* v = take(key)) to = whole(*v, key);
}

void Section::get(const std::string& key, bool& to) {
  const auto* v = take(key);
  if (!v) return;
  const bool scalar = v->kind == ConfigValue::Kind::scalar && !v->quoted;
  if (!scalar || (v->text != "true" && v->text != "false")) wrong(*v, key, "true or false");
  to = v->text == "true";
}

void Section::get(const std::string& key, std::string& to) {
  const auto* v = take(key);
  if (!v || v->kind == ConfigValue::Kind::null) return;
  if (v->kind != ConfigValue::Kind::scalar) wrong(*v, key, "text");
  to = v->text;
}

void Section::get(const std::string& key, int& to, const Enum& names) {
  const auto* v = take(key);
  if (!v) return;
  if (v->kind == ConfigValue::Kind::scalar)
    if (const auto it = names.find(v->text); it != names.end()) {
      to = it->second;
      return;
    }
  double d = 0;
  if (!parse(*v, d) || d != std::floor(d)) {
    std::vector<std::string> choices;
    for (const auto& [name, n] : names) choices.push_back(fmt::format("{} ({})", name, n));
    wrong(*v, key, fmt::format("one of {}", fmt::join(choices, ", ")));
  }
  to = whole(*v, key);
}

std::vector<std::pair<std::string, double>> Section::all_numbers() {
  std::vector<std::pair<std::string, double>> out;
  if (!values_) return out;
  for (const auto& e : values_->entries) {
    known_.push_back(e.key);
    if (e.value.kind == ConfigValue::Kind::null) continue;
    const bool truth = e.value.kind == ConfigValue::Kind::scalar && !e.value.quoted && (e.value.text == "true" || e.value.text == "false");
    out.emplace_back(e.key, truth ? (e.value.text == "true" ? 1.0 : 0.0) : number(e.value, e.key));
  }
  return out;
}

void Section::finish() const {
  if (!values_) return;
  for (const auto& e : values_->entries)
    if (std::find(known_.begin(), known_.end(), e.key) == known_.end())
      throw UsageError(fmt::format("{}: unknown key '{}'{}{}", e.place, e.key, name_.empty() ? "" : fmt::format(" in section '{}'", name_),
                                   suggestion(e.key, known_)));
}

double Section::number(const ConfigValue& v, const std::string& key) const {
  double out = 0;
  if (!parse(v, out)) wrong(v, key, "a finite number");
  return out;
}

int Section::whole(const ConfigValue& v, const std::string& key) const {
  const double d = number(v, key);
  if (d != std::floor(d) || std::abs(d) > 2e9) wrong(v, key, "a whole number");
  return static_cast<int>(d);
}

void Section::wrong(const ConfigValue& v, const std::string& key, const std::string& expected) const {
  const std::string shown = v.kind == ConfigValue::Kind::map    ? "a section"
                            : v.kind == ConfigValue::Kind::list ? "a list"
                            : v.kind == ConfigValue::Kind::null ? "empty"
                                                                : "'" + v.text + "'" + (v.quoted ? " in quotes" : "");
  throw UsageError(fmt::format("{}: {}{} is {}, expected {}", v.place, name_.empty() ? "" : name_ + ".", key, shown, expected));
}

}  // namespace icodyn

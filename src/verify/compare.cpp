#include "verify/compare.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace icodyn {

const char* name_of(Verdict v) {
  switch (v) {
    case Verdict::identical: return "identical";
    case Verdict::within: return "within";
    case Verdict::verifies_nothing: return "verifies nothing";
    default: return "FAILED";
  }
}

Comparison compare(const std::string& field, const HostField& computed, const HostField& reference, const Tolerance& tolerance) {
  if (computed.rows != reference.rows || computed.slots != reference.slots || computed.levels != reference.levels)
    throw DataError(fmt::format("field '{}': the reference has shape {} x {} x {}, the program's field {} x {} x {} (rows x slots x levels)",
                                field, reference.rows, reference.slots, reference.levels, computed.rows, computed.slots, computed.levels));
  Comparison c;
  c.field = field;
  c.tolerance = tolerance;
  c.values = static_cast<std::int64_t>(reference.values.size());
  bool computed_zero = true;
  for (int s = 0; s < reference.slots; ++s)
    for (int i = 0; i < reference.rows; ++i)
      for (int k = 0; k < reference.levels; ++k) {
        const double a = computed(i, s, k), b = reference(i, s, k);
        if (a != 0) computed_zero = false;
        const bool finite = std::isfinite(a) && std::isfinite(b);
        const double error = finite ? std::abs(a - b) : std::numeric_limits<double>::infinity();
        if (!finite) ++c.not_finite;
        if (finite) c.reference_max = std::fmax(c.reference_max, std::abs(b));
        if (error == 0) continue;
        ++c.different;
        if (finite) {
          const double ulp = std::nextafter(std::abs(b), std::numeric_limits<double>::infinity()) - std::abs(b);
          c.max_ulp = std::fmax(c.max_ulp, error / ulp);
        }
        if (error > c.max_abs || c.row < 0) {
          c.max_abs = error;
          c.row = i;
          c.level = k;
          c.computed = a;
          c.reference = b;
        }
      }
  c.max_relative = c.max_abs == 0 ? 0 : c.max_abs / c.reference_max;  // x/0 is infinite, as wanted
  if (c.not_finite > 0)
    c.verdict = Verdict::failed;
  else if (c.reference_max == 0 && computed_zero)
    c.verdict = Verdict::verifies_nothing;
  else if (c.different == 0)
    c.verdict = Verdict::identical;
  else
    c.verdict = c.max_relative <= tolerance.relative ? Verdict::within : Verdict::failed;
  return c;
}

nlohmann::json to_json(const Comparison& c) {
  nlohmann::json j = {{"field", c.field},         {"values", c.values},           {"different", c.different},
                      {"not_finite", c.not_finite}, {"reference_max", c.reference_max}, {"max_ulp", c.max_ulp},
                      {"row", c.row},             {"level", c.level},             {"tolerance", c.tolerance.relative},
                      {"tolerance_origin", c.tolerance.origin}, {"verdict", name_of(c.verdict)}};
  // JSON has no infinity
  j["max_abs"] = std::isfinite(c.max_abs) ? nlohmann::json(c.max_abs) : nlohmann::json("inf");
  j["max_relative"] = std::isfinite(c.max_relative) ? nlohmann::json(c.max_relative) : nlohmann::json("inf");
  return j;
}

std::string header_text() {
  return fmt::format("  {:<18} {:>11} {:>11} {:>9}  {:<18} {:>9}  {}\n", "field", "max abs", "rel to max", "max ulp", "where (1-based)", "tolerance",
                     "verdict");
}

std::string line_text(const Comparison& c) {
  const std::string where = c.row < 0 ? "-" : fmt::format("row {}, level {}", c.row + 1, c.level + 1);
  std::string verdict = name_of(c.verdict);
  if (c.not_finite) verdict += fmt::format(": {} values are NaN or Inf", c.not_finite);
  if (c.verdict == Verdict::failed && !c.not_finite)
    verdict += fmt::format(": computed {:.17g}, reference {:.17g}, {} of {} values differ", c.computed, c.reference, c.different, c.values);
  return fmt::format("  {:<18} {:>11.3e} {:>11.3e} {:>9.3g}  {:<18} {:>9.1e}  {}\n", c.field, c.max_abs, c.max_relative, c.max_ulp, where,
                     c.tolerance.relative, verdict);
}

std::string to_text(const std::vector<Comparison>& rows) {
  std::string out = header_text();
  for (const auto& c : rows) out += line_text(c);
  return out;
}

}  // namespace icodyn

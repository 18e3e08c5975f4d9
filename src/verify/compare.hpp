// Error measures of one computed field against its reference, and the verdict.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "state/host_field.hpp"

namespace icodyn {

// Largest allowed error, relative to the largest magnitude of the reference field; 0 demands identical bits (a signed zero equals
// zero). `origin` says where the number comes from and is printed with it.
struct Tolerance {
  double relative = 0;
  std::string origin;
};

enum class Verdict {
  identical,         // every value equal
  within,            // not identical, inside the tolerance
  failed,            // outside the tolerance, or a NaN or Inf on either side
  verifies_nothing,  // reference and result are zero everywhere: not counted as passed
};
const char* name_of(Verdict v);

struct Comparison {
  std::string field;
  std::int64_t values = 0, different = 0, not_finite = 0;
  double max_abs = 0;        // largest absolute error
  double reference_max = 0;  // largest magnitude of the reference
  double max_relative = 0;   // max_abs / reference_max; infinite where the reference is zero and the result is not
  double max_ulp = 0;        // largest distance in units in the last place of the reference value
  int row = -1, level = -1;  // of the largest error (0-based)
  double computed = 0, reference = 0;  // the two values there
  Tolerance tolerance;
  Verdict verdict = Verdict::failed;
};

// Shapes must agree (DataError). A NaN or Inf fails even when both sides have it.
Comparison compare(const std::string& field, const HostField& computed, const HostField& reference, const Tolerance& tolerance);

nlohmann::json to_json(const Comparison& c);

// Table with one line for each field; `worst_only` keeps the lines that are not identical.
std::string to_text(const std::vector<Comparison>& rows);
std::string header_text();
std::string line_text(const Comparison& c);

}  // namespace icodyn

// How large an error may be, and why: one rule for each situation, with its origin.
#pragma once

#include <string>

#include "verify/compare.hpp"

namespace icodyn {

// What decides how exactly this build and run can agree with an archive.
struct Exactness {
  bool bit_identical = true;    // plain kernels, double precision, no contraction, on the CPU
  bool reduced_precision = false;
  bool limited_area = false;
  bool own_set_up = false;      // coefficients and initial state computed here, not read
};
Exactness exactness(const std::string& kernels, bool on_gpu, bool limited_area);

Tolerance phase_tolerance(const Exactness& e, const std::string& phase, const std::string& field);
Tolerance run_tolerance(const Exactness& e, const std::string& field, int step);

}  // namespace icodyn

#include "verify/tolerances.hpp"

#include "core/types.hpp"
#include "table.hpp"

namespace icodyn {

namespace {
#if defined(ICODYN_CONTRACTION)
constexpr bool contracted = true;
#else
constexpr bool contracted = false;
#endif
constexpr bool full_precision = sizeof(wp) == 8 && sizeof(vp) == 8;
}  // namespace

Exactness exactness(const std::string& kernels, bool on_gpu, bool limited_area) {
  Exactness e;
  e.reduced_precision = !full_precision;
  e.bit_identical = full_precision && !contracted && !on_gpu && kernels == "plain";
  e.limited_area = limited_area;
  return e;
}

Tolerance phase_tolerance(const Exactness& e, const std::string& phase, const std::string& field) {
  if (e.reduced_precision) return {1e-3, "single precision in some fields: a sanity bound, not a verification"};
  if (!e.bit_identical) return {1e-13, "rounding of fused or contracted arithmetic, issue 3 section 4"};
  if (e.limited_area && phase == phase_nonhydro_final && field == "exner")
    return {2.3e-16, "exp and log of another C library: one rounding, spec/velocity-advection.md section 7"};
  return {0, "identical: same operations in the same order"};
}

Tolerance run_tolerance(const Exactness& e, const std::string&, int) {
  if (e.reduced_precision) return {1e-2, "single precision in some fields: a sanity bound, not a verification"};
  if (e.own_set_up) return {1e-9, "coefficients and initial state computed from the grid file, to 1e-12 each; w is a small difference"};
  if (!e.bit_identical) return {1e-11, "rounding of fused or contracted arithmetic over the steps, issue 3 section 4"};
  if (e.limited_area) return {1e-13, "exner on the lateral boundary differs by one rounding (exp and log of another C library)"};
  return {0, "identical: same operations in the same order"};
}

}  // namespace icodyn

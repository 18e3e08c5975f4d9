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

// Fields that are a small rest of large terms which nearly cancel: rounding of the terms is large beside them. The bounds are ten times
// what gcc's contraction gives on the nine reference archives.
struct Rest {
  const char* field;
  double bound;
  const char* reason;
};
constexpr Rest rests[] = {
    {"w_new", 1e-10, "w is what the nearly balanced pressure gradient and buoyancy leave"},
    {"mass_flx_ic", 1e-10, "flux of w, which is a small rest of balanced forces"},
    {"vol_flx_ic", 1e-10, "flux of w, which is a small rest of balanced forces"},
    {"z_dwdz_dd", 1e-11, "vertical difference of w, which is a small rest of balanced forces"},
    {"exner_dyn_incr", 2e-11, "difference of exner over the step"},
    {"z_graddiv_vn", 2e-12, "difference of divergences that nearly cancel"},
    {"div_ic", 2e-12, "sum of fluxes that nearly cancel"},
    {"z_dexner_dz_c_2", 1e-12, "second difference of exner"},
    {"w", 1e-10, "w is what the nearly balanced pressure gradient and buoyancy leave"},
};
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
  if (!e.bit_identical) {
    for (const Rest& r : rests)
      if (field == r.field) return {r.bound, r.reason};
    return {1e-13, "rounding of contracted arithmetic or of a GPU's"};
  }
  if (e.limited_area && phase == phase_nonhydro_final && field == "exner")
    return {2.3e-16, "exp and log of another C library: one rounding, spec/velocity-advection.md section 7"};
  return {0, "identical: same operations in the same order"};
}

Tolerance run_tolerance(const Exactness& e, const std::string& field, int) {
  if (e.reduced_precision) return {1e-2, "single precision in some fields: a sanity bound, not a verification"};
  if (e.own_set_up) return {1e-9, "coefficients and initial state computed from the grid file, to 1e-12 each; w is a small difference"};
  if (!e.bit_identical && field == "w") return {1e-9, "w is what the nearly balanced pressure gradient and buoyancy leave"};
  if (!e.bit_identical) return {1e-11, "rounding of contracted arithmetic or of a GPU's over the steps"};
  if (e.limited_area) return {1e-13, "exner on the lateral boundary differs by one rounding (exp and log of another C library)"};
  return {0, "identical: same operations in the same order"};
}

}  // namespace icodyn

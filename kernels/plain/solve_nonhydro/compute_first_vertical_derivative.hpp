// compute_first_vertical_derivative: vertical derivative of the time-extrapolated Exner perturbation on full levels.
//
// Covers NH-7 (mo_solve_nonhydro_stencil_06). In: z_exner_ic (cell, half), inv_ddqz_z_full (cell, full). Out:
// z_dexner_dz_c_1 (cell, full). Domain: cells LB3..HALO, levels max(1, nflatlev)..nlev-1; level 0 stays 0. 24 B per
// point. Its own kernel because it needs z_exner_ic of the level below.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeFirstVerticalDerivative {
  Field<const vp> z_exner_ic, inv_ddqz_z_full;
  Field<vp> z_dexner_dz_c_1;

  ICODYN_HD void operator()(int c, int k) const {
    z_dexner_dz_c_1(c, k) = (z_exner_ic(c, k) - z_exner_ic(c, k + 1)) * inv_ddqz_z_full(c, k);
  }
};

}  // namespace icodyn::plain::nonhydro

// compute_approx_of_2nd_vertical_derivative_of_exner: second-order term of the Taylor reconstruction of the Exner
// perturbation.
//
// Covers NH-8 (mo_solve_nonhydro_stencil_12). In: z_theta_v_pr_ic (cell, half), z_rth_pr_2, d2dexdz2_fac1_mc,
// d2dexdz2_fac2_mc (cell, full). Out: z_dexner_dz_c_2 (cell, full). Domain: cells LB3..HALO, levels max(1,
// nflat_gradp)..nlev-1. 40 B per point. Its own kernel because it needs z_theta_v_pr_ic of the level below.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeApproxOf2ndVerticalDerivativeOfExner {
  Field<const vp> z_theta_v_pr_ic, d2dexdz2_fac1_mc, d2dexdz2_fac2_mc, z_rth_pr_2;
  Field<vp> z_dexner_dz_c_2;

  ICODYN_HD void operator()(int c, int k) const {
    z_dexner_dz_c_2(c, k) = vp(-0.5) * ((z_theta_v_pr_ic(c, k) - z_theta_v_pr_ic(c, k + 1)) * d2dexdz2_fac1_mc(c, k) +
                                        z_rth_pr_2(c, k) * d2dexdz2_fac2_mc(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

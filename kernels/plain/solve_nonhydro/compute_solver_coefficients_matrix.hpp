// compute_solver_coefficients_matrix: factors of the vertically implicit system.
//
// Covers NH-32 (mo_solve_nonhydro_stencil_44). In: exner_now, rho_now, theta_v_now, inv_ddqz_z_full (cell, full),
// theta_v_ic, rho_ic (cell, half), vwind_impl_wgt (cell). Out: z_beta (cell, full), z_alpha (cell, half; the surface is
// set to 0 elsewhere). Domain: cells NUD..LOCAL, levels 0..nlev-1. 64 B per point. Its own kernel because later kernels
// need both on two levels.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeSolverCoefficientsMatrix {
  Field<const wp> exner, rho, theta_v;
  Field<const vp> inv_ddqz_z_full;
  Row<const wp> vwind_impl_wgt;
  Field<const wp> theta_v_ic, rho_ic;
  Field<vp> z_beta, z_alpha;
  wp dtime = 0;

  ICODYN_HD void operator()(int c, int k) const {
    z_beta(c, k) = static_cast<vp>(dtime * phys::rd * exner(c, k) / (phys::cvd * rho(c, k) * theta_v(c, k)) *
                                   inv_ddqz_z_full(c, k));
    z_alpha(c, k) = static_cast<vp>(vwind_impl_wgt(c) * theta_v_ic(c, k) * rho_ic(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

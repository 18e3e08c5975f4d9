// compute_perturbation_of_rho_and_theta: deviation of rho and theta_v from the reference atmosphere.
//
// Covers NH-2 on level 0 (mo_solve_nonhydro_stencil_07) and in the halo (mo_solve_nonhydro_stencil_13); the other
// points belong to compute_perturbation_of_rho_and_theta_and_rho_interface_cell_centers. In: rho_now, theta_v_now,
// rho_ref_mc, theta_ref_mc (cell, full). Out: z_rth_pr_1, z_rth_pr_2 (cell, full). Domain: cells LB3..LOCAL on level 0,
// halo cells on all levels. 48 B per point. Its own kernel because the level above does not exist there.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputePerturbationOfRhoAndTheta {
  Field<const wp> rho;
  Field<const vp> rho_ref_mc;
  Field<const wp> theta_v;
  Field<const vp> theta_ref_mc;
  Field<vp> z_rth_pr_1, z_rth_pr_2;

  ICODYN_HD void operator()(int c, int k) const {
    z_rth_pr_1(c, k) = static_cast<vp>(rho(c, k) - rho_ref_mc(c, k));
    z_rth_pr_2(c, k) = static_cast<vp>(theta_v(c, k) - theta_ref_mc(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

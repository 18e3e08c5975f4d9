// compute_results_for_thermodynamic_variables: rho, exner and theta_v of the new time level.
//
// Covers NH-38 (mo_solve_nonhydro_stencil_55). In: z_rho_expl, z_exner_expl, inv_ddqz_z_full, exner_ref_mc, z_beta,
// rho_now, theta_v_now, exner_now (cell, full), rho_ic, w_new, z_alpha (cell, half), vwind_impl_wgt (cell). Out:
// rho_new, exner_new, theta_v_new (cell, full). Domain: cells NUD..LOCAL, levels 0..nlev-1; rho_ic(nlev) is read and
// must be 0. 112 B per point. Its own kernel because it needs w of the level below.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeResultsForThermodynamicVariables {
  Field<const wp> z_rho_expl;
  Row<const wp> vwind_impl_wgt;
  Field<const vp> inv_ddqz_z_full;
  Field<const wp> rho_ic, w, z_exner_expl;
  Field<const vp> exner_ref_mc, z_alpha, z_beta;
  Field<const wp> rho_now, theta_v_now, exner_now;
  Field<wp> rho_new, exner_new, theta_v_new;
  wp dtime = 0;

  ICODYN_HD void operator()(int c, int k) const {
    const wp w_above = w(c, k), w_below = w(c, k + 1);
    const wp rho = z_rho_expl(c, k) - vwind_impl_wgt(c) * dtime * inv_ddqz_z_full(c, k) *
                                          (rho_ic(c, k) * w_above - rho_ic(c, k + 1) * w_below);
    const wp exner = z_exner_expl(c, k) + exner_ref_mc(c, k) -
                     z_beta(c, k) * (z_alpha(c, k) * w_above - z_alpha(c, k + 1) * w_below);
    rho_new(c, k) = rho;
    exner_new(c, k) = exner;
    theta_v_new(c, k) =
        rho_now(c, k) * theta_v_now(c, k) * ((exner / exner_now(c, k) - wp(1)) * phys::cvd_o_rd + wp(1)) / rho;
  }
};

}  // namespace icodyn::plain::nonhydro

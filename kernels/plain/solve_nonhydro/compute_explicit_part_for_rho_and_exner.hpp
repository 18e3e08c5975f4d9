// compute_explicit_part_for_rho_and_exner: rho and the Exner perturbation without the implicit part of w.
//
// Covers NH-33 (mo_solve_nonhydro_stencil_48 and 49). In: rho_now, inv_ddqz_z_full, z_flxdiv_mass, z_flxdiv_theta,
// exner_pr, z_beta, ddt_exner_phy (cell, full), z_contr_w_fl_l, theta_v_ic (cell, half). Out: z_rho_expl, z_exner_expl
// (cell, full). Domain: cells NUD..LOCAL, levels 0..nlev-1. 88 B per point. Its own kernel because it needs the
// explicit mass flux of the level below.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeExplicitPartForRhoAndExner {
  Field<const wp> rho;
  Field<const vp> inv_ddqz_z_full, z_flxdiv_mass;
  Field<const wp> z_contr_w_fl_l, exner_pr;
  Field<const vp> z_beta, z_flxdiv_theta;
  Field<const wp> theta_v_ic;
  Field<const vp> ddt_exner_phy;
  Field<wp> z_rho_expl, z_exner_expl;
  wp dtime = 0;

  ICODYN_HD void operator()(int c, int k) const {
    const wp flux_above = z_contr_w_fl_l(c, k), flux_below = z_contr_w_fl_l(c, k + 1);
    z_rho_expl(c, k) =
        rho(c, k) - dtime * inv_ddqz_z_full(c, k) * (z_flxdiv_mass(c, k) + flux_above - flux_below);
    z_exner_expl(c, k) = exner_pr(c, k) -
                         z_beta(c, k) * (z_flxdiv_theta(c, k) + theta_v_ic(c, k) * flux_above - theta_v_ic(c, k + 1) * flux_below) +
                         dtime * ddt_exner_phy(c, k);
  }
};

}  // namespace icodyn::plain::nonhydro

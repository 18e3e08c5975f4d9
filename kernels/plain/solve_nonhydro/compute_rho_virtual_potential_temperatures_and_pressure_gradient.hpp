// compute_rho_virtual_potential_temperatures_and_pressure_gradient: rho and theta_v on half levels between the two time
// levels, at the start of the vertical trajectory, and the vertical pressure-gradient force with them.
//
// Covers NH-43 (mo_solve_nonhydro_stencil_10). In: w_new, w_concorr_c, ddqz_z_half, wgtfac_c, d_exner_dz_ref_ic (cell,
// half), rho, theta_v (cell, full; now and new), theta_ref_mc, exner_pr (cell, full), vwind_expl_wgt (cell). Out:
// rho_ic, theta_v_ic (cell, half), z_th_ddz_exner_c (cell, half levels in full storage). Domain: cells LB3..LOCAL,
// levels 1..nlev-1. 112 B per point. One ICON loop: all results share the trajectory.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeRhoVirtualPotentialTemperaturesAndPressureGradient {
  Field<const wp> w;
  Field<const vp> w_concorr_c, ddqz_z_half;
  Field<const wp> rho_now, rho_new, theta_v_now, theta_v_new;
  Field<const vp> wgtfac_c, theta_ref_mc;
  Row<const wp> vwind_expl_wgt;
  Field<const wp> exner_pr;
  Field<const vp> d_exner_dz_ref_ic;
  Field<wp> rho_ic, theta_v_ic;
  Field<vp> z_th_ddz_exner_c;
  wp dtime = 0, wgt_nnow_rth = 0, wgt_nnew_rth = 0;

  ICODYN_HD void operator()(int c, int k) const {
    // share of the half level's distance to the level above that the air has travelled in half a substep
    const wp back = -(w(c, k) - w_concorr_c(c, k)) * dtime * wp(0.5) / ddqz_z_half(c, k);
    const wp rho_0 = wgt_nnow_rth * rho_now(c, k) + wgt_nnew_rth * rho_new(c, k);
    const wp rho_1 = wgt_nnow_rth * rho_now(c, k - 1) + wgt_nnew_rth * rho_new(c, k - 1);
    const wp theta_0 = wgt_nnow_rth * theta_v_now(c, k) + wgt_nnew_rth * theta_v_new(c, k);
    const wp theta_1 = wgt_nnow_rth * theta_v_now(c, k - 1) + wgt_nnew_rth * theta_v_new(c, k - 1);
    const wp weight = wgtfac_c(c, k);
    const wp theta = weight * theta_0 + (wp(1) - weight) * theta_1 + back * (theta_1 - theta_0);
    const vp perturbation = static_cast<vp>(weight * (theta_0 - theta_ref_mc(c, k)) +
                                            (wp(1) - weight) * (theta_1 - theta_ref_mc(c, k - 1)));
    rho_ic(c, k) = weight * rho_0 + (wp(1) - weight) * rho_1 + back * (rho_1 - rho_0);
    theta_v_ic(c, k) = theta;
    z_th_ddz_exner_c(c, k) =
        static_cast<vp>(vwind_expl_wgt(c) * theta * (exner_pr(c, k - 1) - exner_pr(c, k)) / ddqz_z_half(c, k) +
                        perturbation * d_exner_dz_ref_ic(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

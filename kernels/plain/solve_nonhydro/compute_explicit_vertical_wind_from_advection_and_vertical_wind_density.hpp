// compute_explicit_vertical_wind_from_advection_and_vertical_wind_density: explicit parts of w and of the vertical mass
// flux, corrector.
//
// Covers NH-54 (mo_solve_nonhydro_stencil_42). In: w_now, ddt_w_adv (predictor and corrector), rho_ic, w_concorr_c
// (cell, half), z_th_ddz_exner_c (cell, half levels in full storage), vwind_expl_wgt (cell). Out: z_w_expl,
// z_contr_w_fl_l (cell, half). Domain: cells NUD..LOCAL, levels 1..nlev-1. 64 B per point. One ICON loop: both need
// w_now.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeExplicitVerticalWindFromAdvectionAndVerticalWindDensity {
  Field<const wp> w;
  Field<const vp> ddt_w_adv_predictor, ddt_w_adv_corrector, z_th_ddz_exner_c;
  Field<const wp> rho_ic;
  Field<const vp> w_concorr_c;
  Row<const wp> vwind_expl_wgt;
  Field<wp> z_w_expl, z_contr_w_fl_l;
  wp dtime = 0, wgt_nnow_vel = 0, wgt_nnew_vel = 0;

  ICODYN_HD void operator()(int c, int k) const {
    z_w_expl(c, k) = w(c, k) + dtime * (wgt_nnow_vel * ddt_w_adv_predictor(c, k) + wgt_nnew_vel * ddt_w_adv_corrector(c, k) -
                                        phys::cpd * z_th_ddz_exner_c(c, k));
    z_contr_w_fl_l(c, k) = rho_ic(c, k) * (-w_concorr_c(c, k) + vwind_expl_wgt(c) * w(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

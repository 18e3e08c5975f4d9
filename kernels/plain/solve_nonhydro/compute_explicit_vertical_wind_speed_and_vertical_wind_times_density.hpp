// compute_explicit_vertical_wind_speed_and_vertical_wind_times_density: explicit parts of w and of the vertical mass
// flux, predictor.
//
// Covers NH-31 (mo_solve_nonhydro_stencil_43). In: w_now, ddt_w_adv (predictor), rho_ic, w_concorr_c (cell, half),
// z_th_ddz_exner_c (cell, half levels in full storage), vwind_expl_wgt (cell). Out: z_w_expl, z_contr_w_fl_l (cell,
// half). Domain: cells NUD..LOCAL, levels 1..nlev-1; z_contr_w_fl_l is 0 at the top and at the surface. 56 B per point.
// One ICON loop: both need w_now.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeExplicitVerticalWindSpeedAndVerticalWindTimesDensity {
  Field<const wp> w;
  Field<const vp> ddt_w_adv, z_th_ddz_exner_c;
  Field<const wp> rho_ic;
  Field<const vp> w_concorr_c;
  Row<const wp> vwind_expl_wgt;
  Field<wp> z_w_expl, z_contr_w_fl_l;
  wp dtime = 0;

  ICODYN_HD void operator()(int c, int k) const {
    z_w_expl(c, k) = w(c, k) + dtime * (ddt_w_adv(c, k) - phys::cpd * z_th_ddz_exner_c(c, k));
    z_contr_w_fl_l(c, k) = rho_ic(c, k) * (-w_concorr_c(c, k) + vwind_expl_wgt(c) * w(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

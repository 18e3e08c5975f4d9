// compute_virtual_potential_temperatures_and_pressure_gradient: theta_v on half levels and the vertical
// pressure-gradient force.
//
// Covers NH-4, NH-5 and NH-6 below the top level (mo_solve_nonhydro_stencil_09). In: wgtfac_c, ddqz_z_half,
// d_exner_dz_ref_ic (cell, half), z_rth_pr_2, theta_v_now, exner_pr (cell, full), vwind_expl_wgt (cell). Out:
// z_theta_v_pr_ic, theta_v_ic (cell, half), z_th_ddz_exner_c (cell, half levels in full storage, only up to cell
// buoyancy_end). Domain: cells LB3..HALO, levels 1..nlev-1. 72 B per point. One ICON loop: the force needs both
// temperatures of its own half level.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeVirtualPotentialTemperaturesAndPressureGradient {
  Field<const vp> wgtfac_c, z_rth_pr_2;
  Field<const wp> theta_v;
  Row<const wp> vwind_expl_wgt;
  Field<const wp> exner_pr;
  Field<const vp> d_exner_dz_ref_ic, ddqz_z_half;
  Field<vp> z_theta_v_pr_ic;
  Field<wp> theta_v_ic;
  Field<vp> z_th_ddz_exner_c;
  int buoyancy_end = 0;  // first halo cell

  ICODYN_HD void operator()(int c, int k) const {
    const vp weight = wgtfac_c(c, k);
    const vp perturbation = weight * z_rth_pr_2(c, k) + (vp(1) - weight) * z_rth_pr_2(c, k - 1);
    const wp theta = wp(weight) * theta_v(c, k) + (wp(1) - wp(weight)) * theta_v(c, k - 1);
    z_theta_v_pr_ic(c, k) = perturbation;
    theta_v_ic(c, k) = theta;
    if (c < buoyancy_end)
      z_th_ddz_exner_c(c, k) =
          static_cast<vp>(vwind_expl_wgt(c) * theta * (exner_pr(c, k - 1) - exner_pr(c, k)) / ddqz_z_half(c, k) +
                          perturbation * d_exner_dz_ref_ic(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

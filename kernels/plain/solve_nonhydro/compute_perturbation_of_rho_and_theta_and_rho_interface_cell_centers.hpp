// compute_perturbation_of_rho_and_theta_and_rho_interface_cell_centers: deviations from the reference atmosphere, rho
// on half levels.
//
// Covers NH-2 and NH-3 below the top level (mo_solve_nonhydro_stencil_08). In: rho_now, theta_v_now, rho_ref_mc,
// theta_ref_mc (cell, full), wgtfac_c (cell, half). Out: rho_ic (cell, half), z_rth_pr_1, z_rth_pr_2 (cell, full).
// Domain: cells LB3..LOCAL, levels 1..nlev-1; rho_ic at the top and at the surface stays 0. 64 B per point. One ICON
// loop: all three follow from rho and theta_v.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputePerturbationOfRhoAndThetaAndRhoInterfaceCellCenters {
  Field<const vp> wgtfac_c;
  Field<const wp> rho;
  Field<const vp> rho_ref_mc;
  Field<const wp> theta_v;
  Field<const vp> theta_ref_mc;
  Field<wp> rho_ic;
  Field<vp> z_rth_pr_1, z_rth_pr_2;

  ICODYN_HD void operator()(int c, int k) const {
    const wp weight = wgtfac_c(c, k);
    rho_ic(c, k) = weight * rho(c, k) + (wp(1) - weight) * rho(c, k - 1);
    z_rth_pr_1(c, k) = static_cast<vp>(rho(c, k) - rho_ref_mc(c, k));
    z_rth_pr_2(c, k) = static_cast<vp>(theta_v(c, k) - theta_ref_mc(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

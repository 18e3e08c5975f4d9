// set_theta_v_prime_ic_at_lower_boundary: theta_v and its perturbation at the surface, from the three lowest full
// levels.
//
// Covers NH-4 and NH-5 on level nlev (mo_solve_nonhydro_stencil_11). In: wgtfacq_c (cell x 3), z_rth_pr_2 (cell, full),
// theta_ref_ic (cell, half). Out: z_theta_v_pr_ic, theta_v_ic (cell, half level nlev only). Domain: cells LB3..HALO as
// columns. 72 B per cell. Its own kernel because it has no level loop.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct SetThetaVPrimeIcAtLowerBoundary {
  Coeff<const vp, 3> wgtfacq_c;  // slot j belongs to full level nlev-1-j
  Field<const vp> z_rth_pr_2, theta_ref_ic;
  Field<vp> z_theta_v_pr_ic;
  Field<wp> theta_v_ic;
  int nlev = 0;

  ICODYN_HD void operator()(int c) const {
    const vp perturbation = wgtfacq_c(c, 0) * z_rth_pr_2(c, nlev - 1) + wgtfacq_c(c, 1) * z_rth_pr_2(c, nlev - 2) +
                            wgtfacq_c(c, 2) * z_rth_pr_2(c, nlev - 3);
    z_theta_v_pr_ic(c, nlev) = perturbation;
    theta_v_ic(c, nlev) = wp(theta_ref_ic(c, nlev)) + wp(perturbation);
  }
};

}  // namespace icodyn::plain::nonhydro

// compute_horizontal_advection_of_rho_and_theta: rho and theta_v at edges, upwind with a linear profile in the upwind
// cell (Miura).
//
// Covers NH-10 (mo_advection_traject, btraj_compute_o1, and mo_solve_nonhydro_stencil_16). In: vn_now, vt, rho_ref_me,
// theta_ref_me (edge, full), z_rth_pr_1, z_rth_pr_2, z_grad_rth_1..4 (cell, full), pos_on_tplane_e, primal_normal_cell,
// dual_normal_cell (edge x 2 each), e2c. Out: z_rho_e, z_theta_v_e (edge, full). Domain: edges LB7..HALO, levels
// 0..nlev-1; elsewhere both are 0. 80 B per edge and level. Its own kernel because it gathers from the upwind cell,
// which depends on the wind.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeHorizontalAdvectionOfRhoAndTheta {
  Field<const wp> vn;
  Field<const vp> vt;
  Coeff<const wp, 2> pos_on_tplane_e_1, pos_on_tplane_e_2;
  Coeff<const wp, 2> primal_normal_cell_1, dual_normal_cell_1, primal_normal_cell_2, dual_normal_cell_2;
  Field<const vp> rho_ref_me, theta_ref_me;
  Field<const vp> z_rth_pr_1, z_rth_pr_2, z_grad_rth_1, z_grad_rth_2, z_grad_rth_3, z_grad_rth_4;
  Table<2> e2c;
  Field<wp> z_rho_e, z_theta_v_e;
  wp dthalf = 0;  // half the substep

  ICODYN_HD void operator()(int e, int k) const {
    const int upwind = vn(e, k) >= wp(0) ? 0 : 1;
    const int c = e2c(e, upwind);
    // from the cell center to the barycenter of the area swept in one substep, first along the edge's normal and tangent ...
    const wp normal = -(vn(e, k) * dthalf + pos_on_tplane_e_1(e, upwind));
    const wp tangential = -(vt(e, k) * dthalf + pos_on_tplane_e_2(e, upwind));
    // ... then in the zonal and meridional frame of the cell
    const wp zonal = normal * primal_normal_cell_1(e, upwind) + tangential * dual_normal_cell_1(e, upwind);
    const wp meridional = normal * primal_normal_cell_2(e, upwind) + tangential * dual_normal_cell_2(e, upwind);
    z_rho_e(e, k) = wp(rho_ref_me(e, k)) + wp(z_rth_pr_1(c, k)) + zonal * z_grad_rth_1(c, k) + meridional * z_grad_rth_2(c, k);
    z_theta_v_e(e, k) =
        wp(theta_ref_me(e, k)) + wp(z_rth_pr_2(c, k)) + zonal * z_grad_rth_3(c, k) + meridional * z_grad_rth_4(c, k);
  }
};

}  // namespace icodyn::plain::nonhydro

// solve_tridiagonal_matrix_for_w_forward_sweep: elimination from the top down in the implicit system of w.
//
// Covers NH-35 (mo_solve_nonhydro_stencil_51 and 52). In: z_w_expl, theta_v_ic, z_alpha, ddqz_z_half (cell, half),
// z_beta, z_exner_expl (cell, full), vwind_impl_wgt (cell). Out: z_q (cell, half levels in full storage), w_new (cell,
// half; the reduced right-hand side). Domain: cells NUD..LOCAL as columns, levels 1..nlev-1 downwards. 64 B per cell
// and level. A recurrence, so one thread a column.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct SolveTridiagonalMatrixForWForwardSweep {
  Row<const wp> vwind_impl_wgt;
  Field<const wp> theta_v_ic;
  Field<const vp> ddqz_z_half, z_alpha, z_beta;
  Field<const wp> z_w_expl, z_exner_expl;
  Field<vp> z_q;
  Field<wp> w_new;
  wp dtime = 0;
  int nlev = 0;

  ICODYN_HD void operator()(int c) const {
    vp q = 0;  // no flux through the model top
    wp w = 0;
    for (int k = 1; k < nlev; ++k) {
      const vp gamma = static_cast<vp>(dtime * phys::cpd * vwind_impl_wgt(c) * theta_v_ic(c, k) / ddqz_z_half(c, k));
      const vp lower = (vp(0) - gamma) * z_beta(c, k - 1) * z_alpha(c, k - 1);
      const vp upper = (vp(0) - gamma) * z_beta(c, k) * z_alpha(c, k + 1);
      const vp diagonal = vp(1) + gamma * z_alpha(c, k) * (z_beta(c, k - 1) + z_beta(c, k));
      const wp right = z_w_expl(c, k) - gamma * (z_exner_expl(c, k - 1) - z_exner_expl(c, k));
      const vp norm = vp(1) / (diagonal + lower * q);
      q = (vp(0) - upper) * norm;
      w = (right - lower * w) * norm;
      z_q(c, k) = q;
      w_new(c, k) = w;
    }
  }
};

}  // namespace icodyn::plain::nonhydro

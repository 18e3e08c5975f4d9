// compute_horizontal_advection_term_for_vertical_velocity: minus the horizontal wind times the gradient of w, at edges.
//
// Covers VA-8 (mo_velocity_advection_stencil_07). In: vn_ie, z_vt_ie (edge, half), w (cell, half), z_w_v (vertex,
// half), e2c, e2v, inv_dual_edge_length, inv_primal_edge_length, tangent_orientation. Out: z_v_grad_w (edge, half).
// Domain: edges LB5..HALO2 (predictor), LB7..HALO (corrector), levels 0..nlev-1. 32 B per edge and level. Its own
// kernel: cells read it at three edges.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct ComputeHorizontalAdvectionTermForVerticalVelocity {
  Field<const vp> vn_ie, z_vt_ie;
  Row<const wp> inv_dual_edge_length, inv_primal_edge_length, tangent_orientation;
  Field<const wp> w;
  Field<const vp> z_w_v;
  Table<2> e2c, e2v;
  Field<vp> z_v_grad_w;

  ICODYN_HD void operator()(int e, int k) const {
    z_v_grad_w(e, k) = static_cast<vp>(
        vn_ie(e, k) * inv_dual_edge_length(e) * (w(e2c(e, 0), k) - w(e2c(e, 1), k)) +
        z_vt_ie(e, k) * inv_primal_edge_length(e) * tangent_orientation(e) * (z_w_v(e2v(e, 0), k) - z_w_v(e2v(e, 1), k)));
  }
};

}  // namespace icodyn::plain::velocity

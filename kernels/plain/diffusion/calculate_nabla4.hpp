// calculate_nabla4: Laplacian of the Laplacian of vn.
//
// Covers S5, first part (mo_nh_diffusion_stencil_04). In: u_vert, v_vert of z_nabla2_e (vertex, full), z_nabla2_e
// (edge, full), primal_normal_vert (edge x 4), inv_primal_edge_length, inv_vert_vert_length, e2c2v. Out: z_nabla4_e2
// (edge, full). Domain: edges NUD2..LOCAL, levels 0..nlev-1. 21 B per edge and level.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct CalculateNabla4 {
  Field<const vp> u_vert, v_vert;
  Coeff<const wp, 4> primal_normal_vert_1, primal_normal_vert_2;
  Field<const wp> z_nabla2_e;
  Row<const wp> inv_vert_vert_length, inv_primal_edge_length;
  Table<4> e2c2v;
  Field<vp> z_nabla4_e2;

  ICODYN_HD void operator()(int e, int k) const {
    const auto u = [&](int i) { return u_vert(e2c2v(e, i), k) * primal_normal_vert_1(e, i); };
    const auto v = [&](int i) { return v_vert(e2c2v(e, i), k) * primal_normal_vert_2(e, i); };
    const wp tangential = u(0) + v(0) + u(1) + v(1);
    const wp normal = u(2) + v(2) + u(3) + v(3);
    const wp inv_pel = inv_primal_edge_length(e), inv_vvl = inv_vert_vert_length(e);
    z_nabla4_e2(e, k) = static_cast<vp>(wp(4) * ((normal - wp(2) * z_nabla2_e(e, k)) * (inv_vvl * inv_vvl) +
                                                 (tangential - wp(2) * z_nabla2_e(e, k)) * (inv_pel * inv_pel)));
  }
};

}  // namespace icodyn::plain::diffu

// mo_intp_rbf_rbf_vec_interpol_vertex: zonal and meridional component at vertices from an edge-normal field.
//
// Covers S1 (vn) and S4 (z_nabla2_e), mo_intp_rbf_rbf_vec_interpol_vertex. In: normal (edge, full), rbf_vec_coeff_v1/v2
// (vertex x 6), v2e. Out: u_vert, v_vert (vertex, full). Domain: vertices LB2..LOCAL, levels 0..nlev-1. 40 B per vertex
// and level on a sphere (three edges each). Its own kernel because edges read the result at four vertices.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct RbfVecInterpolVertex {
  Field<const wp> normal;
  Coeff<const wp, 6> rbf_vec_coeff_v1, rbf_vec_coeff_v2;
  Table<6> v2e;
  Field<vp> u_vert, v_vert;

  ICODYN_HD void operator()(int v, int k) const {
    u_vert(v, k) = static_cast<vp>(neighbor_sum<6>([&](int j) { return rbf_vec_coeff_v1(v, j) * normal(v2e(v, j), k); }));
    v_vert(v, k) = static_cast<vp>(neighbor_sum<6>([&](int j) { return rbf_vec_coeff_v2(v, j) * normal(v2e(v, j), k); }));
  }
};

}  // namespace icodyn::plain::diffu

// mo_math_divrot_rot_vertex_ri_dsl: relative vorticity at vertices, the circulation around the dual cell over its area.
//
// Covers VA-17 (mo_math_divrot_rot_vertex). In: vn (edge, full), geofac_rot (vertex x 6), v2e. Out: zeta (vertex,
// full). Domain: all vertices, levels 0..nlev-1. 32 B per vertex and level on a sphere (three edges each). Its own
// kernel: edges read it at both ends.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct RotVertex {
  Field<const wp> vn;
  Coeff<const wp, 6> geofac_rot;
  Table<6> v2e;
  Field<vp> zeta;

  ICODYN_HD void operator()(int v, int k) const {
    zeta(v, k) = static_cast<vp>(neighbor_sum<6>([&](int j) { return vn(v2e(v, j), k) * geofac_rot(v, j); }));
  }
};

}  // namespace icodyn::plain::velocity

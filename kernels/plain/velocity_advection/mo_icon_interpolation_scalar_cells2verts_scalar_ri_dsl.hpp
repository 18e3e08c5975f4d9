// mo_icon_interpolation_scalar_cells2verts_scalar_ri_dsl: w at vertices, the weighted mean over the cells around.
//
// Covers VA-7 (mo_icon_interpolation_scalar_cells2verts). In: w (cell, half), c_intp (vertex x 6), v2c. Out: z_w_v
// (vertex, half; the surface is never needed). Domain: all vertices, levels 0..nlev-1. 24 B per vertex and level on a
// sphere (two cells each). Its own kernel because the edges read it at both ends.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct CellsToVertices {
  Field<const wp> w;
  Coeff<const wp, 6> c_intp;
  Table<6> v2c;
  Field<vp> z_w_v;

  ICODYN_HD void operator()(int v, int k) const {
    z_w_v(v, k) = static_cast<vp>(neighbor_sum<6>([&](int j) { return w(v2c(v, j), k) * c_intp(v, j); }));
  }
};

}  // namespace icodyn::plain::velocity

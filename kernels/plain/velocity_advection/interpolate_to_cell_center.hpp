// interpolate_to_cell_center: an edge field at the cell, bilinear.
//
// Covers VA-9 first half (z_w_concorr_me, levels nflatlev..nlev-1, mo_velocity_advection_stencil_08) and VA-18
// (z_kin_hor_e, all levels). In: edge_field (edge, full), e_bln_c_s (cell x 3), c2e. Out: cell_field (cell, full).
// Domain: cells LB4..HALO. 20 B per cell and level. Its own kernel because of the gather over c2e.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct InterpolateToCellCenter {
  Field<const vp> edge_field;
  Coeff<const wp, 3> e_bln_c_s;
  Table<3> c2e;
  Field<vp> cell_field;

  ICODYN_HD void operator()(int c, int k) const {
    cell_field(c, k) =
        static_cast<vp>(neighbor_sum<3>([&](int j) { return e_bln_c_s(c, j) * edge_field(c2e(c, j), k); }));
  }
};

}  // namespace icodyn::plain::velocity

// apply_nabla2_to_w: fourth-order diffusion of w.
//
// Covers S6, second part (mo_nh_diffusion_stencil_09). In: z_nabla2_c (cell, half), geofac_n2s (cell x 4), area, c2e2c.
// In and out: w (cell, half). Domain: cells INTERIOR..LOCAL, levels 0..nlev-1. 24 B per point. In place in w: neighbors
// are read of z_nabla2_c only.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct ApplyNabla2ToW {
  Row<const wp> area;
  Field<const wp> z_nabla2_c;
  Coeff<const wp, 4> geofac_n2s;
  Table<3> c2e2c;
  Field<wp> w;
  wp diff_multfac_w = 0;

  ICODYN_HD void operator()(int c, int k) const {
    const wp nabla4 =
        neighbor_sum<4>([&](int j) { return z_nabla2_c(j == 0 ? c : c2e2c(c, j - 1), k) * geofac_n2s(c, j); });
    w(c, k) = w(c, k) - diff_multfac_w * (area(c) * area(c)) * nabla4;
  }
};

}  // namespace icodyn::plain::diffu

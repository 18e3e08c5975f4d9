// calculate_nabla2_for_w: Laplacian of w.
//
// Covers S6, first part (mo_nh_diffusion_stencil_07). In: w (cell, half), geofac_n2s (cell x 4), c2e2c. Out: z_nabla2_c
// (cell, half). Domain: cells NUDGING (limited area) or LB4 (else) .. HALO, levels 0..nlev-1. 16 B per point. Its own
// kernel: the next one reads its result in the cells around, and w is changed in place only after this one is complete.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct CalculateNabla2ForW {
  Field<const wp> w;
  Coeff<const wp, 4> geofac_n2s;
  Table<3> c2e2c;
  Field<wp> z_nabla2_c;

  ICODYN_HD void operator()(int c, int k) const {
    z_nabla2_c(c, k) = neighbor_sum<4>([&](int j) { return w(j == 0 ? c : c2e2c(c, j - 1), k) * geofac_n2s(c, j); });
  }
};

}  // namespace icodyn::plain::diffu

// calculate_horizontal_gradients_for_turbulence: zonal and meridional gradient of w.
//
// Covers S6, gradients (mo_nh_diffusion_stencil_08; only with shear_type 2). In: w before its diffusion (cell, half),
// geofac_grg_x/y (cell x 4), c2e2c. Out: dwdx, dwdy (cell, half). Domain: as calculate_nabla2_for_w, levels 1..nlev-1.
// 24 B per point. Its own kernel because it is optional.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct CalculateHorizontalGradientsForTurbulence {
  Field<const wp> w;
  Coeff<const wp, 4> geofac_grg_x, geofac_grg_y;
  Table<3> c2e2c;
  Field<vp> dwdx, dwdy;

  ICODYN_HD void operator()(int c, int k) const {
    const auto w_at = [&](int j) { return w(j == 0 ? c : c2e2c(c, j - 1), k); };
    dwdx(c, k) = static_cast<vp>(neighbor_sum<4>([&](int j) { return geofac_grg_x(c, j) * w_at(j); }));
    dwdy(c, k) = static_cast<vp>(neighbor_sum<4>([&](int j) { return geofac_grg_y(c, j) * w_at(j); }));
  }
};

}  // namespace icodyn::plain::diffu

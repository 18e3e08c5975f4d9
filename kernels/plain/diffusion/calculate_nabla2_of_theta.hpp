// calculate_nabla2_of_theta: divergence of the flux of theta_v.
//
// Covers S8, second part (mo_nh_diffusion_stencil_14). In: z_temp_flux (edge, full), geofac_div (cell x 3), c2e. Out:
// z_temp (cell, full). Domain: cells NUDGING..LOCAL, levels 0..nlev-1. 20 B per cell and level. Its own kernel because
// of the gather over c2e.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct CalculateNabla2OfTheta {
  Field<const wp> z_temp_flux;
  Coeff<const wp, 3> geofac_div;
  Table<3> c2e;
  Field<wp> z_temp;

  ICODYN_HD void operator()(int c, int k) const {
    z_temp(c, k) = neighbor_sum<3>([&](int j) { return z_temp_flux(c2e(c, j), k) * geofac_div(c, j); });
  }
};

}  // namespace icodyn::plain::diffu

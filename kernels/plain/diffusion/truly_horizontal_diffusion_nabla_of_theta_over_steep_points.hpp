// truly_horizontal_diffusion_nabla_of_theta_over_steep_points: Laplacian of theta_v at constant height over steep
// slopes.
//
// Covers S8, third part (mo_nh_diffusion_stencil_15). In: zd_diffcoef, zd_intcoef, zd_vertoffset (cell, full), theta_v
// (cell, full), geofac_n2s (cell x 4), c2e2c. In and out: z_temp (cell, full). Domain: cells NUDGING..LOCAL, levels
// 0..nlev-1, acts where zd_diffcoef is not 0. 8 B per point, 68 B where it acts. Its own kernel because only cases with
// steep points need it.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct TrulyHorizontalDiffusionNablaOfThetaOverSteepPoints {
  Field<const wp> zd_diffcoef;
  Field<const wp> zd_intcoef[3];
  Field<const int> zd_vertoffset[3];
  Coeff<const wp, 4> geofac_n2s;
  Field<const wp> theta_v;
  Table<3> c2e2c;
  Field<wp> z_temp;

  ICODYN_HD void operator()(int c, int k) const {
    if (zd_diffcoef(c, k) == wp(0)) return;
    wp sum = theta_v(c, k) * geofac_n2s(c, 0);
    for (int j = 0; j < 3; ++j) {
      const int neighbor = c2e2c(c, j), level = k + zd_vertoffset[j](c, k);
      const wp weight = zd_intcoef[j](c, k);
      sum = sum + geofac_n2s(c, j + 1) *
                      (weight * theta_v(neighbor, level) + (wp(1) - weight) * theta_v(neighbor, level + 1));
    }
    z_temp(c, k) = z_temp(c, k) + zd_diffcoef(c, k) * sum;
  }
};

}  // namespace icodyn::plain::diffu

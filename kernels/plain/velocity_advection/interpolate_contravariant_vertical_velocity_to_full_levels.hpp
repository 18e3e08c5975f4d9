// interpolate_contravariant_vertical_velocity_to_full_levels: mean of the (clipped) z_w_con_c above and below.
//
// Covers VA-12 (mo_velocity_advection_stencil_15). In: z_w_con_c (cell, half). Out: z_w_con_c_full (cell, full).
// Domain: cells LB4..HALO, levels 0..nlev-1. 16 B per point. Its own kernel because it needs clipped neighbors in the
// vertical.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct InterpolateContravariantVerticalVelocityToFullLevels {
  Field<const vp> z_w_con_c;
  Field<vp> z_w_con_c_full;
  int nlev = 0;

  ICODYN_HD void operator()(int c, int k) const {
    // the value at the surface, half level nlev, is 0 and is not stored
    z_w_con_c_full(c, k) =
        k < nlev - 1 ? vp(0.5) * (z_w_con_c(c, k) + z_w_con_c(c, k + 1)) : vp(0.5) * z_w_con_c(c, k);
  }
};

}  // namespace icodyn::plain::velocity

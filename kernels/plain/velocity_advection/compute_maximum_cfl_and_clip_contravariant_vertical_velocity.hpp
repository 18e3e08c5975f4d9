// compute_maximum_cfl_and_clip_contravariant_vertical_velocity: marks points near the vertical CFL limit and clips
// z_w_con_c there.
//
// Covers VA-11 (mo_velocity_advection_stencil_14). In: ddqz_z_half (cell, half). In and out: z_w_con_c (cell, half).
// Out: vcfl (signed, before clipping), cfl_clipping (cell, half). Domain: cells LB4..HALO, levels 0..nlev-1; outside
// [first_level, end_level) the marks are cleared. 36 B per point. In place and local to the point, so all points may
// run at once; its own kernel because interpolate_contravariant_vertical_velocity_to_full_levels needs the clipped
// value of the level below.
#pragma once

#include <cmath>

#include "core/view.hpp"
#include "plain/velocity_advection/cfl_limits.hpp"

namespace icodyn::plain::velocity {

struct ComputeMaximumCflAndClipContravariantVerticalVelocity {
  Field<const vp> ddqz_z_half;
  Field<vp> z_w_con_c, vcfl;
  Field<int> cfl_clipping;
  CflLimits limits;
  int first_level = 0, end_level = 0;

  ICODYN_HD void operator()(int c, int k) const {
    const vp dz = ddqz_z_half(c, k), w = z_w_con_c(c, k);
    const bool clip = k >= first_level && k < end_level && std::abs(w) > limits.cfl_w_limit * dz;
    const vp cfl = clip ? static_cast<vp>((w * limits.dtime) / dz) : vp(0);
    if (clip && cfl < -cfl_hard_limit) z_w_con_c(c, k) = static_cast<vp>((-cfl_hard_limit * dz) / limits.dtime);
    if (clip && cfl > cfl_hard_limit) z_w_con_c(c, k) = static_cast<vp>((cfl_hard_limit * dz) / limits.dtime);
    vcfl(c, k) = cfl;
    cfl_clipping(c, k) = clip ? 1 : 0;
  }
};

}  // namespace icodyn::plain::velocity

// correct_contravariant_vertical_velocity: w relative to the coordinate surfaces.
//
// Covers VA-10 (mo_velocity_advection_stencil_11, 12 and 13: copy, surface value, correction). In: w, w_concorr_c
// (cell, half). Out: z_w_con_c (cell, half; 0 at the surface is implied). Domain: cells LB4..HALO, levels 0..nlev-1. 24
// B per point.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct CorrectContravariantVerticalVelocity {
  Field<const wp> w;
  Field<const vp> w_concorr_c;
  Field<vp> z_w_con_c;

  ICODYN_HD void operator()(int c, int k) const { z_w_con_c(c, k) = static_cast<vp>(w(c, k) - w_concorr_c(c, k)); }
};

}  // namespace icodyn::plain::velocity

// update_theta_and_exner: adds the diffusion to theta_v and lets exner follow.
//
// Covers S8, last part (mo_nh_diffusion_stencil_16). In: z_temp (cell, full), area. In and out: theta_v, exner (cell,
// full). Domain: cells NUDGING..LOCAL, levels 0..nlev-1. 40 B per point. In place and local to the point: all that
// reads theta_v of other cells has run.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct UpdateThetaAndExner {
  Field<const wp> z_temp;
  Row<const wp> area;
  Field<wp> theta_v, exner;
  wp rd_o_cvd = 0;

  ICODYN_HD void operator()(int c, int k) const {
    const wp old_theta_v = theta_v(c, k);
    const wp new_theta_v = old_theta_v + area(c) * z_temp(c, k);
    theta_v(c, k) = new_theta_v;
    exner(c, k) = exner(c, k) * (wp(1) + rd_o_cvd * (new_theta_v / old_theta_v - wp(1)));
  }
};

}  // namespace icodyn::plain::diffu

// add_extra_diffusion_for_w_con_approaching_cfl: diffuses w where the vertical Courant number comes near its limit.
//
// Covers VA-15 (mo_velocity_advection_stencil_18). In: cfl_clipping, z_w_con_c (clipped), ddqz_z_half, w (cell, half),
// owner_mask_c, area (cell), geofac_n2s (cell x 4), c2e2c. In and out: ddt_w_adv (cell, half). Domain: cells LB4..HALO,
// levels 1..nlev-1. 4 B per point, 44 B where the mark is set. Its own kernel because it gathers w of the cells around.
#pragma once

#include <cmath>

#include "core/view.hpp"
#include "plain/velocity_advection/cfl_limits.hpp"

namespace icodyn::plain::velocity {

struct AddExtraDiffusionForWConApproachingCfl {
  Field<const int> cfl_clipping;
  Row<const int> owner_mask_c;
  Field<const vp> z_w_con_c, ddqz_z_half;
  Field<const wp> w;
  Row<const wp> area;
  Coeff<const wp, 4> geofac_n2s;
  Table<3> c2e2c;
  Field<vp> ddt_w_adv;
  CflLimits limits;

  ICODYN_HD void operator()(int c, int k) const {
    if (cfl_clipping(c, k) == 0 || owner_mask_c(c) == 0) return;
    const wp soft_limit = limits.cfl_w_limit * limits.dtime;
    const wp excess = std::abs(z_w_con_c(c, k)) * limits.dtime / ddqz_z_half(c, k) - soft_limit;
    const wp difcoef = limits.scalfac_exdiff * min_of(cfl_hard_limit - soft_limit, excess);
    const wp nabla2_w =
        neighbor_sum<4>([&](int j) { return w(j == 0 ? c : c2e2c(c, j - 1), k) * geofac_n2s(c, j); });
    ddt_w_adv(c, k) = static_cast<vp>(ddt_w_adv(c, k) + difcoef * area(c) * nabla2_w);
  }
};

}  // namespace icodyn::plain::velocity

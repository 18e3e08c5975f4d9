// add_extra_diffusion_for_normal_wind_tendency_approaching_cfl: diffuses vn where the vertical Courant number comes
// near its limit.
//
// Covers VA-20 (mo_velocity_advection_stencil_20). In: z_w_con_c_full (cell, full), ddqz_z_full_e, vn (edge, full),
// zeta (vertex, full), c_lin_e (edge x 2), area_edge, tangent_orientation, inv_primal_edge_length, geofac_grdiv (edge x
// 5), e2c, e2c2e, e2v. In and out: ddt_vn_apc (edge, full). Domain: edges NUD2..LOCAL, levels max(2, nrdmax-2)..nlev-5.
// 14 B per point, 38 B where it acts. As in icon4py every point decides for itself; ICON also asks for a marked level
// (spec/velocity-advection.md 6.2).
#pragma once

#include <cmath>

#include "core/view.hpp"
#include "plain/velocity_advection/cfl_limits.hpp"

namespace icodyn::plain::velocity {

struct AddExtraDiffusionForNormalWindTendencyApproachingCfl {
  Coeff<const wp, 2> c_lin_e;
  Field<const vp> z_w_con_c_full, ddqz_z_full_e;
  Row<const wp> area_edge, tangent_orientation, inv_primal_edge_length;
  Field<const vp> zeta;
  Coeff<const wp, 5> geofac_grdiv;
  Field<const wp> vn;
  Table<2> e2c, e2v;
  Table<4> e2c2e;
  Field<vp> ddt_vn_apc;
  CflLimits limits;

  ICODYN_HD void operator()(int e, int k) const {
    const wp w_con_e =
        c_lin_e(e, 0) * z_w_con_c_full(e2c(e, 0), k) + c_lin_e(e, 1) * z_w_con_c_full(e2c(e, 1), k);
    if (!(std::abs(w_con_e) > limits.cfl_w_limit * ddqz_z_full_e(e, k))) return;
    const wp soft_limit = limits.cfl_w_limit * limits.dtime;
    const wp excess = std::abs(w_con_e) * limits.dtime / ddqz_z_full_e(e, k) - soft_limit;
    const wp difcoef = limits.scalfac_exdiff * min_of(cfl_hard_limit - soft_limit, excess);
    const wp graddiv =
        neighbor_sum<5>([&](int j) { return geofac_grdiv(e, j) * vn(j == 0 ? e : e2c2e(e, j - 1), k); });
    // the end point 1 minus the end point 0: the other way round than in the advection term of w
    const wp rot_gradient =
        tangent_orientation(e) * inv_primal_edge_length(e) * (zeta(e2v(e, 1), k) - zeta(e2v(e, 0), k));
    ddt_vn_apc(e, k) = static_cast<vp>(ddt_vn_apc(e, k) + difcoef * area_edge(e) * (graddiv + rot_gradient));
  }
};

}  // namespace icodyn::plain::velocity

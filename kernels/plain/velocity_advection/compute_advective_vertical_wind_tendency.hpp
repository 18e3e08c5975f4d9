// compute_advective_vertical_wind_tendency: vertical advection of w.
//
// Covers VA-13 (mo_velocity_advection_stencil_16). In: z_w_con_c, w (cell, half), coeff1_dwdz, coeff2_dwdz (cell,
// levels from 1). Out: ddt_w_adv (cell, half). Domain: cells LB4..HALO, levels 1..nlev-1; level 0 keeps its value, the
// lowest level reads w at the surface. 40 B per point. Its own kernel because it reads w above and below.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct ComputeAdvectiveVerticalWindTendency {
  Field<const vp> z_w_con_c;
  Field<const wp> w;
  Field<const vp> coeff1_dwdz, coeff2_dwdz;
  Field<vp> ddt_w_adv;

  ICODYN_HD void operator()(int c, int k) const {
    const vp c1 = coeff1_dwdz(c, k), c2 = coeff2_dwdz(c, k);
    ddt_w_adv(c, k) =
        static_cast<vp>(-z_w_con_c(c, k) * (w(c, k - 1) * c1 - w(c, k + 1) * c2 + w(c, k) * (c2 - c1)));
  }
};

}  // namespace icodyn::plain::velocity

// add_temporal_tendencies_to_vn: predicted normal wind.
//
// Covers NH-16 (mo_solve_nonhydro_stencil_24). In: vn_now, ddt_vn_apc (predictor), ddt_vn_phy, z_theta_v_e,
// z_gradh_exner (edge, full). Out: vn_new (edge, full). Domain: edges NUD2..LOCAL, levels 0..nlev-1. 48 B per edge and
// level. Its own kernel because the finished pressure gradient goes in; the corrector sums its terms in another order.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct AddTemporalTendenciesToVn {
  Field<const wp> vn_now;
  Field<const vp> ddt_vn_apc, ddt_vn_phy;
  Field<const wp> z_theta_v_e;
  Field<const vp> z_gradh_exner;
  Field<wp> vn_new;
  wp dtime = 0;

  ICODYN_HD void operator()(int e, int k) const {
    vn_new(e, k) = vn_now(e, k) + dtime * (ddt_vn_apc(e, k) - phys::cpd * z_theta_v_e(e, k) * z_gradh_exner(e, k) +
                                           ddt_vn_phy(e, k));
  }
};

}  // namespace icodyn::plain::nonhydro

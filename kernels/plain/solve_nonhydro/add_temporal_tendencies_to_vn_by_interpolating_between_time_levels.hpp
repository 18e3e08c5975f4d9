// add_temporal_tendencies_to_vn_by_interpolating_between_time_levels: corrected normal wind before divergence damping.
//
// Covers NH-45 (mo_solve_nonhydro_stencil_23). In: vn_now, ddt_vn_apc (predictor and corrector), ddt_vn_phy,
// z_theta_v_e, z_gradh_exner (edge, full). Out: vn_new (edge, full). Domain: edges NUD2..LOCAL, levels 0..nlev-1. 56 B
// per edge and level. Its own kernel because its terms have another order than in the predictor.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct AddTemporalTendenciesToVnByInterpolatingBetweenTimeLevels {
  Field<const wp> vn_now;
  Field<const vp> ddt_vn_apc_predictor, ddt_vn_apc_corrector, ddt_vn_phy;
  Field<const wp> z_theta_v_e;
  Field<const vp> z_gradh_exner;
  Field<wp> vn_new;
  wp dtime = 0, wgt_nnow_vel = 0, wgt_nnew_vel = 0;

  ICODYN_HD void operator()(int e, int k) const {
    vn_new(e, k) = vn_now(e, k) + dtime * (wgt_nnow_vel * ddt_vn_apc_predictor(e, k) +
                                           wgt_nnew_vel * ddt_vn_apc_corrector(e, k) + ddt_vn_phy(e, k) -
                                           phys::cpd * z_theta_v_e(e, k) * z_gradh_exner(e, k));
  }
};

}  // namespace icodyn::plain::nonhydro

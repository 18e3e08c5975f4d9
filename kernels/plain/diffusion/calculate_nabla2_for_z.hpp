// calculate_nabla2_for_z: diffusive flux of theta_v through edges.
//
// Covers S8, first part (mo_nh_diffusion_stencil_13). In: kh_smag_e (edge, full), inv_dual_edge_length, theta_v (cell,
// full), e2c. Out: z_temp_flux (edge, full; ICON's z_nabla2_e). Domain: edges NUDGING..HALO, levels 0..nlev-1. 21 B per
// edge and level.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct CalculateNabla2ForZ {
  Field<const vp> kh_smag_e;
  Row<const wp> inv_dual_edge_length;
  Field<const wp> theta_v;
  Table<2> e2c;
  Field<wp> z_temp_flux;

  ICODYN_HD void operator()(int e, int k) const {
    z_temp_flux(e, k) =
        kh_smag_e(e, k) * inv_dual_edge_length(e) * (theta_v(e2c(e, 1), k) - theta_v(e2c(e, 0), k));
  }
};

}  // namespace icodyn::plain::diffu

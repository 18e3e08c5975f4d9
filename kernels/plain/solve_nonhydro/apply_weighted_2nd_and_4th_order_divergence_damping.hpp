// apply_weighted_2nd_and_4th_order_divergence_damping: damps divergent motion in a limited area, less near the lateral
// boundary.
//
// Covers NH-49 (mo_solve_nonhydro_stencil_27). In: scal_divdamp (profile, <= 0), bdy_divdamp (profile, >= 0),
// nudgecoeff_e (edge), z_graddiv2_vn (edge, full). In and out: vn_new (edge, full). Domain: edges NUD2..LOCAL, levels
// 0..nlev-1. 24 B per edge and level. Its own kernel because a global grid uses another formula.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ApplyWeighted2ndAnd4thOrderDivergenceDamping {
  Profile<const wp> scal_divdamp, bdy_divdamp;
  Row<const wp> nudgecoeff_e;
  Field<const vp> z_graddiv2_vn;
  Field<wp> vn_new;

  ICODYN_HD void operator()(int e, int k) const {
    vn_new(e, k) = vn_new(e, k) + (scal_divdamp(k) + bdy_divdamp(k) * nudgecoeff_e(e)) * z_graddiv2_vn(e, k);
  }
};

}  // namespace icodyn::plain::nonhydro

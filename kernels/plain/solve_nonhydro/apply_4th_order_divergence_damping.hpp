// apply_4th_order_divergence_damping: damps divergent motion of the smallest scales on a global grid.
//
// Covers NH-48. In: scal_divdamp (profile, <= 0), z_graddiv2_vn (edge, full). In and out: vn_new (edge, full). Domain:
// edges NUD2..LOCAL, levels 0..nlev-1. 24 B per edge and level. Its own kernel because a limited area uses another
// formula.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct Apply4thOrderDivergenceDamping {
  Profile<const wp> scal_divdamp;
  Field<const vp> z_graddiv2_vn;
  Field<wp> vn_new;

  ICODYN_HD void operator()(int e, int k) const { vn_new(e, k) = vn_new(e, k) + scal_divdamp(k) * z_graddiv2_vn(e, k); }
};

}  // namespace icodyn::plain::nonhydro

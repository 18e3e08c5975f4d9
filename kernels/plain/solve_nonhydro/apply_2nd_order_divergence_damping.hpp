// apply_2nd_order_divergence_damping: damps divergent motion strongly, for the first hours of a run.
//
// Covers NH-46 (mo_solve_nonhydro_stencil_26). In: z_graddiv_total (edge, full). In and out: vn_new (edge, full).
// Domain: edges NUD2..LOCAL, levels 0..nlev-1. 24 B per edge and level. Its own kernel because it runs only when the
// factor is large enough.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct Apply2ndOrderDivergenceDamping {
  Field<const vp> z_graddiv_total;
  Field<wp> vn_new;
  wp scal_divdamp_o2 = 0;

  ICODYN_HD void operator()(int e, int k) const { vn_new(e, k) = vn_new(e, k) + scal_divdamp_o2 * z_graddiv_total(e, k); }
};

}  // namespace icodyn::plain::nonhydro

// add_analysis_increments_to_vn: share of this substep in the analysis increment of the normal wind.
//
// Covers NH-17 and NH-50 (mo_solve_nonhydro_stencil_28). In: vn_incr (edge, full). In and out: vn_new (edge, full).
// Domain: edges NUD2..LOCAL, levels 0..nlev-1. 24 B per edge and level. Its own kernel because it runs only with the
// incremental analysis update.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct AddAnalysisIncrementsToVn {
  Field<const vp> vn_incr;
  Field<wp> vn_new;
  wp iau_wgt_dyn = 0;

  ICODYN_HD void operator()(int e, int k) const { vn_new(e, k) = vn_new(e, k) + iau_wgt_dyn * vn_incr(e, k); }
};

}  // namespace icodyn::plain::nonhydro

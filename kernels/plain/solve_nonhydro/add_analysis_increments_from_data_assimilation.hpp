// add_analysis_increments_from_data_assimilation: share of this substep in the analysis increments of rho and exner.
//
// Covers NH-34 (mo_solve_nonhydro_stencil_50). In: rho_incr, exner_incr (cell, full). In and out: z_rho_expl,
// z_exner_expl (cell, full). Domain: cells NUD..LOCAL, levels 0..nlev-1. 48 B per point. Its own kernel because it runs
// only with the incremental analysis update.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct AddAnalysisIncrementsFromDataAssimilation {
  Field<const vp> rho_incr, exner_incr;
  Field<wp> z_rho_expl, z_exner_expl;
  wp iau_wgt_dyn = 0;

  ICODYN_HD void operator()(int c, int k) const {
    z_rho_expl(c, k) = z_rho_expl(c, k) + iau_wgt_dyn * rho_incr(c, k);
    z_exner_expl(c, k) = z_exner_expl(c, k) + iau_wgt_dyn * exner_incr(c, k);
  }
};

}  // namespace icodyn::plain::nonhydro

// extrapolate_temporally_exner_pressure: Exner perturbation of this substep, and its extrapolation in time for the
// pressure gradient.
//
// Covers NH-1 (mo_solve_nonhydro_stencil_02). In: exner_now, exner_ref_mc, exner_exfac (cell, full). In and out:
// exner_pr (cell, full): the perturbation that the previous substep left is replaced. Out: z_exner_ex_pr (cell, half
// storage, full levels). Domain: cells LB3..HALO, levels 0..nlev-1. 48 B per point. Its own kernel because z_exner_ic
// needs its result on other levels.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ExtrapolateTemporallyExnerPressure {
  Field<const vp> exner_exfac;
  Field<const wp> exner;
  Field<const vp> exner_ref_mc;
  Field<vp> z_exner_ex_pr;
  Field<wp> exner_pr;

  ICODYN_HD void operator()(int c, int k) const {
    const vp factor = exner_exfac(c, k);
    const wp perturbation = exner(c, k) - exner_ref_mc(c, k);
    z_exner_ex_pr(c, k) = static_cast<vp>((vp(1) + factor) * perturbation - factor * exner_pr(c, k));
    exner_pr(c, k) = perturbation;
  }
};

}  // namespace icodyn::plain::nonhydro

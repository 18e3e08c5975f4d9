// interpolate_to_half_levels_vp: the time-extrapolated Exner perturbation on half levels.
//
// Covers NH-7 above the surface (mo_solve_nonhydro_stencil_05). In: z_exner_ex_pr (cell, full), wgtfac_c (cell, half).
// Out: z_exner_ic (cell, half). Domain: cells LB3..HALO, levels max(1, nflatlev)..nlev-1. 24 B per point. Its own
// kernel because compute_first_vertical_derivative needs the level below.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct InterpolateToHalfLevelsVp {
  Field<const vp> wgtfac_c, z_exner_ex_pr;
  Field<vp> z_exner_ic;

  ICODYN_HD void operator()(int c, int k) const {
    const vp weight = wgtfac_c(c, k);
    z_exner_ic(c, k) = weight * z_exner_ex_pr(c, k) + (vp(1) - weight) * z_exner_ex_pr(c, k - 1);
  }
};

}  // namespace icodyn::plain::nonhydro

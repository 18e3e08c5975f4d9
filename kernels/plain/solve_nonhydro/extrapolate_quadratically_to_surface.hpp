// extrapolate_quadratically_to_surface: the time-extrapolated Exner perturbation at the surface, from the three lowest
// full levels.
//
// Covers NH-7 on level nlev (mo_solve_nonhydro_stencil_04). In: z_exner_ex_pr (cell, full), wgtfacq_c (cell x 3). Out:
// z_exner_ic (cell, half level nlev only). Domain: cells LB3..HALO as columns. 56 B per cell. Its own kernel because it
// has no level loop.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ExtrapolateQuadraticallyToSurface {
  Coeff<const vp, 3> wgtfacq_c;  // slot j belongs to full level nlev-1-j
  Field<const vp> z_exner_ex_pr;
  Field<vp> z_exner_ic;
  int nlev = 0;

  ICODYN_HD void operator()(int c) const {
    z_exner_ic(c, nlev) = wgtfacq_c(c, 0) * z_exner_ex_pr(c, nlev - 1) + wgtfacq_c(c, 1) * z_exner_ex_pr(c, nlev - 2) +
                          wgtfacq_c(c, 2) * z_exner_ex_pr(c, nlev - 3);
  }
};

}  // namespace icodyn::plain::nonhydro

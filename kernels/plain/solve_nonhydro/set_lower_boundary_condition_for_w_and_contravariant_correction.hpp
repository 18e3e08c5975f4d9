// set_lower_boundary_condition_for_w_and_contravariant_correction: w follows the ground, no mass flux through it.
//
// Covers NH-30 and NH-31 on level nlev (mo_solve_nonhydro_stencil_47). In: w_concorr_c (cell, half level nlev). Out:
// w_new, z_contr_w_fl_l (cell, half level nlev only). Domain: cells NUD..LOCAL, level nlev. 24 B per cell. Its own
// kernel because it is one level only.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct SetLowerBoundaryConditionForWAndContravariantCorrection {
  Field<const vp> w_concorr_c;
  Field<wp> w_new, z_contr_w_fl_l;

  ICODYN_HD void operator()(int c, int k) const {
    w_new(c, k) = w_concorr_c(c, k);
    z_contr_w_fl_l(c, k) = wp(0);
  }
};

}  // namespace icodyn::plain::nonhydro

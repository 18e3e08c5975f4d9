// copy_cell_kdim_field_to_vp: keeps exner of the start of the time step, for its dynamical increment.
//
// Covers NH-40 (mo_solve_nonhydro_stencil_59). In: exner_now (cell, full). Out: exner_dyn_incr (cell, full). Domain:
// cells NUD..LOCAL, levels kstart_moist..nlev-1, first substep only. 16 B per point. Its own kernel because it runs
// once per time step.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct CopyCellKdimFieldToVp {
  Field<const wp> field;
  Field<vp> copy;

  ICODYN_HD void operator()(int c, int k) const { copy(c, k) = static_cast<vp>(field(c, k)); }
};

}  // namespace icodyn::plain::nonhydro

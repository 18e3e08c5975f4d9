// update_dynamical_exner_time_increment: change of exner by dynamics over the time step, without slow physics.
//
// Covers NH-57 (mo_solve_nonhydro_stencil_60). In: exner_new, ddt_exner_phy (cell, full). In and out: exner_dyn_incr
// (cell, full; exner of the start of the step before). Domain: cells NUD..LOCAL, levels kstart_moist..nlev-1, last
// substep only. 32 B per point. Its own kernel because it runs once per time step.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct UpdateDynamicalExnerTimeIncrement {
  Field<const wp> exner;
  Field<const vp> ddt_exner_phy;
  Field<vp> exner_dyn_incr;
  wp ndyn_substeps = 0, dtime = 0;

  ICODYN_HD void operator()(int c, int k) const {
    exner_dyn_incr(c, k) =
        static_cast<vp>(exner(c, k) - (exner_dyn_incr(c, k) + ndyn_substeps * dtime * ddt_exner_phy(c, k)));
  }
};

}  // namespace icodyn::plain::nonhydro

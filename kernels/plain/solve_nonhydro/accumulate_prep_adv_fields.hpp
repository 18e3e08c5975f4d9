// accumulate_prep_adv_fields: mean of averaged wind and mass flux over the substeps, for tracer advection.
//
// Covers NH-52 (mo_solve_nonhydro_stencil_33 and 34). In: z_vn_avg, mass_fl_e (edge, full). In and out: vn_traj,
// mass_flx_me (edge, full; only written when `reset`). Domain: edges LB5..HALO2, levels 0..nlev-1. 48 B per edge and
// level, 32 B with `reset`. Its own kernel because it runs only with lprep_adv.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct AccumulatePrepAdvFields {
  Field<const wp> z_vn_avg, mass_fl_e;
  Field<wp> vn_traj, mass_flx_me;
  wp r_nsubsteps = 0;
  bool reset = false;  // first substep

  ICODYN_HD void operator()(int e, int k) const {
    const wp wind = r_nsubsteps * z_vn_avg(e, k), flux = r_nsubsteps * mass_fl_e(e, k);
    vn_traj(e, k) = reset ? wind : vn_traj(e, k) + wind;
    mass_flx_me(e, k) = reset ? flux : mass_flx_me(e, k) + flux;
  }
};

}  // namespace icodyn::plain::nonhydro

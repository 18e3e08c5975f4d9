// update_mass_volume_flux: mean of the vertical mass and volume fluxes over the substeps, for tracer advection.
//
// Covers NH-56 (mo_solve_nonhydro_stencil_58). In: z_contr_w_fl_l, rho_ic, w_new (cell, half), vwind_impl_wgt (cell).
// In and out: mass_flx_ic, vol_flx_ic (cell, half). Domain: cells NUD..LOCAL, levels 1..nlev-1. 56 B per point. Its own
// kernel because it runs only with lprep_adv.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct UpdateMassVolumeFlux {
  Field<const wp> z_contr_w_fl_l, rho_ic;
  Row<const wp> vwind_impl_wgt;
  Field<const wp> w;
  Field<wp> mass_flx_ic, vol_flx_ic;
  wp r_nsubsteps = 0;

  ICODYN_HD void operator()(int c, int k) const {
    const wp flux = r_nsubsteps * (z_contr_w_fl_l(c, k) + rho_ic(c, k) * vwind_impl_wgt(c) * w(c, k));
    mass_flx_ic(c, k) = mass_flx_ic(c, k) + flux;
    vol_flx_ic(c, k) = vol_flx_ic(c, k) + flux / rho_ic(c, k);
  }
};

}  // namespace icodyn::plain::nonhydro

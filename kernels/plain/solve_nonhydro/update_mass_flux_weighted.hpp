// update_mass_flux_weighted: mean vertical mass flux over the substeps on the lateral boundary, for tracer advection.
//
// Covers NH-58 (mo_solve_nonhydro_stencil_65). In: rho_ic, w_now, w_new, w_concorr_c (cell, half), vwind_expl_wgt,
// vwind_impl_wgt (cell). In and out: mass_flx_ic (cell, half). Domain: cells LB1..LB4, levels 1..nlev-1. 48 B per
// point. Its own kernel because these cells have no implicit solve, so z_contr_w_fl_l is not there.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct UpdateMassFluxWeighted {
  Field<const wp> rho_ic;
  Row<const wp> vwind_expl_wgt, vwind_impl_wgt;
  Field<const wp> w_now, w_new;
  Field<const vp> w_concorr_c;
  Field<wp> mass_flx_ic;
  wp r_nsubsteps = 0;

  ICODYN_HD void operator()(int c, int k) const {
    mass_flx_ic(c, k) = mass_flx_ic(c, k) + r_nsubsteps * rho_ic(c, k) *
                                                (vwind_expl_wgt(c) * w_now(c, k) + vwind_impl_wgt(c) * w_new(c, k) -
                                                 w_concorr_c(c, k));
  }
};

}  // namespace icodyn::plain::nonhydro

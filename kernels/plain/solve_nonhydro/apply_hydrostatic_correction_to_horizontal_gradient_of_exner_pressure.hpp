// apply_hydrostatic_correction_to_horizontal_gradient_of_exner_pressure: extrapolates the pressure gradient down to the
// edge's height.
//
// Covers NH-15 (mo_solve_nonhydro_stencil_22). In: pg_exdist (edge, full; 0 = no extrapolation), z_hydro_corr (edge).
// In and out: z_gradh_exner (edge, full). Domain: edges NUD2..LOCAL, levels 0..nlev-1. 24 B per edge and level (8 B
// where pg_exdist is 0). Its own kernel because the three formulas of the gradient come before it.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ApplyHydrostaticCorrectionToHorizontalGradientOfExnerPressure {
  Row<const vp> z_hydro_corr;
  Field<const vp> pg_exdist;
  Field<vp> z_gradh_exner;

  ICODYN_HD void operator()(int e, int k) const {
    if (pg_exdist(e, k) != vp(0)) z_gradh_exner(e, k) = z_gradh_exner(e, k) + z_hydro_corr(e) * pg_exdist(e, k);
  }
};

}  // namespace icodyn::plain::nonhydro

// compute_horizontal_gradient_of_exner_pressure_for_flat_coordinates: pressure gradient where coordinate surfaces are
// horizontal.
//
// Covers NH-12 (mo_solve_nonhydro_stencil_18). In: z_exner_ex_pr (cell, full), inv_dual_edge_length (edge), e2c. Out:
// z_gradh_exner (edge, full). Domain: edges NUD2..LOCAL, levels 0..nflatlev-1. 14 B per edge and level. Its own kernel
// because of its level range.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeHorizontalGradientOfExnerPressureForFlatCoordinates {
  Row<const wp> inv_dual_edge_length;
  Field<const vp> z_exner_ex_pr;
  Table<2> e2c;
  Field<vp> z_gradh_exner;

  ICODYN_HD void operator()(int e, int k) const {
    z_gradh_exner(e, k) =
        static_cast<vp>(inv_dual_edge_length(e) * (z_exner_ex_pr(e2c(e, 1), k) - z_exner_ex_pr(e2c(e, 0), k)));
  }
};

}  // namespace icodyn::plain::nonhydro

// compute_horizontal_gradient_of_exner_pressure_for_multiple_levels: pressure gradient between values at the same
// height, each by a Taylor expansion in the layer of its cell that holds the edge's height.
//
// Covers NH-14 (mo_solve_nonhydro_stencil_20). In: z_exner_ex_pr, z_dexner_dz_c_1, z_dexner_dz_c_2 (cell, full),
// zdiff_gradp, vertoffset_gradp (edge x 2, full), inv_dual_edge_length (edge), e2c. Out: z_gradh_exner (edge, full).
// Domain: edges NUD2..LOCAL, levels max(nflatlev, nflat_gradp+1)..nlev-1. 48 B per edge and level. Its own kernel
// because it gathers from other levels.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeHorizontalGradientOfExnerPressureForMultipleLevels {
  Row<const wp> inv_dual_edge_length;
  Field<const vp> z_exner_ex_pr, zdiff_gradp_0, zdiff_gradp_1;
  Field<const int> vertoffset_gradp_0, vertoffset_gradp_1;  // selected level minus the level of the edge
  Field<const vp> z_dexner_dz_c_1, z_dexner_dz_c_2;
  Table<2> e2c;
  Field<vp> z_gradh_exner;

  ICODYN_HD void operator()(int e, int k) const {
    const auto exner_at_edge_height = [&](int c, int level, vp zdiff) {
      return z_exner_ex_pr(c, level) + zdiff * (z_dexner_dz_c_1(c, level) + zdiff * z_dexner_dz_c_2(c, level));
    };
    const vp exner_0 = exner_at_edge_height(e2c(e, 0), k + vertoffset_gradp_0(e, k), zdiff_gradp_0(e, k));
    const vp exner_1 = exner_at_edge_height(e2c(e, 1), k + vertoffset_gradp_1(e, k), zdiff_gradp_1(e, k));
    z_gradh_exner(e, k) = static_cast<vp>(inv_dual_edge_length(e) * (exner_1 - exner_0));
  }
};

}  // namespace icodyn::plain::nonhydro

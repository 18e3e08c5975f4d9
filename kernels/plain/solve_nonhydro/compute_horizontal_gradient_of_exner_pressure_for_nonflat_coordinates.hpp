// compute_horizontal_gradient_of_exner_pressure_for_nonflat_coordinates: pressure gradient with the slope of the
// surfaces taken out.
//
// Covers NH-13 (mo_solve_nonhydro_stencil_19). In: z_exner_ex_pr, z_dexner_dz_c_1 (cell, full), ddxn_z_full (edge,
// full), c_lin_e (edge x 2), inv_dual_edge_length (edge), e2c. Out: z_gradh_exner (edge, full). Domain: edges
// NUD2..LOCAL, levels nflatlev..nflat_gradp (inclusive). 27 B per edge and level. Its own kernel because of its level
// range.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeHorizontalGradientOfExnerPressureForNonflatCoordinates {
  Row<const wp> inv_dual_edge_length;
  Field<const vp> z_exner_ex_pr, ddxn_z_full;
  Coeff<const wp, 2> c_lin_e;
  Field<const vp> z_dexner_dz_c_1;
  Table<2> e2c;
  Field<vp> z_gradh_exner;

  ICODYN_HD void operator()(int e, int k) const {
    const int c0 = e2c(e, 0), c1 = e2c(e, 1);
    const wp vertical = neighbor_sum<2>([&](int j) { return z_dexner_dz_c_1(j == 0 ? c0 : c1, k) * c_lin_e(e, j); });
    z_gradh_exner(e, k) = static_cast<vp>(inv_dual_edge_length(e) * (z_exner_ex_pr(c1, k) - z_exner_ex_pr(c0, k)) -
                                          ddxn_z_full(e, k) * vertical);
  }
};

}  // namespace icodyn::plain::nonhydro

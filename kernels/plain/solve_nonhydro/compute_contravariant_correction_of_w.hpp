// compute_contravariant_correction_of_w: vertical velocity of the horizontal wind along the coordinate surfaces, at
// cells.
//
// Covers NH-28 above the surface (mo_solve_nonhydro_stencil_39). In: z_w_concorr_me (edge, full), e_bln_c_s (cell x 3),
// wgtfac_c (cell, half), c2e. Out: w_concorr_c (cell, half). Domain: cells LB3..HALO, levels nflatlev+1..nlev-1; levels
// above stay 0. 28 B per cell and level. Its own kernel because of the gather over c2e.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeContravariantCorrectionOfW {
  Coeff<const wp, 3> e_bln_c_s;
  Field<const vp> z_w_concorr_me, wgtfac_c;
  Table<3> c2e;
  Field<vp> w_concorr_c;

  ICODYN_HD void operator()(int c, int k) const {
    const auto at_cell = [&](int level) {
      return static_cast<vp>(neighbor_sum<3>([&](int j) { return e_bln_c_s(c, j) * z_w_concorr_me(c2e(c, j), level); }));
    };
    const vp weight = wgtfac_c(c, k);
    w_concorr_c(c, k) = weight * at_cell(k) + (vp(1) - weight) * at_cell(k - 1);
  }
};

}  // namespace icodyn::plain::nonhydro

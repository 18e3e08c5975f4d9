// compute_contravariant_correction_of_w_for_lower_boundary: the contravariant correction at the surface, where it is w
// itself.
//
// Covers NH-28 on level nlev (mo_solve_nonhydro_stencil_40). In: z_w_concorr_me (edge, full), e_bln_c_s, wgtfacq_c
// (cell x 3), c2e. Out: w_concorr_c (cell, half level nlev only). Domain: cells LB3..HALO as columns. 104 B per cell.
// Its own kernel because it has no level loop.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeContravariantCorrectionOfWForLowerBoundary {
  Coeff<const wp, 3> e_bln_c_s;
  Field<const vp> z_w_concorr_me;
  Coeff<const vp, 3> wgtfacq_c;  // slot j belongs to full level nlev-1-j
  Table<3> c2e;
  Field<vp> w_concorr_c;
  int nlev = 0;

  ICODYN_HD void operator()(int c) const {
    const auto at_cell = [&](int level) {
      return static_cast<vp>(neighbor_sum<3>([&](int j) { return e_bln_c_s(c, j) * z_w_concorr_me(c2e(c, j), level); }));
    };
    w_concorr_c(c, nlev) =
        wgtfacq_c(c, 0) * at_cell(nlev - 1) + wgtfacq_c(c, 1) * at_cell(nlev - 2) + wgtfacq_c(c, 2) * at_cell(nlev - 3);
  }
};

}  // namespace icodyn::plain::nonhydro

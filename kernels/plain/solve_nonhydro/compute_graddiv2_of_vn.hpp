// compute_graddiv2_of_vn: gradient of divergence, applied once more to the gradient of the three-dimensional
// divergence.
//
// Covers NH-47 (mo_solve_nonhydro_stencil_25). In: z_graddiv_total (edge, full), geofac_grdiv (edge x 5), e2c2e. Out:
// z_graddiv2_vn (edge, full). Domain: edges NUD2..LOCAL, levels 0..nlev-1. 16 B per edge and level. Its own kernel
// because of the gather over e2c2e.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeGraddiv2OfVn {
  Coeff<const wp, 5> geofac_grdiv;  // slot 0 = the edge itself
  Field<const vp> z_graddiv_total;
  Table<4> e2c2e;
  Field<vp> z_graddiv2_vn;

  ICODYN_HD void operator()(int e, int k) const {
    z_graddiv2_vn(e, k) = static_cast<vp>(neighbor_sum<5>(
        [&](int j) { return z_graddiv_total(j == 0 ? e : e2c2e(e, j == 0 ? 0 : j - 1), k) * geofac_grdiv(e, j); }));
  }
};

}  // namespace icodyn::plain::nonhydro

// spatially_average_flux_or_velocity: averaged normal wind of the corrected wind.
//
// Covers the first half of NH-51 (mo_solve_nonhydro_stencil_31). In: vn_new (edge, full), e_flx_avg (edge x 5), e2c2e.
// Out: z_vn_avg (edge, full). Domain: edges LB5..HALO2, levels 0..nlev-1. 16 B per edge and level. Its own kernel
// because of the gather over e2c2e; gradient of divergence and tangential wind stay those of the predictor.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct SpatiallyAverageFluxOrVelocity {
  Coeff<const wp, 5> e_flx_avg;  // slot 0 = the edge itself
  Field<const wp> vn;
  Table<4> e2c2e;
  Field<wp> z_vn_avg;

  ICODYN_HD void operator()(int e, int k) const {
    z_vn_avg(e, k) =
        neighbor_sum<5>([&](int j) { return e_flx_avg(e, j) * vn(j == 0 ? e : e2c2e(e, j == 0 ? 0 : j - 1), k); });
  }
};

}  // namespace icodyn::plain::nonhydro

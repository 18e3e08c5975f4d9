// compute_avg_vn_and_graddiv_vn_and_vt: averaged normal wind, gradient of divergence and tangential wind of the
// predicted wind.
//
// Covers NH-19, NH-20 and NH-21 (mo_solve_nonhydro_stencil_30). In: vn_new (edge, full), e_flx_avg, geofac_grdiv (edge
// x 5), rbf_vec_coeff_e (edge x 4), e2c2e. Out: z_vn_avg, z_graddiv_vn, vt (edge, full). Domain: edges LB5..HALO2,
// levels 0..nlev-1. 32 B per edge and level. One ICON loop: the three sums run over the same neighbors.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeAvgVnAndGraddivVnAndVt {
  Coeff<const wp, 5> e_flx_avg;  // slot 0 = the edge itself
  Field<const wp> vn;
  Coeff<const wp, 5> geofac_grdiv;
  Coeff<const wp, 4> rbf_vec_coeff_e;
  Table<4> e2c2e;
  Field<wp> z_vn_avg;
  Field<vp> z_graddiv_vn, vt;

  ICODYN_HD void operator()(int e, int k) const {
    const auto neighbor = [&](int j) { return j == 0 ? e : e2c2e(e, j == 0 ? 0 : j - 1); };
    z_vn_avg(e, k) = neighbor_sum<5>([&](int j) { return e_flx_avg(e, j) * vn(neighbor(j), k); });
    z_graddiv_vn(e, k) = static_cast<vp>(neighbor_sum<5>([&](int j) { return geofac_grdiv(e, j) * vn(neighbor(j), k); }));
    vt(e, k) = static_cast<vp>(neighbor_sum<4>([&](int j) { return rbf_vec_coeff_e(e, j) * vn(e2c2e(e, j), k); }));
  }
};

}  // namespace icodyn::plain::nonhydro

// compute_tangential_wind: vt from the normal wind on the four edges around, by radial basis functions.
//
// Covers VA-1 (mo_velocity_advection_stencil_01) and NH-21. In: vn (edge, full), rbf_vec_coeff_e (edge x 4), e2c2e.
// Out: vt (edge, full). Domain: edges LB5..HALO2, levels 0..nlev-1. 16 B per point. The only gather over e2c2e: what
// follows is local to an edge.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct ComputeTangentialWind {
  Field<const wp> vn;
  Coeff<const wp, 4> rbf_vec_coeff_e;
  Table<4> e2c2e;
  Field<vp> vt;

  ICODYN_HD void operator()(int e, int k) const {
    vt(e, k) = static_cast<vp>(neighbor_sum<4>([&](int j) { return rbf_vec_coeff_e(e, j) * vn(e2c2e(e, j), k); }));
  }
};

}  // namespace icodyn::plain::velocity

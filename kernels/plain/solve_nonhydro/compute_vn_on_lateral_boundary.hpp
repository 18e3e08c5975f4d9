// compute_vn_on_lateral_boundary: normal wind on the boundary rows of a limited area, from the prescribed tendency.
//
// Covers NH-18 (mo_solve_nonhydro_stencil_29). In: vn_now, grf_tend_vn (edge, full). Out: vn_new (edge, full). Domain:
// edges LB1..NUD (rows 1 to 9), levels 0..nlev-1. 24 B per edge and level. Its own kernel because its edges are not
// those of NH-16.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeVnOnLateralBoundary {
  Field<const wp> grf_tend_vn, vn_now;
  Field<wp> vn_new;
  wp dtime = 0;

  ICODYN_HD void operator()(int e, int k) const { vn_new(e, k) = vn_now(e, k) + dtime * grf_tend_vn(e, k); }
};

}  // namespace icodyn::plain::nonhydro

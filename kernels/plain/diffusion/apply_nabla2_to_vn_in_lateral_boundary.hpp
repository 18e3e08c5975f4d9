// apply_nabla2_to_vn_in_lateral_boundary: diffusion of vn on the boundary rows of a limited area.
//
// Covers S5 on boundary edges (mo_nh_diffusion_stencil_06). In: z_nabla2_e (edge, full), area_edge. In and out: vn
// (edge, full). Domain: edges LB5 up to the start of NUD2, levels 0..nlev-1; limited area only. 24 B per point. In
// place and local to the point.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct ApplyNabla2ToVnInLateralBoundary {
  Field<const wp> z_nabla2_e;
  Row<const wp> area_edge;
  Field<wp> vn;
  wp fac_bdydiff_v = 0;

  ICODYN_HD void operator()(int e, int k) const {
    vn(e, k) = vn(e, k) + area_edge(e) * fac_bdydiff_v * z_nabla2_e(e, k);
  }
};

}  // namespace icodyn::plain::diffu

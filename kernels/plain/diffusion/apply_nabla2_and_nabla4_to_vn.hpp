// apply_nabla2_and_nabla4_to_vn: Smagorinsky and background diffusion of vn on a limited area.
//
// Covers S5 on prognostic edges of a limited area (mo_nh_diffusion_stencil_05). In: kh_smag_e, z_nabla2_e, z_nabla4_e2
// (edge, full), diff_multfac_vn (full), area_edge, nudgecoeff_e. In and out: vn (edge, full). Domain: edges
// NUD2..LOCAL, levels 0..nlev-1. 40 B per point. In place and local to the point.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct ApplyNabla2AndNabla4ToVn {
  Row<const wp> area_edge;
  Field<const vp> kh_smag_e;
  Field<const wp> z_nabla2_e;
  Field<const vp> z_nabla4_e2;
  Profile<const wp> diff_multfac_vn;
  Row<const wp> nudgecoeff_e;
  Field<wp> vn;
  wp nudgezone_diff = 0;  // least coefficient per nudging coefficient: the nudging zone is smoothed more strongly

  ICODYN_HD void operator()(int e, int k) const {
    const wp coefficient = max_of(nudgezone_diff * nudgecoeff_e(e), static_cast<wp>(kh_smag_e(e, k)));
    vn(e, k) = vn(e, k) + area_edge(e) * (coefficient * z_nabla2_e(e, k) -
                                          area_edge(e) * diff_multfac_vn(k) * z_nabla4_e2(e, k));
  }
};

}  // namespace icodyn::plain::diffu

// apply_nabla2_and_nabla4_global_to_vn: Smagorinsky and background diffusion of vn on a global grid or torus.
//
// Covers S5 on a global grid (mo_nh_diffusion_stencil_05, global form). In: kh_smag_e, z_nabla2_e, z_nabla4_e2 (edge,
// full), diff_multfac_vn, area_edge. In and out: vn (edge, full). Domain: edges NUD2..LOCAL, levels 0..nlev-1. 40 B per
// point. In place and local to the point. Apart from apply_nabla2_and_nabla4_to_vn because the order of the products
// differs.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct ApplyNabla2AndNabla4GlobalToVn {
  Row<const wp> area_edge;
  Field<const vp> kh_smag_e;
  Field<const wp> z_nabla2_e;
  Field<const vp> z_nabla4_e2;
  Profile<const wp> diff_multfac_vn;
  Field<wp> vn;

  ICODYN_HD void operator()(int e, int k) const {
    vn(e, k) = vn(e, k) + area_edge(e) * (kh_smag_e(e, k) * z_nabla2_e(e, k) -
                                          diff_multfac_vn(k) * z_nabla4_e2(e, k) * area_edge(e));
  }
};

}  // namespace icodyn::plain::diffu

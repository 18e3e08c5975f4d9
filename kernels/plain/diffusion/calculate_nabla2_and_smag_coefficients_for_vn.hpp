// calculate_nabla2_and_smag_coefficients_for_vn: Laplacian of vn and Smagorinsky coefficient on the diamond of the four
// vertices.
//
// Covers S2 (mo_nh_diffusion_stencil_01). In: u_vert, v_vert (vertex, full), vn (edge, full), diff_multfac_smag,
// smag_limit (full), primal_normal_vert, dual_normal_vert (edge x 4), tangent_orientation, inv_primal_edge_length,
// inv_vert_vert_length, e2c2v. Out: kh_smag_e (limited), kh_smag_ec (not limited), z_nabla2_e (edge, full). Domain:
// edges LB5..HALO2, levels 0..nlev-1. 37 B per point.
#pragma once

#include <cmath>

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct CalculateNabla2AndSmagCoefficientsForVn {
  Profile<const wp> diff_multfac_smag, smag_limit;
  wp smag_offset = 0;
  Table<4> e2c2v;
  Field<const vp> u_vert, v_vert;
  Coeff<const wp, 4> primal_normal_vert_1, primal_normal_vert_2, dual_normal_vert_1, dual_normal_vert_2;
  Field<const wp> vn;
  Row<const wp> tangent_orientation, inv_primal_edge_length, inv_vert_vert_length;
  Field<vp> kh_smag_e, kh_smag_ec;
  Field<wp> z_nabla2_e;

  ICODYN_HD void operator()(int e, int k) const {
    // wind at the four vertices in the directions normal and tangential to the edge
    wp vn_at[4], vt_at[4];
    for (int i = 0; i < 4; ++i) {
      const int v = e2c2v(e, i);
      vn_at[i] = u_vert(v, k) * primal_normal_vert_1(e, i) + v_vert(v, k) * primal_normal_vert_2(e, i);
      vt_at[i] = u_vert(v, k) * dual_normal_vert_1(e, i) + v_vert(v, k) * dual_normal_vert_2(e, i);
    }
    const wp inv_pel = inv_primal_edge_length(e), inv_vvl = inv_vert_vert_length(e);

    // the factor 4: inverse full lengths are used although the vertices lie half of that away
    z_nabla2_e(e, k) = wp(4) * ((vn_at[0] + vn_at[1] - wp(2) * vn(e, k)) * (inv_pel * inv_pel) +
                                (vn_at[2] + vn_at[3] - wp(2) * vn(e, k)) * (inv_vvl * inv_vvl));

    const wp tangential = tangent_orientation(e) * inv_pel;
    const wp stretching = (vn_at[3] - vn_at[2]) * inv_vvl - (vt_at[1] - vt_at[0]) * tangential;
    const wp shearing = (vn_at[1] - vn_at[0]) * tangential + (vt_at[3] - vt_at[2]) * inv_vvl;
    const wp kh = diff_multfac_smag(k) * std::sqrt(stretching * stretching + shearing * shearing);
    kh_smag_ec(e, k) = static_cast<vp>(kh);
    kh_smag_e(e, k) = static_cast<vp>(min_of(max_of(wp(0), kh - smag_offset), smag_limit(k)));
  }
};

}  // namespace icodyn::plain::diffu

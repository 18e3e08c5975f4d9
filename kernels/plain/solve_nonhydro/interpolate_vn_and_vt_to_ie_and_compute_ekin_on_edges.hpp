// interpolate_vn_and_vt_to_ie_and_compute_ekin_on_edges: both wind components on half levels, horizontal kinetic
// energy.
//
// Covers NH-23, NH-24 and NH-26 below the top level (mo_solve_nonhydro_stencil_36). In: vn_new, vt (edge, full),
// wgtfac_e (edge, half). Out: vn_ie, z_vt_ie (edge, half), z_kin_hor_e (edge, full). Domain: edges LB5..HALO2, levels
// 1..nlev-1; level 0 is compute_horizontal_kinetic_energy. 48 B per edge and level. One ICON loop: all three follow
// from vn and vt.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct InterpolateVnAndVtToIeAndComputeEkinOnEdges {
  Field<const vp> wgtfac_e;
  Field<const wp> vn;
  Field<const vp> vt;
  Field<vp> vn_ie, z_vt_ie, z_kin_hor_e;

  ICODYN_HD void operator()(int e, int k) const {
    const vp weight = wgtfac_e(e, k);
    vn_ie(e, k) = static_cast<vp>(weight * vn(e, k) + (vp(1) - weight) * vn(e, k - 1));
    z_vt_ie(e, k) = weight * vt(e, k) + (vp(1) - weight) * vt(e, k - 1);
    z_kin_hor_e(e, k) = static_cast<vp>(wp(0.5) * (vn(e, k) * vn(e, k) + vt(e, k) * vt(e, k)));
  }
};

}  // namespace icodyn::plain::nonhydro

// compute_horizontal_kinetic_energy: the top level of vn_ie, z_vt_ie and z_kin_hor_e, where nothing lies above to
// interpolate with.
//
// Covers VA-2, VA-4 and VA-5 on level 0 (mo_velocity_advection_stencil_05). In: vn, vt (edge, full). Out: vn_ie,
// z_vt_ie (edge, half), z_kin_hor_e (edge, full). Domain: edges LB5..HALO2, level 0. 40 B per point. Its own kernel
// because it is one level only.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct ComputeHorizontalKineticEnergy {
  Field<const wp> vn;
  Field<const vp> vt;
  Field<vp> vn_ie, z_vt_ie, z_kin_hor_e;
  bool write_vt_ie = true;  // false with lvn_only: z_vt_ie keeps what it has

  ICODYN_HD void operator()(int e, int k) const {
    vn_ie(e, k) = static_cast<vp>(vn(e, k));
    if (write_vt_ie) z_vt_ie(e, k) = vt(e, k);
    z_kin_hor_e(e, k) = static_cast<vp>(wp(0.5) * (vn(e, k) * vn(e, k) + vt(e, k) * vt(e, k)));
  }
};

}  // namespace icodyn::plain::velocity

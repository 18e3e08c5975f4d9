// interpolate_vn_to_half_levels_and_compute_kinetic_energy_on_edges: normal wind on half levels, horizontal kinetic
// energy.
//
// Covers VA-2 and VA-5 below the top level (mo_velocity_advection_stencil_02). In: vn, vt (edge, full), wgtfac_e (edge,
// half). Out: vn_ie (edge, half), z_kin_hor_e (edge, full). Domain: edges LB5..HALO2, levels 1..nlev-1;
// compute_horizontal_kinetic_energy has level 0. 40 B per point. ICON's loop couples the two results because both read
// vn.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct InterpolateVnToHalfLevelsAndComputeKineticEnergyOnEdges {
  Field<const vp> wgtfac_e;
  Field<const wp> vn;
  Field<const vp> vt;
  Field<vp> vn_ie, z_kin_hor_e;

  ICODYN_HD void operator()(int e, int k) const {
    const vp weight = wgtfac_e(e, k);
    vn_ie(e, k) = static_cast<vp>(weight * vn(e, k) + (vp(1) - weight) * vn(e, k - 1));
    z_kin_hor_e(e, k) = static_cast<vp>(wp(0.5) * (vn(e, k) * vn(e, k) + vt(e, k) * vt(e, k)));
  }
};

}  // namespace icodyn::plain::velocity

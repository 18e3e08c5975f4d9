// interpolate_vt_to_interface_edges: tangential wind on half levels.
//
// Covers VA-4 below the top level (mo_velocity_advection_stencil_03). In: vt (edge, full), wgtfac_e (edge, half). Out:
// z_vt_ie (edge, half; the surface is never needed). Domain: edges LB5..HALO2, levels 1..nlev-1. 24 B per point. Its
// own kernel because a call with lvn_only leaves it out.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct InterpolateVtToInterfaceEdges {
  Field<const vp> wgtfac_e, vt;
  Field<vp> z_vt_ie;

  ICODYN_HD void operator()(int e, int k) const {
    const vp weight = wgtfac_e(e, k);
    z_vt_ie(e, k) = weight * vt(e, k) + (vp(1) - weight) * vt(e, k - 1);
  }
};

}  // namespace icodyn::plain::velocity

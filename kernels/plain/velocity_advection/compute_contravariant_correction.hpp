// compute_contravariant_correction: vertical velocity of the horizontal wind along the sloping coordinate surfaces.
//
// Covers VA-6 (mo_velocity_advection_stencil_04). In: vn, vt, ddxn_z_full, ddxt_z_full (edge, full). Out:
// z_w_concorr_me (edge, full). Domain: edges LB5..HALO2, levels nflatlev..nlev-1; flat levels are never read. 40 B per
// point. Its own kernel because its levels differ from those of its neighbors.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct ComputeContravariantCorrection {
  Field<const wp> vn;
  Field<const vp> vt, ddxn_z_full, ddxt_z_full;
  Field<vp> z_w_concorr_me;

  ICODYN_HD void operator()(int e, int k) const {
    z_w_concorr_me(e, k) = static_cast<vp>(vn(e, k) * ddxn_z_full(e, k) + vt(e, k) * ddxt_z_full(e, k));
  }
};

}  // namespace icodyn::plain::velocity

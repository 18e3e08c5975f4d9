// extrapolate_at_top: normal wind at the surface, extrapolated from the three lowest full levels (the name is
// icon4py's).
//
// Covers VA-3 (mo_velocity_advection_stencil_06). In: vn (edge, full), wgtfacq_e (edge x 3). Out: vn_ie (edge, half
// level nlev only). Domain: edges LB5..HALO2 as columns. 56 B per edge. Its own kernel because it has no level loop.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct ExtrapolateAtTop {
  Coeff<const vp, 3> wgtfacq_e;  // slot j belongs to full level nlev-1-j
  Field<const wp> vn;
  Field<vp> vn_ie;
  int nlev = 0;

  ICODYN_HD void operator()(int e) const {
    vn_ie(e, nlev) = static_cast<vp>(wgtfacq_e(e, 0) * vn(e, nlev - 1) + wgtfacq_e(e, 1) * vn(e, nlev - 2) +
                                     wgtfacq_e(e, 2) * vn(e, nlev - 3));
  }
};

}  // namespace icodyn::plain::velocity

// interpolate_cell_field_to_half_levels: contravariant correction on half levels.
//
// Covers VA-9 second half (mo_velocity_advection_stencil_10). In: z_w_concorr_mc (cell, full), wgtfac_c (cell, half).
// Out: w_concorr_c (cell, half); exactly 0 on levels up to nflatlev, half level nlev is not written. Domain: cells
// LB4..HALO, levels 0..nlev-1. 24 B per point. Its own kernel because it reads the level above of a gathered field.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct InterpolateCellFieldToHalfLevels {
  Field<const vp> wgtfac_c, z_w_concorr_mc;
  Field<vp> w_concorr_c;
  int nflatlev = 0;

  ICODYN_HD void operator()(int c, int k) const {
    if (k <= nflatlev) {
      w_concorr_c(c, k) = 0;
    } else {
      const vp weight = wgtfac_c(c, k);
      w_concorr_c(c, k) = weight * z_w_concorr_mc(c, k) + (vp(1) - weight) * z_w_concorr_mc(c, k - 1);
    }
  }
};

}  // namespace icodyn::plain::velocity

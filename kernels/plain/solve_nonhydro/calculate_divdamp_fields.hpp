// calculate_divdamp_fields: factors of 4th-order divergence damping for the present 2nd-order factor.
//
// From spec/nonhydro.md 2.4. In: enh_divdamp_fac (profile). Out: scal_divdamp (<= 0), bdy_divdamp (>= 0, limited area
// only). Domain: levels 0..nlev-1. Computed in every call, because the 2nd-order factor changes while the run spins up.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct CalculateDivdampFields {
  Profile<const wp> enh_divdamp_fac;
  Profile<wp> scal_divdamp, bdy_divdamp;
  wp divdamp_fac_o2 = 0, mean_cell_area = 0, max_nudging_coefficient = 0;
  bool combined = false;  // divdamp_order 24: the 2nd-order part takes its share

  ICODYN_HD void operator()(int k) const {
    const wp factor = combined ? max_of(wp(0), enh_divdamp_fac(k) - wp(0.25) * divdamp_fac_o2) : enh_divdamp_fac(k);
    const wp scaled = -factor * (mean_cell_area * mean_cell_area);
    scal_divdamp(k) = scaled;
    bdy_divdamp(k) = wp(0.75) / (max_nudging_coefficient + static_cast<wp>(phys::in_double::dbl_eps)) *
                     (scaled < wp(0) ? -scaled : scaled);
  }
};

}  // namespace icodyn::plain::nonhydro

// calculate_diagnostics_for_turbulence: divergence and square of the deformation on half levels.
//
// Covers S3, second half (mo_nh_diffusion_stencil_03). In: kh_c, div (cell, full), wgtfac_c (cell, half). Out: div_ic,
// hdef_ic (cell, half). Domain: cells NUDGING..LOCAL, levels 1..nlev-1; top and surface keep their values. 40 B per
// point.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct CalculateDiagnosticsForTurbulence {
  Field<const vp> kh_c, div, wgtfac_c;
  Field<vp> div_ic, hdef_ic;

  ICODYN_HD void operator()(int c, int k) const {
    const vp weight = wgtfac_c(c, k);
    div_ic(c, k) = weight * div(c, k) + (vp(1) - weight) * div(c, k - 1);
    const vp deformation = weight * kh_c(c, k) + (vp(1) - weight) * kh_c(c, k - 1);
    hdef_ic(c, k) = deformation * deformation;
  }
};

}  // namespace icodyn::plain::diffu

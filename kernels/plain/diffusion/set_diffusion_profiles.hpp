// set_diffusion_profiles: the coefficients of one call as profiles.
//
// Covers the start of ICON's routine diffusion (spec/diffusion.md 3.3; icon4py scale_k and
// setup_fields_for_initial_step). In: enh_smag_fac (full). Out: diff_multfac_smag, diff_multfac_vn, smag_limit (full).
// Domain: levels 0..nlev-1. 32 B per level. A kernel, so that the initial call and the later ones differ in two numbers
// and need no copy to the device.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct SetDiffusionProfiles {
  Profile<const wp> enh_smag_fac;
  wp dtime = 0;         // the full time step [s]
  wp multfac_vn = 0, limit = 0;
  Profile<wp> diff_multfac_smag, diff_multfac_vn, smag_limit;

  ICODYN_HD void operator()(int k) const {
    diff_multfac_smag(k) = enh_smag_fac(k) * dtime;
    diff_multfac_vn(k) = multfac_vn;
    smag_limit(k) = limit;
  }
};

}  // namespace icodyn::plain::diffu

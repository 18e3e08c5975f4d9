// Limits of the vertical Courant number that velocity advection clips and diffuses at (spec/velocity-advection.md
// section 2).
#pragma once

#include "core/types.hpp"

namespace icodyn::plain::velocity {

// Hard limit of the vertical Courant number: w is clipped to it.
inline constexpr wp cfl_hard_limit = wp(0.85);

struct CflLimits {
  wp dtime = 0;           // length of the substep [s]
  wp cfl_w_limit = 0;     // Courant number per second from which the extra diffusion acts [1/s]
  wp scalfac_exdiff = 0;  // strength of the extra diffusion [1/s]
};

// The rounded product cfl_w_limit*dtime, not the literal 0.65, is what the formulas use everywhere.
inline CflLimits cfl_limits(wp dtime) {
  const wp cfl_w_limit = wp(0.65) / dtime;
  return {dtime, cfl_w_limit, wp(0.05) / (dtime * (cfl_hard_limit - cfl_w_limit * dtime))};
}

// First level of clipping and extra diffusion; nrdmax is the last damped level, inclusive.
inline int first_cfl_level(int nrdmax) { return nrdmax - 2 > 2 ? nrdmax - 2 : 2; }

}  // namespace icodyn::plain::velocity

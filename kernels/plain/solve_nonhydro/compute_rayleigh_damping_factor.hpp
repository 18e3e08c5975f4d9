// compute_rayleigh_damping_factor: factor of w in the damping layer for this length of the substep.
//
// From spec/nonhydro.md 2.4. In: rayleigh_w (profile, half). Out: raylfac (profile, full). Domain: levels 0..nlev-1.
// Computed in every call, because the number of substeps may change from step to step.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeRayleighDampingFactor {
  Profile<const wp> rayleigh_w;
  Profile<wp> raylfac;
  wp dtime = 0;

  ICODYN_HD void operator()(int k) const { raylfac(k) = wp(1) / (wp(1) + dtime * rayleigh_w(k)); }
};

}  // namespace icodyn::plain::nonhydro

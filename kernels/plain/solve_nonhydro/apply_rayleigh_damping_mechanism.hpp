// apply_rayleigh_damping_mechanism: damps w towards 0 near the model top (Klemp).
//
// Covers NH-37 (mo_solve_nonhydro_stencil_54). In: raylfac (profile). In and out: w_new (cell, half). Domain: cells
// NUD..LOCAL, levels 1..nrdmax (inclusive). 16 B per point. Its own kernel because the back substitution runs on
// undamped w to the end.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ApplyRayleighDampingMechanism {
  Profile<const wp> raylfac;
  Field<wp> w_new;

  ICODYN_HD void operator()(int c, int k) const { w_new(c, k) = raylfac(k) * w_new(c, k); }
};

}  // namespace icodyn::plain::nonhydro

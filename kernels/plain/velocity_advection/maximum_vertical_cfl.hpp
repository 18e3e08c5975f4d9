// maximum_vertical_cfl: largest signed vertical Courant number, over a column; reduce_maximum takes it over all
// columns.
//
// Covers VA-16. In: vcfl (cell, half; 0 outside the CFL levels). Domain: cells LB4..HALO as columns, levels 0..nlev-1.
// 8 B per point. Signed as in icon4py: strong downdrafts do not count (ICON takes the absolute value,
// spec/velocity-advection.md 6.1).
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct MaximumVerticalCfl {
  Field<const vp> vcfl;
  int nlev = 0;

  ICODYN_HD wp operator()(int c) const {
    wp maximum = static_cast<wp>(vcfl(c, 0));
    for (int k = 1; k < nlev; ++k) maximum = max_of(static_cast<wp>(vcfl(c, k)), maximum);
    return maximum;
  }
};

}  // namespace icodyn::plain::velocity

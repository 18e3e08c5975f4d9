// update_wind: w at the surface on the boundary rows of a limited area.
//
// Covers NH-41 on level nlev (mo_solve_nonhydro_stencil_62). In: w_now, grf_tend_w (cell, half). Out: w_new (cell,
// half). Domain: cells LB1..LB4, level nlev. 24 B per cell. Its own kernel because only w has that level.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct UpdateWind {
  Field<const wp> w_now, grf_tend_w;
  Field<wp> w_new;
  wp dtime = 0;

  ICODYN_HD void operator()(int c, int k) const { w_new(c, k) = w_now(c, k) + dtime * grf_tend_w(c, k); }
};

}  // namespace icodyn::plain::nonhydro

// add_interpolated_horizontal_advection_of_w: adds z_v_grad_w, brought from the three edges to the cell.
//
// Covers VA-14 (mo_velocity_advection_stencil_17). In: z_v_grad_w (edge, half), e_bln_c_s (cell x 3), c2e. In and out:
// ddt_w_adv (cell, half). Domain: cells LB4..HALO, levels 1..nlev-1. 28 B per cell and level. Its own kernel because of
// the gather over c2e.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct AddInterpolatedHorizontalAdvectionOfW {
  Coeff<const wp, 3> e_bln_c_s;
  Field<const vp> z_v_grad_w;
  Table<3> c2e;
  Field<vp> ddt_w_adv;

  ICODYN_HD void operator()(int c, int k) const {
    ddt_w_adv(c, k) = static_cast<vp>(
        ddt_w_adv(c, k) + neighbor_sum<3>([&](int j) { return z_v_grad_w(c2e(c, j), k) * e_bln_c_s(c, j); }));
  }
};

}  // namespace icodyn::plain::velocity

// init_cell_kdim_field_with_zero_*, init_two_edge_kdim_fields_with_zero_wp ...: sets one or two fields to zero on a
// range.
//
// Used for z_rho_e and z_theta_v_e outside the edges that NH-10 computes (mo_solve_nonhydro_stencil_14, 15), for
// z_alpha at the surface and z_contr_w_fl_l, w at the top (stencils 45, 46), and for the accumulated vertical fluxes at
// the first substep (stencils 57, 64). 8 B per point and field. Its own kernel because these points have no formula.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

template <class T>
struct InitFieldWithZero {
  Field<T> field;
  ICODYN_HD void operator()(int i, int k) const { field(i, k) = T(0); }
};

template <class T>
struct InitTwoFieldsWithZero {
  Field<T> first, second;
  ICODYN_HD void operator()(int i, int k) const {
    first(i, k) = T(0);
    second(i, k) = T(0);
  }
};

}  // namespace icodyn::plain::nonhydro

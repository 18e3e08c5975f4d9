// solve_tridiagonal_matrix_for_w_back_substitution: vertical wind from the reduced system, from the ground up.
//
// Covers NH-36 (mo_solve_nonhydro_stencil_53). In: z_q (cell, half levels in full storage). In and out: w_new (cell,
// half). Domain: cells NUD..LOCAL as columns, levels nlev-1..1 upwards; level 0 is 0 and level nlev keeps its boundary
// value, which does not enter. 24 B per cell and level. A recurrence, so one thread a column.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct SolveTridiagonalMatrixForWBackSubstitution {
  Field<const vp> z_q;
  Field<wp> w_new;
  int nlev = 0;

  ICODYN_HD void operator()(int c) const {
    wp w = 0;
    for (int k = nlev - 1; k >= 1; --k) {
      w = w_new(c, k) + w * z_q(c, k);
      w_new(c, k) = w;
    }
  }
};

}  // namespace icodyn::plain::nonhydro

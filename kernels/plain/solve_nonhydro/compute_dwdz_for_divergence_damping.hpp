// compute_dwdz_for_divergence_damping: vertical part of the divergence that the corrector damps.
//
// Covers NH-39 (mo_solve_nonhydro_stencil_56) and, on the lateral boundary, NH-42 (mo_solve_nonhydro_stencil_63). In:
// inv_ddqz_z_full (cell, full), w_new, w_concorr_c (cell, half). Out: z_dwdz_dd (cell, full). Domain: cells NUD..LOCAL,
// then LB1..LB4, levels 0..nlev-1. 32 B per point. Its own kernel because it needs the final w of two levels.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeDwdzForDivergenceDamping {
  Field<const vp> inv_ddqz_z_full;
  Field<const wp> w;
  Field<const vp> w_concorr_c;
  Field<vp> z_dwdz_dd;

  ICODYN_HD void operator()(int c, int k) const {
    z_dwdz_dd(c, k) = static_cast<vp>(inv_ddqz_z_full(c, k) *
                                      ((w(c, k) - w(c, k + 1)) - (w_concorr_c(c, k) - w_concorr_c(c, k + 1))));
  }
};

}  // namespace icodyn::plain::nonhydro

// add_vertical_wind_derivative_to_divergence_damping: gradient of the three-dimensional divergence.
//
// Covers NH-44 (mo_solve_nonhydro_stencil_17). In: z_graddiv_vn (edge, full), z_dwdz_dd (cell, full), hmask_dd3d,
// inv_dual_edge_length (edge), scalfac_dd3d (profile), e2c. Out: z_graddiv_total (edge, full); ICON adds to
// z_graddiv_vn in place. Domain: edges LB7..HALO2, levels 0..nlev-1. 22 B per edge and level. Its own kernel because
// compute_graddiv2_of_vn gathers its result.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct AddVerticalWindDerivativeToDivergenceDamping {
  Row<const wp> hmask_dd3d;
  Profile<const wp> scalfac_dd3d;
  Row<const wp> inv_dual_edge_length;
  Field<const vp> z_dwdz_dd;
  Field<const vp> z_graddiv_vn;
  Table<2> e2c;
  Field<vp> z_graddiv_total;

  ICODYN_HD void operator()(int e, int k) const {
    z_graddiv_total(e, k) = static_cast<vp>(z_graddiv_vn(e, k) + hmask_dd3d(e) * scalfac_dd3d(k) * inv_dual_edge_length(e) *
                                                                     (z_dwdz_dd(e2c(e, 1), k) - z_dwdz_dd(e2c(e, 0), k)));
  }
};

}  // namespace icodyn::plain::nonhydro

// compute_hydrostatic_correction_term: change of the pressure gradient with depth, for edges that lie below a
// neighbor's ground.
//
// Covers NH-11 (mo_solve_nonhydro_stencil_21). In: theta_v_now, inv_ddqz_z_full (cell, full), theta_v_ic (cell, half),
// zdiff_gradp, vertoffset_gradp (edge x 2, lowest full level), inv_dual_edge_length (edge), e2c. Out: z_hydro_corr
// (edge). Domain: edges NUD2..LOCAL as columns. 104 B per edge. Its own kernel because it has one value per column.
#pragma once

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeHydrostaticCorrectionTerm {
  Field<const wp> theta_v, theta_v_ic;
  Field<const vp> inv_ddqz_z_full, zdiff_gradp_0, zdiff_gradp_1;
  Field<const int> vertoffset_gradp_0, vertoffset_gradp_1;  // selected level minus the level of the edge
  Row<const wp> inv_dual_edge_length;
  Table<2> e2c;
  Row<vp> z_hydro_corr;
  int nlev = 0;

  ICODYN_HD void operator()(int e) const {
    const int k = nlev - 1;
    const auto theta_at_edge_height = [&](int c, int level, vp zdiff) {
      return theta_v(c, level) + zdiff * (theta_v_ic(c, level) - theta_v_ic(c, level + 1)) * inv_ddqz_z_full(c, level);
    };
    const wp theta_0 = theta_at_edge_height(e2c(e, 0), k + vertoffset_gradp_0(e, k), zdiff_gradp_0(e, k));
    const wp theta_1 = theta_at_edge_height(e2c(e, 1), k + vertoffset_gradp_1(e, k), zdiff_gradp_1(e, k));
    z_hydro_corr(e) = static_cast<vp>(phys::grav_o_cpd * inv_dual_edge_length(e) * (theta_1 - theta_0) * wp(4) /
                                      ((theta_0 + theta_1) * (theta_0 + theta_1)));
  }
};

}  // namespace icodyn::plain::nonhydro

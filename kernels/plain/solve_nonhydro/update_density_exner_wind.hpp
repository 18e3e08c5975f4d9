// update_density_exner_wind: rho, theta_v and w on the boundary rows of a limited area, from the prescribed tendencies.
//
// Covers NH-41 on full levels (mo_solve_nonhydro_stencil_61). In: rho_now, theta_v_now, grf_tend_rho, grf_tend_thv
// (cell, full), w_now, grf_tend_w (cell, half). Out: rho_new, exner_new (cell, full), w_new (cell, half). Domain: cells
// LB1..LB4, levels 0..nlev-1. 72 B per point. From here to compute_exner_from_rhotheta exner_new holds theta_v in these
// rows, and theta_v_new is stale.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct UpdateDensityExnerWind {
  Field<const wp> rho_now, grf_tend_rho, theta_v_now, grf_tend_thv, w_now, grf_tend_w;
  Field<wp> rho_new, exner_new, w_new;
  wp dtime = 0;

  ICODYN_HD void operator()(int c, int k) const {
    rho_new(c, k) = rho_now(c, k) + dtime * grf_tend_rho(c, k);
    exner_new(c, k) = theta_v_now(c, k) + dtime * grf_tend_thv(c, k);
    w_new(c, k) = w_now(c, k) + dtime * grf_tend_w(c, k);
  }
};

}  // namespace icodyn::plain::nonhydro

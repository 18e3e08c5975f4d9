// compute_divergence_of_fluxes_of_rho_and_theta: divergence of the horizontal fluxes of mass and of theta_v.
//
// Covers NH-29 (mo_solve_nonhydro_stencil_41). In: mass_fl_e, z_theta_v_fl_e (edge, full), geofac_div (cell x 3), c2e.
// Out: z_flxdiv_mass, z_flxdiv_theta (cell, full). Domain: cells NUD..LOCAL, levels 0..nlev-1. 40 B per cell and level.
// Its own kernel because of the gather over c2e.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeDivergenceOfFluxesOfRhoAndTheta {
  Coeff<const wp, 3> geofac_div;
  Field<const wp> mass_fl_e, z_theta_v_fl_e;
  Table<3> c2e;
  Field<vp> z_flxdiv_mass, z_flxdiv_theta;

  ICODYN_HD void operator()(int c, int k) const {
    z_flxdiv_mass(c, k) = static_cast<vp>(neighbor_sum<3>([&](int j) { return geofac_div(c, j) * mass_fl_e(c2e(c, j), k); }));
    z_flxdiv_theta(c, k) =
        static_cast<vp>(neighbor_sum<3>([&](int j) { return geofac_div(c, j) * z_theta_v_fl_e(c2e(c, j), k); }));
  }
};

}  // namespace icodyn::plain::nonhydro

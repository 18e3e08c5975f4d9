// compute_mass_flux: horizontal fluxes of mass and of theta_v through the layer at an edge.
//
// Covers NH-22 and the second half of NH-51 (mo_solve_nonhydro_stencil_32). In: z_rho_e, z_vn_avg, ddqz_z_full_e,
// z_theta_v_e (edge, full). Out: mass_fl_e, z_theta_v_fl_e (edge, full). Domain: edges LB5..HALO2, levels 0..nlev-1. 48
// B per edge and level. Its own kernel because predictor and corrector share it.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeMassFlux {
  Field<const wp> z_rho_e, z_vn_avg;
  Field<const vp> ddqz_z_full_e;
  Field<const wp> z_theta_v_e;
  Field<wp> mass_fl_e, z_theta_v_fl_e;

  ICODYN_HD void operator()(int e, int k) const {
    const wp mass_flux = z_rho_e(e, k) * z_vn_avg(e, k) * ddqz_z_full_e(e, k);
    mass_fl_e(e, k) = mass_flux;
    z_theta_v_fl_e(e, k) = mass_flux * z_theta_v_e(e, k);
  }
};

}  // namespace icodyn::plain::nonhydro

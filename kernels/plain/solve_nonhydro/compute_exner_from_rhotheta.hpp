// compute_exner_from_rhotheta: theta_v and exner on the lateral boundary, from what update_density_exner_wind left in
// exner_new.
//
// Covers NH-59 (mo_solve_nonhydro_stencil_67). In: rho_new (cell, full). In and out: exner_new (cell, full; theta_v
// before). Out: theta_v_new (cell, full). Domain: cells LB1..LB4, levels 0..nlev-1. 32 B per point. Its own kernel
// because it runs after the corrector, on the boundary only.
#pragma once

#include <cmath>

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct ComputeExnerFromRhotheta {
  Field<const wp> rho;
  Field<wp> theta_v, exner;

  ICODYN_HD void operator()(int c, int k) const {
    const wp theta = exner(c, k);
    theta_v(c, k) = theta;
    exner(c, k) = std::exp(phys::rd_o_cvd * std::log(phys::rd_o_p0ref * rho(c, k) * theta));
  }
};

}  // namespace icodyn::plain::nonhydro

// update_theta_and_exner_in_halo: theta_v and exner in the halo, from the exchanged rho and exner.
//
// Covers NH-60 (mo_solve_nonhydro_stencil_66 and 68). In: mask_prog_halo_c (cell), rho_now, theta_v_now, exner_now,
// rho_new (cell, full). In and out: exner_new (cell, full). Out: theta_v_new (cell, full). Domain: cells HALO..END,
// levels 0..nlev-1; empty on one device. 56 B per point. Its own kernel because it runs after the exchange.
#pragma once

#include <cmath>

#include "core/constants.hpp"
#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct UpdateThetaAndExnerInHalo {
  Row<const int> mask_prog_halo_c;  // 0: a cell of the lateral boundary, whose exner_new holds theta_v
  Field<const wp> rho_now, theta_v_now, exner_now, rho_new;
  Field<wp> theta_v_new, exner_new;

  ICODYN_HD void operator()(int c, int k) const {
    const wp exner = exner_new(c, k), rho = rho_new(c, k);
    if (mask_prog_halo_c(c) != 0) {
      theta_v_new(c, k) =
          rho_now(c, k) * theta_v_now(c, k) * ((exner / exner_now(c, k) - wp(1)) * phys::cvd_o_rd + wp(1)) / rho;
    } else {
      theta_v_new(c, k) = exner;
      exner_new(c, k) = std::exp(phys::rd_o_cvd * std::log(phys::rd_o_p0ref * rho * exner));
    }
  }
};

}  // namespace icodyn::plain::nonhydro

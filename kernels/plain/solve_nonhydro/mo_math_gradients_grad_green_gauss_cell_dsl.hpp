// mo_math_gradients_grad_green_gauss_cell_dsl: horizontal gradients of the perturbations of rho and theta_v at cells.
//
// Covers NH-9 (mo_math_gradients, grad_green_gauss_cell). In: z_rth_pr_1, z_rth_pr_2 (cell, full), geofac_grg_x,
// geofac_grg_y (cell x 4), c2e2c. Out: z_grad_rth_1..4 (cell, full): d(rho)/dx, d(rho)/dy, d(theta_v)/dx,
// d(theta_v)/dy. Domain: cells LB3..HALO, levels 0..nlev-1. 48 B per point. Its own kernel because of the gather over
// c2e2c.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::nonhydro {

struct GradGreenGaussCell {
  Field<const vp> z_rth_pr_1, z_rth_pr_2;
  Coeff<const wp, 4> geofac_grg_x, geofac_grg_y;  // slot 0 = the cell itself
  Table<3> c2e2c;
  Field<vp> z_grad_rth_1, z_grad_rth_2, z_grad_rth_3, z_grad_rth_4;

  ICODYN_HD void operator()(int c, int k) const {
    const auto gradient = [&](const Coeff<const wp, 4>& factor, const Field<const vp>& f) {
      return static_cast<vp>(
          neighbor_sum<4>([&](int j) { return factor(c, j) * f(j == 0 ? c : c2e2c(c, j == 0 ? 0 : j - 1), k); }));
    };
    z_grad_rth_1(c, k) = gradient(geofac_grg_x, z_rth_pr_1);
    z_grad_rth_2(c, k) = gradient(geofac_grg_y, z_rth_pr_1);
    z_grad_rth_3(c, k) = gradient(geofac_grg_x, z_rth_pr_2);
    z_grad_rth_4(c, k) = gradient(geofac_grg_y, z_rth_pr_2);
  }
};

}  // namespace icodyn::plain::nonhydro

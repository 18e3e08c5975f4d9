// compute_advective_normal_wind_tendency: gradient of kinetic energy, vertical advection, vorticity and Coriolis term
// of vn.
//
// Covers VA-19 (mo_velocity_advection_stencil_19). In: z_kin_hor_e, vt, ddqz_z_full_e (edge, full), vn_ie (edge, half),
// z_ekinh, z_w_con_c_full (cell, full), zeta (vertex, full), coeff_gradekin, c_lin_e (edge x 2), f_e, e2c, e2v. Out:
// ddt_vn_apc (edge, full). Domain: edges NUD2..LOCAL, levels 0..nlev-1; the lowest level reads vn_ie at the surface. 53
// B per edge and level.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::velocity {

struct ComputeAdvectiveNormalWindTendency {
  Field<const vp> z_kin_hor_e;
  Coeff<const vp, 2> coeff_gradekin;
  Field<const vp> z_ekinh, zeta, vt;
  Row<const wp> f_e;
  Coeff<const wp, 2> c_lin_e;
  Field<const vp> z_w_con_c_full, vn_ie, ddqz_z_full_e;
  Table<2> e2c, e2v;
  Field<vp> ddt_vn_apc;

  ICODYN_HD void operator()(int e, int k) const {
    const int c0 = e2c(e, 0), c1 = e2c(e, 1);
    const vp g0 = coeff_gradekin(e, 0), g1 = coeff_gradekin(e, 1);
    const vp horizontal = z_kin_hor_e(e, k) * (g0 - g1) + g1 * z_ekinh(c1, k) - g0 * z_ekinh(c0, k);
    const wp vertical = (c_lin_e(e, 0) * z_w_con_c_full(c0, k) + c_lin_e(e, 1) * z_w_con_c_full(c1, k)) *
                        (vn_ie(e, k) - vn_ie(e, k + 1)) / ddqz_z_full_e(e, k);
    const wp rotation = vt(e, k) * (f_e(e) + vp(0.5) * (zeta(e2v(e, 0), k) + zeta(e2v(e, 1), k)));
    ddt_vn_apc(e, k) = static_cast<vp>(-(horizontal + vertical + rotation));
  }
};

}  // namespace icodyn::plain::velocity

// Everything that a time step writes: prognostic state (two time levels), diagnostics, accumulated fluxes, work fields, diffusion.
// Names are ICON's; spec/nonhydro.md section 1 says who writes and reads what.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/view.hpp"
#include "runtime/arena.hpp"
#include "state/host_field.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

struct Prognostic {
  Field<wp> vn;                   // edges, full [m/s]
  Field<wp> w;                    // cells, half [m/s]
  Field<wp> rho, exner, theta_v;  // cells, full [kg/m3], [-], [K]
};

struct Diagnostic {
  Field<vp> vt, vn_ie;                            // edges, full and half [m/s]
  Field<vp> w_concorr_c;                          // cells, half [m/s]; 0 for k <= nflatlev
  Field<wp> theta_v_ic, rho_ic;                   // cells, half; rho_ic(nlev) is 0 and is read
  Field<wp> exner_pr;                             // cells, full
  Field<vp> ddt_vn_apc_pc[2];                     // edges, full [m/s2]: predictor, corrector
  Field<vp> ddt_w_adv_pc[2];                      // cells, half [m/s2]: predictor, corrector
  Field<vp> ddt_exner_phy, ddt_vn_phy;            // slow physics (input)
  Field<wp> grf_tend_rho, grf_tend_thv, grf_tend_w, grf_tend_vn;  // lateral boundary (input)
  Field<vp> rho_incr, exner_incr, vn_incr;        // analysis increments (input)
  Field<wp> mass_fl_e;                            // edges, full
  Field<vp> exner_dyn_incr;                       // cells, full
  Row<wp> max_vcfl_dyn;                           // one value; reset once per time step
};

struct PrepAdv {
  Field<wp> vn_traj, mass_flx_me;    // edges, full
  Field<wp> mass_flx_ic, vol_flx_ic; // cells, half
};

// Work fields of velocity advection and the nonhydrostatic solve.
struct Work {
  // velocity advection
  Field<vp> z_kin_hor_e, z_vt_ie, z_w_concorr_me, z_v_grad_w;      // edges
  Field<vp> z_w_v, zeta;                                           // vertices
  Field<vp> z_w_con_c, z_w_con_c_full, z_w_concorr_mc, z_ekinh;    // cells
  Field<vp> vcfl;                                                  // cells, full storage of half levels
  Field<int> cfl_clipping;                                         // cells, 0 or 1
  // solve, cells
  Field<vp> z_exner_ex_pr, z_rth_pr_1, z_rth_pr_2, z_theta_v_pr_ic, z_exner_ic, z_dexner_dz_c_1, z_dexner_dz_c_2, z_th_ddz_exner_c;
  Field<vp> z_grad_rth_1, z_grad_rth_2, z_grad_rth_3, z_grad_rth_4;
  Field<vp> z_dwdz_dd, z_flxdiv_mass, z_flxdiv_theta, z_alpha, z_beta, z_q;
  Field<wp> z_w_expl, z_contr_w_fl_l, z_rho_expl, z_exner_expl;
  // solve, edges
  Field<wp> z_rho_e, z_theta_v_e, z_theta_v_fl_e, z_vn_avg;
  Field<vp> z_gradh_exner, z_graddiv_vn, z_graddiv_total, z_graddiv2_vn;
  Row<vp> z_hydro_corr;
  // profiles that change with the substep length or the damping factor
  Profile<wp> raylfac, scal_divdamp, bdy_divdamp, enh_divdamp_fac;
};

struct Diffu {
  Field<vp> hdef_ic, div_ic, dwdx, dwdy;          // cells, half: diagnostics for turbulence
  Field<vp> u_vert, v_vert;                       // vertices, full
  Field<vp> kh_smag_e, kh_smag_ec;                // edges, full
  Field<wp> z_nabla2_e, z_temp_flux;              // edges, full
  Field<vp> z_nabla4_e2;                          // edges, full
  Field<wp> z_nabla2_c;                           // cells, half
  Field<wp> z_temp;                               // cells, full
  Field<vp> kh_c, div, enh_smag_cold;             // cells, full
  Profile<wp> enh_smag_fac, diff_multfac_smag, diff_multfac_vn, smag_limit, diff_multfac_n2w;
};

struct State {
  Sizes sizes;
  Prognostic now, next;
  Diagnostic diag;
  PrepAdv prep_adv;
  Work work;
  Diffu diffu;
};

// Whether a field starts as zero (it is read before, or outside of where, it is written; spec/nonhydro.md 9.2) or is written before
// any read: then it stays poisoned in a debug build.
enum class Start { zero, unset };

// visit(name, view, location, level count, start) for fields, visit(name, view, start) for profiles,
// visit(name, view, location, start) for rows.
template <class P, class V>
void for_each_prognostic(P& p, int nlev, V&& visit) {
  visit("vn", p.vn, Location::edge, nlev, Start::zero);
  visit("w", p.w, Location::cell, nlev + 1, Start::zero);
  visit("rho", p.rho, Location::cell, nlev, Start::zero);
  visit("exner", p.exner, Location::cell, nlev, Start::zero);
  visit("theta_v", p.theta_v, Location::cell, nlev, Start::zero);
}

template <class S, class V>
void for_each_other(S& s, V&& visit) {
  constexpr auto cell = Location::cell, edge = Location::edge, vertex = Location::vertex;
  constexpr auto zero = Start::zero, unset = Start::unset;
  const int full = s.sizes.nlev, half = s.sizes.nlev + 1;
  auto& d = s.diag;
  visit("vt", d.vt, edge, full, zero);
  visit("vn_ie", d.vn_ie, edge, half, zero);
  visit("w_concorr_c", d.w_concorr_c, cell, half, zero);
  visit("theta_v_ic", d.theta_v_ic, cell, half, zero);
  visit("rho_ic", d.rho_ic, cell, half, zero);
  visit("exner_pr", d.exner_pr, cell, full, zero);
  visit("ddt_vn_apc_pc:0", d.ddt_vn_apc_pc[0], edge, full, zero);
  visit("ddt_vn_apc_pc:1", d.ddt_vn_apc_pc[1], edge, full, zero);
  visit("ddt_w_adv_pc:0", d.ddt_w_adv_pc[0], cell, half, zero);
  visit("ddt_w_adv_pc:1", d.ddt_w_adv_pc[1], cell, half, zero);
  visit("ddt_exner_phy", d.ddt_exner_phy, cell, full, zero);
  visit("ddt_vn_phy", d.ddt_vn_phy, edge, full, zero);
  visit("grf_tend_rho", d.grf_tend_rho, cell, full, zero);
  visit("grf_tend_thv", d.grf_tend_thv, cell, full, zero);
  visit("grf_tend_w", d.grf_tend_w, cell, half, zero);
  visit("grf_tend_vn", d.grf_tend_vn, edge, full, zero);
  visit("rho_incr", d.rho_incr, cell, full, zero);
  visit("exner_incr", d.exner_incr, cell, full, zero);
  visit("vn_incr", d.vn_incr, edge, full, zero);
  visit("mass_fl_e", d.mass_fl_e, edge, full, zero);
  visit("exner_dyn_incr", d.exner_dyn_incr, cell, full, zero);
  visit("max_vcfl_dyn", d.max_vcfl_dyn, Location::none, zero);
  auto& p = s.prep_adv;
  visit("vn_traj", p.vn_traj, edge, full, zero);
  visit("mass_flx_me", p.mass_flx_me, edge, full, zero);
  visit("mass_flx_ic", p.mass_flx_ic, cell, half, zero);
  visit("vol_flx_ic", p.vol_flx_ic, cell, half, zero);
  auto& w = s.work;
  visit("z_kin_hor_e", w.z_kin_hor_e, edge, full, zero);
  visit("z_vt_ie", w.z_vt_ie, edge, full, zero);
  visit("z_w_concorr_me", w.z_w_concorr_me, edge, full, zero);
  visit("z_v_grad_w", w.z_v_grad_w, edge, full, zero);
  visit("z_w_v", w.z_w_v, vertex, full, unset);
  visit("zeta", w.zeta, vertex, full, unset);
  visit("z_w_con_c", w.z_w_con_c, cell, full, unset);
  visit("z_w_con_c_full", w.z_w_con_c_full, cell, full, zero);
  visit("z_w_concorr_mc", w.z_w_concorr_mc, cell, full, unset);
  visit("z_ekinh", w.z_ekinh, cell, full, unset);
  visit("vcfl", w.vcfl, cell, full, zero);
  visit("cfl_clipping", w.cfl_clipping, cell, full, zero);
  visit("z_exner_ex_pr", w.z_exner_ex_pr, cell, half, zero);
  visit("z_rth_pr_1", w.z_rth_pr_1, cell, full, zero);
  visit("z_rth_pr_2", w.z_rth_pr_2, cell, full, zero);
  visit("z_theta_v_pr_ic", w.z_theta_v_pr_ic, cell, half, unset);
  visit("z_exner_ic", w.z_exner_ic, cell, half, unset);
  visit("z_dexner_dz_c_1", w.z_dexner_dz_c_1, cell, full, zero);
  visit("z_dexner_dz_c_2", w.z_dexner_dz_c_2, cell, full, zero);
  visit("z_th_ddz_exner_c", w.z_th_ddz_exner_c, cell, full, zero);
  visit("z_grad_rth_1", w.z_grad_rth_1, cell, full, unset);
  visit("z_grad_rth_2", w.z_grad_rth_2, cell, full, unset);
  visit("z_grad_rth_3", w.z_grad_rth_3, cell, full, unset);
  visit("z_grad_rth_4", w.z_grad_rth_4, cell, full, unset);
  visit("z_dwdz_dd", w.z_dwdz_dd, cell, full, zero);
  visit("z_flxdiv_mass", w.z_flxdiv_mass, cell, full, unset);
  visit("z_flxdiv_theta", w.z_flxdiv_theta, cell, full, unset);
  visit("z_alpha", w.z_alpha, cell, half, unset);
  visit("z_beta", w.z_beta, cell, full, unset);
  visit("z_q", w.z_q, cell, full, unset);
  visit("z_w_expl", w.z_w_expl, cell, half, unset);
  visit("z_contr_w_fl_l", w.z_contr_w_fl_l, cell, half, unset);
  visit("z_rho_expl", w.z_rho_expl, cell, full, unset);
  visit("z_exner_expl", w.z_exner_expl, cell, full, unset);
  visit("z_rho_e", w.z_rho_e, edge, full, zero);
  visit("z_theta_v_e", w.z_theta_v_e, edge, full, zero);
  visit("z_theta_v_fl_e", w.z_theta_v_fl_e, edge, full, zero);
  visit("z_vn_avg", w.z_vn_avg, edge, full, zero);
  visit("z_gradh_exner", w.z_gradh_exner, edge, full, zero);
  visit("z_graddiv_vn", w.z_graddiv_vn, edge, full, zero);
  visit("z_graddiv_total", w.z_graddiv_total, edge, full, zero);
  visit("z_graddiv2_vn", w.z_graddiv2_vn, edge, full, unset);
  visit("z_hydro_corr", w.z_hydro_corr, edge, zero);
  visit("raylfac", w.raylfac, full, zero);
  visit("scal_divdamp", w.scal_divdamp, full, zero);
  visit("bdy_divdamp", w.bdy_divdamp, full, zero);
  visit("enh_divdamp_fac", w.enh_divdamp_fac, full, zero);
  auto& f = s.diffu;
  visit("hdef_ic", f.hdef_ic, cell, half, zero);
  visit("div_ic", f.div_ic, cell, half, zero);
  visit("dwdx", f.dwdx, cell, half, zero);
  visit("dwdy", f.dwdy, cell, half, zero);
  visit("u_vert", f.u_vert, vertex, full, zero);
  visit("v_vert", f.v_vert, vertex, full, zero);
  visit("kh_smag_e", f.kh_smag_e, edge, full, zero);
  visit("kh_smag_ec", f.kh_smag_ec, edge, full, zero);
  visit("z_nabla2_e", f.z_nabla2_e, edge, full, zero);
  visit("z_temp_flux", f.z_temp_flux, edge, full, unset);
  visit("z_nabla4_e2", f.z_nabla4_e2, edge, full, unset);
  visit("z_nabla2_c", f.z_nabla2_c, cell, half, unset);
  visit("z_temp", f.z_temp, cell, full, unset);
  visit("kh_c", f.kh_c, cell, full, unset);
  visit("div", f.div, cell, full, unset);
  visit("enh_smag_cold", f.enh_smag_cold, cell, full, unset);
  visit("enh_smag_fac", f.enh_smag_fac, full, zero);
  visit("diff_multfac_smag", f.diff_multfac_smag, full, zero);
  visit("diff_multfac_vn", f.diff_multfac_vn, full, zero);
  visit("smag_limit", f.smag_limit, full, zero);
  visit("diff_multfac_n2w", f.diff_multfac_n2w, full, zero);
}

// All fields under their names; the two time levels as "now.vn" ... and "next.vn" ...
template <class S, class V>
void for_each_field(S& s, V&& visit) {
  const auto prefixed = [&](const char* const* names, auto& level) {
    int n = 0;
    for_each_prognostic(level, s.sizes.nlev, [&](const char*, auto&&... rest) { visit(names[n++], rest...); });
  };
  static constexpr const char* now_names[] = {"now.vn", "now.w", "now.rho", "now.exner", "now.theta_v"};
  static constexpr const char* next_names[] = {"next.vn", "next.w", "next.rho", "next.exner", "next.theta_v"};
  prefixed(now_names, s.now);
  prefixed(next_names, s.next);
  for_each_other(s, visit);
}

void declare(State& s, const Sizes& sizes, Arena& arena);  // before Arena::commit
void clear(State& s, const Device& device);                // zeroes the fields that start as zero

// Copies one field by its name ("now.vn", "z_rho_e", "ddt_vn_apc_pc:0") to or from the host; the name is looked up in the
// struct as it is now, so it follows the swaps of time levels. Throws DataError for a wrong shape, std::logic_error for an unknown name.
HostField download(State& s, const std::string& name, const Device& device);
void upload(State& s, const std::string& name, const HostField& values, const Device& device);
struct FieldShape {
  Location location;
  int levels;
};
std::optional<FieldShape> field_shape(State& s, const std::string& name);  // nullopt: there is no such field

// Fills `now` with the initial state, sets exner_pr = exner - exner_ref_mc on all cells where the source has none, and copies
// `now` to `next` (spec/driver.md section 1).
void set_initial_state(State& s, const CaseData& data, const Device& device);

}  // namespace icodyn

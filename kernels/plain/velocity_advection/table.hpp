// What the kernels of velocity advection read and write (kernels/table.hpp).
#pragma once

#include "../../table.hpp"

namespace icodyn::plain {

// Rows of one call in the order of execution. Predictor and corrector share the kernels and differ in the time level.
inline std::vector<KernelEntry> velocity_advection_kernels(bool corrector) {
  const char* phase = corrector ? phase_velocity_corrector : phase_velocity_predictor;
  const char* vn = corrector ? "next.vn" : "now.vn";
  const char* w = corrector ? "next.w" : "now.w";
  const char* ddt_vn = corrector ? "ddt_vn_apc_pc:1" : "ddt_vn_apc_pc:0";
  const char* ddt_w = corrector ? "ddt_w_adv_pc:1" : "ddt_w_adv_pc:0";

  std::vector<KernelEntry> rows;
  if (!corrector) {
    rows = {
        {"compute_tangential_wind", phase, "VA-1, mo_velocity_advection_stencil_01", {vn, "rbf_vec_coeff_e", "e2c2e"}, {"vt"}},
        {"interpolate_vn_to_half_levels_and_compute_kinetic_energy_on_edges",
         phase,
         "VA-2 and VA-5, mo_velocity_advection_stencil_02",
         {"wgtfac_e", vn, "vt"},
         {"vn_ie", "z_kin_hor_e"}},
        {"interpolate_vt_to_interface_edges", phase, "VA-4, mo_velocity_advection_stencil_03", {"wgtfac_e", "vt"}, {"z_vt_ie"}},
        {"compute_contravariant_correction",
         phase,
         "VA-6, mo_velocity_advection_stencil_04",
         {vn, "vt", "ddxn_z_full", "ddxt_z_full"},
         {"z_w_concorr_me"}},
        {"compute_horizontal_kinetic_energy",
         phase,
         "VA-2, VA-4 and VA-5 on level 0, mo_velocity_advection_stencil_05",
         {vn, "vt"},
         {"vn_ie", "z_vt_ie", "z_kin_hor_e"}},
        {"extrapolate_at_top", phase, "VA-3, mo_velocity_advection_stencil_06", {"wgtfacq_e", vn}, {"vn_ie"}},
    };
  }
  const std::vector<KernelEntry> w_at_edges = {
      {"mo_icon_interpolation_scalar_cells2verts_scalar_ri_dsl",
       phase,
       "VA-7, mo_icon_interpolation_scalar_cells2verts",
       {w, "c_intp", "v2c"},
       {"z_w_v"}},
      {"compute_horizontal_advection_term_for_vertical_velocity",
       phase,
       "VA-8, mo_velocity_advection_stencil_07",
       {"vn_ie", "z_vt_ie", "inv_dual_edge_length", "inv_primal_edge_length", "tangent_orientation", w, "z_w_v", "e2c", "e2v"},
       {"z_v_grad_w"}},
  };
  rows.insert(rows.end(), w_at_edges.begin(), w_at_edges.end());
  if (!corrector) {
    const std::vector<KernelEntry> correction = {
        {"interpolate_to_cell_center_w_concorr",
         phase,
         "VA-9, mo_velocity_advection_stencil_08",
         {"z_w_concorr_me", "e_bln_c_s", "c2e"},
         {"z_w_concorr_mc"}},
        {"interpolate_cell_field_to_half_levels",
         phase,
         "VA-9, mo_velocity_advection_stencil_10",
         {"wgtfac_c", "z_w_concorr_mc"},
         {"w_concorr_c"}},
    };
    rows.insert(rows.end(), correction.begin(), correction.end());
  }
  const std::vector<KernelEntry> momentum = {
      {"correct_contravariant_vertical_velocity",
       phase,
       "VA-10, mo_velocity_advection_stencil_11, 12, 13",
       {w, "w_concorr_c"},
       {"z_w_con_c"}},
      {"compute_maximum_cfl_and_clip_contravariant_vertical_velocity",
       phase,
       "VA-11, mo_velocity_advection_stencil_14",
       {"ddqz_z_half", "z_w_con_c"},
       {"z_w_con_c", "vcfl", "cfl_clipping"}},
      {"interpolate_contravariant_vertical_velocity_to_full_levels",
       phase,
       "VA-12, mo_velocity_advection_stencil_15",
       {"z_w_con_c"},
       {"z_w_con_c_full"}},
      {"compute_advective_vertical_wind_tendency",
       phase,
       "VA-13, mo_velocity_advection_stencil_16",
       {"z_w_con_c", w, "coeff1_dwdz", "coeff2_dwdz"},
       {ddt_w}},
      {"add_interpolated_horizontal_advection_of_w",
       phase,
       "VA-14, mo_velocity_advection_stencil_17",
       {"e_bln_c_s", "z_v_grad_w", "c2e", ddt_w},
       {ddt_w}},
      {"add_extra_diffusion_for_w_con_approaching_cfl",
       phase,
       "VA-15, mo_velocity_advection_stencil_18",
       {"cfl_clipping", "owner_mask_c", "z_w_con_c", "ddqz_z_half", w, "area", "geofac_n2s", "c2e2c", ddt_w},
       {ddt_w}},
      {"maximum_vertical_cfl", phase, "VA-16", {"vcfl", "max_vcfl_dyn"}, {"max_vcfl_dyn"}},
      {"mo_math_divrot_rot_vertex_ri_dsl", phase, "VA-17, mo_math_divrot_rot_vertex", {vn, "geofac_rot", "v2e"}, {"zeta"}},
      {"interpolate_to_cell_center_ekinh",
       phase,
       "VA-18, mo_velocity_advection_stencil_08",
       {"z_kin_hor_e", "e_bln_c_s", "c2e"},
       {"z_ekinh"}},
      {"compute_advective_normal_wind_tendency",
       phase,
       "VA-19, mo_velocity_advection_stencil_19",
       {"z_kin_hor_e", "coeff_gradekin", "z_ekinh", "zeta", "vt", "f_e", "c_lin_e", "z_w_con_c_full", "vn_ie", "ddqz_z_full_e",
        "e2c", "e2v"},
       {ddt_vn}},
      {"add_extra_diffusion_for_normal_wind_tendency_approaching_cfl",
       phase,
       "VA-20, mo_velocity_advection_stencil_20",
       {"c_lin_e", "z_w_con_c_full", "ddqz_z_full_e", "area_edge", "tangent_orientation", "inv_primal_edge_length", "zeta",
        "geofac_grdiv", vn, "e2c", "e2v", "e2c2e", ddt_vn},
       {ddt_vn}},
  };
  rows.insert(rows.end(), momentum.begin(), momentum.end());
  return rows;
}

inline std::vector<KernelEntry> velocity_advection_kernels() {
  std::vector<KernelEntry> rows = velocity_advection_kernels(false);
  const std::vector<KernelEntry> corrector = velocity_advection_kernels(true);
  rows.insert(rows.end(), corrector.begin(), corrector.end());
  return rows;
}

}  // namespace icodyn::plain

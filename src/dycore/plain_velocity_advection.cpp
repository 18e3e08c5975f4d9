// Velocity advection with one kernel for each ICON loop (spec/velocity-advection.md).
#include "core/launch.hpp"
#include "core/reduce.hpp"
#include "dycore/plain.hpp"
#include "plain/velocity_advection/add_extra_diffusion_for_normal_wind_tendency_approaching_cfl.hpp"
#include "plain/velocity_advection/add_extra_diffusion_for_w_con_approaching_cfl.hpp"
#include "plain/velocity_advection/add_interpolated_horizontal_advection_of_w.hpp"
#include "plain/velocity_advection/compute_advective_normal_wind_tendency.hpp"
#include "plain/velocity_advection/compute_advective_vertical_wind_tendency.hpp"
#include "plain/velocity_advection/compute_contravariant_correction.hpp"
#include "plain/velocity_advection/compute_horizontal_advection_term_for_vertical_velocity.hpp"
#include "plain/velocity_advection/compute_horizontal_kinetic_energy.hpp"
#include "plain/velocity_advection/compute_maximum_cfl_and_clip_contravariant_vertical_velocity.hpp"
#include "plain/velocity_advection/compute_tangential_wind.hpp"
#include "plain/velocity_advection/correct_contravariant_vertical_velocity.hpp"
#include "plain/velocity_advection/extrapolate_at_top.hpp"
#include "plain/velocity_advection/interpolate_cell_field_to_half_levels.hpp"
#include "plain/velocity_advection/interpolate_contravariant_vertical_velocity_to_full_levels.hpp"
#include "plain/velocity_advection/interpolate_to_cell_center.hpp"
#include "plain/velocity_advection/interpolate_vn_to_half_levels_and_compute_kinetic_energy_on_edges.hpp"
#include "plain/velocity_advection/interpolate_vt_to_interface_edges.hpp"
#include "plain/velocity_advection/maximum_vertical_cfl.hpp"
#include "plain/velocity_advection/mo_icon_interpolation_scalar_cells2verts_scalar_ri_dsl.hpp"
#include "plain/velocity_advection/mo_math_divrot_rot_vertex_ri_dsl.hpp"

namespace icodyn::plain {

namespace {

using namespace velocity;

// VA-1 ... VA-6: everything on edges that follows from vn alone.
void edge_diagnostics(Dycore& d, Field<const wp> vn, bool lvn_only) {
  const StaticFields& fixed = d.fixed;
  Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev;
  const Range edges = fixed.zones.edges.range(Zone::lateral_boundary_level_5, Zone::halo_level_2);

  launch(d.stream, "compute_tangential_wind", Points{edges, {0, nlev}},
         ComputeTangentialWind{vn, fixed.rbf_vec_coeff_e, fixed.e2c2e, diag.vt});
  launch(d.stream, "interpolate_vn_to_half_levels_and_compute_kinetic_energy_on_edges", Points{edges, {1, nlev}},
         InterpolateVnToHalfLevelsAndComputeKineticEnergyOnEdges{fixed.wgtfac_e, vn, diag.vt, diag.vn_ie,
                                                                 work.z_kin_hor_e});
  if (!lvn_only)
    launch(d.stream, "interpolate_vt_to_interface_edges", Points{edges, {1, nlev}},
           InterpolateVtToInterfaceEdges{fixed.wgtfac_e, diag.vt, work.z_vt_ie});
  launch(d.stream, "compute_contravariant_correction", Points{edges, {fixed.nflatlev, nlev}},
         ComputeContravariantCorrection{vn, diag.vt, fixed.ddxn_z_full, fixed.ddxt_z_full, work.z_w_concorr_me});
  launch(d.stream, "compute_horizontal_kinetic_energy", Points{edges, {0, 1}},
         ComputeHorizontalKineticEnergy{vn, diag.vt, diag.vn_ie, work.z_vt_ie, work.z_kin_hor_e, !lvn_only});
  launch(d.stream, "extrapolate_at_top", Columns{edges}, ExtrapolateAtTop{fixed.wgtfacq_e, vn, diag.vn_ie, nlev});
}

// VA-7, VA-8.
void horizontal_advection_of_w(Dycore& d, Field<const wp> w, Range edges) {
  const StaticFields& fixed = d.fixed;
  Work& work = d.state.work;
  const Range levels{0, fixed.sizes.nlev};

  launch(d.stream, "mo_icon_interpolation_scalar_cells2verts_scalar_ri_dsl", Points{{0, fixed.sizes.n_vertices}, levels},
         CellsToVertices{w, fixed.c_intp, fixed.v2c, work.z_w_v});
  launch(d.stream, "compute_horizontal_advection_term_for_vertical_velocity", Points{edges, levels},
         ComputeHorizontalAdvectionTermForVerticalVelocity{
             d.state.diag.vn_ie, work.z_vt_ie, fixed.inv_dual_edge_length, fixed.inv_primal_edge_length,
             fixed.tangent_orientation, w, work.z_w_v, fixed.e2c, fixed.e2v, work.z_v_grad_w});
}

// VA-9.
void contravariant_correction_at_cells(Dycore& d) {
  const StaticFields& fixed = d.fixed;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::lateral_boundary_level_4, Zone::halo);

  launch(d.stream, "interpolate_to_cell_center_w_concorr", Points{cells, {fixed.nflatlev, nlev}},
         InterpolateToCellCenter{work.z_w_concorr_me, fixed.e_bln_c_s, fixed.c2e, work.z_w_concorr_mc});
  launch(d.stream, "interpolate_cell_field_to_half_levels", Points{cells, {0, nlev}},
         InterpolateCellFieldToHalfLevels{fixed.wgtfac_c, work.z_w_concorr_mc, d.state.diag.w_concorr_c, fixed.nflatlev});
}

// VA-10 ... VA-16: contravariant w with its limits and, unless lvn_only, the tendency of w.
void vertical_momentum(Dycore& d, Field<const wp> w, Field<vp> ddt_w_adv, const CflLimits& limits, bool lvn_only) {
  const StaticFields& fixed = d.fixed;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::lateral_boundary_level_4, Zone::halo);
  const Points all{cells, {0, nlev}}, below_top{cells, {1, nlev}};

  launch(d.stream, "correct_contravariant_vertical_velocity", all,
         CorrectContravariantVerticalVelocity{w, d.state.diag.w_concorr_c, work.z_w_con_c});
  launch(d.stream, "compute_maximum_cfl_and_clip_contravariant_vertical_velocity", all,
         ComputeMaximumCflAndClipContravariantVerticalVelocity{fixed.ddqz_z_half, work.z_w_con_c, work.vcfl,
                                                               work.cfl_clipping, limits, first_cfl_level(fixed.nrdmax),
                                                               nlev - 3});
  launch(d.stream, "interpolate_contravariant_vertical_velocity_to_full_levels", all,
         InterpolateContravariantVerticalVelocityToFullLevels{work.z_w_con_c, work.z_w_con_c_full, nlev});
  if (!lvn_only) {
    launch(d.stream, "compute_advective_vertical_wind_tendency", below_top,
           ComputeAdvectiveVerticalWindTendency{work.z_w_con_c, w, fixed.coeff1_dwdz, fixed.coeff2_dwdz, ddt_w_adv});
    launch(d.stream, "add_interpolated_horizontal_advection_of_w", below_top,
           AddInterpolatedHorizontalAdvectionOfW{fixed.e_bln_c_s, work.z_v_grad_w, fixed.c2e, ddt_w_adv});
    launch(d.stream, "add_extra_diffusion_for_w_con_approaching_cfl", below_top,
           AddExtraDiffusionForWConApproachingCfl{work.cfl_clipping, fixed.owner_mask_c, work.z_w_con_c,
                                                  fixed.ddqz_z_half, w, fixed.area, fixed.geofac_n2s, fixed.c2e2c,
                                                  ddt_w_adv, limits});
  }
  reduce_maximum(d.stream, "maximum_vertical_cfl", cells, wp(0), MaximumVerticalCfl{work.vcfl, nlev},
                 d.state.diag.max_vcfl_dyn);
}

// VA-17 ... VA-20: the tendency of vn.
void horizontal_momentum(Dycore& d, Field<const wp> vn, Field<vp> ddt_vn_apc, const CflLimits& limits) {
  const StaticFields& fixed = d.fixed;
  const Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::lateral_boundary_level_4, Zone::halo);
  const Range edges = fixed.zones.edges.range(Zone::nudging_level_2, Zone::local);

  launch(d.stream, "mo_math_divrot_rot_vertex_ri_dsl", Points{{0, fixed.sizes.n_vertices}, {0, nlev}},
         RotVertex{vn, fixed.geofac_rot, fixed.v2e, work.zeta});
  launch(d.stream, "interpolate_to_cell_center_ekinh", Points{cells, {0, nlev}},
         InterpolateToCellCenter{work.z_kin_hor_e, fixed.e_bln_c_s, fixed.c2e, work.z_ekinh});
  launch(d.stream, "compute_advective_normal_wind_tendency", Points{edges, {0, nlev}},
         ComputeAdvectiveNormalWindTendency{work.z_kin_hor_e, fixed.coeff_gradekin, work.z_ekinh, work.zeta, diag.vt,
                                            fixed.f_e, fixed.c_lin_e, work.z_w_con_c_full, diag.vn_ie,
                                            fixed.ddqz_z_full_e, fixed.e2c, fixed.e2v, ddt_vn_apc});
  launch(d.stream, "add_extra_diffusion_for_normal_wind_tendency_approaching_cfl",
         Points{edges, {first_cfl_level(fixed.nrdmax), nlev - 4}},
         AddExtraDiffusionForNormalWindTendencyApproachingCfl{
             fixed.c_lin_e, work.z_w_con_c_full, fixed.ddqz_z_full_e, fixed.area_edge, fixed.tangent_orientation,
             fixed.inv_primal_edge_length, work.zeta, fixed.geofac_grdiv, vn, fixed.e2c, fixed.e2v, fixed.e2c2e,
             ddt_vn_apc, limits});
}

}  // namespace

void velocity_advection_predictor(Dycore& d, wp dtime, bool lvn_only) {
  const CflLimits limits = cfl_limits(dtime);
  Diagnostic& diag = d.state.diag;
  edge_diagnostics(d, d.state.now.vn, lvn_only);
  if (!lvn_only)
    horizontal_advection_of_w(d, d.state.now.w,
                              d.fixed.zones.edges.range(Zone::lateral_boundary_level_5, Zone::halo_level_2));
  contravariant_correction_at_cells(d);
  vertical_momentum(d, d.state.now.w, diag.ddt_w_adv_pc[0], limits, lvn_only);
  horizontal_momentum(d, d.state.now.vn, diag.ddt_vn_apc_pc[0], limits);
}

void velocity_advection_corrector(Dycore& d, wp dtime) {
  const CflLimits limits = cfl_limits(dtime);
  Diagnostic& diag = d.state.diag;
  // vt, vn_ie, z_vt_ie, z_kin_hor_e and w_concorr_c are those of the predictor part of the solve
  horizontal_advection_of_w(d, d.state.next.w, d.fixed.zones.edges.range(Zone::lateral_boundary_level_7, Zone::halo));
  vertical_momentum(d, d.state.next.w, diag.ddt_w_adv_pc[1], limits, false);
  horizontal_momentum(d, d.state.next.vn, diag.ddt_vn_apc_pc[1], limits);
}

}  // namespace icodyn::plain

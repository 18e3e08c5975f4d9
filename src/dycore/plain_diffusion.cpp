// Horizontal diffusion with one kernel for each ICON loop (spec/diffusion.md).
//
// Every kernel that changes a field in place touches its own point only; what reads neighbors of that field has run before. So no copy
// of w or theta_v is needed here.
#include "core/launch.hpp"
#include "dycore/diffusion_coefficients.hpp"
#include "dycore/plain.hpp"
#include "plain/diffusion/apply_nabla2_and_nabla4_global_to_vn.hpp"
#include "plain/diffusion/apply_nabla2_and_nabla4_to_vn.hpp"
#include "plain/diffusion/apply_nabla2_to_vn_in_lateral_boundary.hpp"
#include "plain/diffusion/apply_nabla2_to_w.hpp"
#include "plain/diffusion/apply_nabla2_to_w_in_upper_damping_layer.hpp"
#include "plain/diffusion/calculate_diagnostics_for_turbulence.hpp"
#include "plain/diffusion/calculate_horizontal_gradients_for_turbulence.hpp"
#include "plain/diffusion/calculate_nabla2_and_smag_coefficients_for_vn.hpp"
#include "plain/diffusion/calculate_nabla2_for_w.hpp"
#include "plain/diffusion/calculate_nabla2_for_z.hpp"
#include "plain/diffusion/calculate_nabla2_of_theta.hpp"
#include "plain/diffusion/calculate_nabla4.hpp"
#include "plain/diffusion/enhance_diffusion_coefficient_for_grid_point_cold_pools.hpp"
#include "plain/diffusion/mo_intp_rbf_rbf_vec_interpol_vertex.hpp"
#include "plain/diffusion/set_diffusion_profiles.hpp"
#include "plain/diffusion/temporary_field_for_grid_point_cold_pools_enhancement.hpp"
#include "plain/diffusion/temporary_fields_for_turbulence_diagnostics.hpp"
#include "plain/diffusion/truly_horizontal_diffusion_nabla_of_theta_over_steep_points.hpp"
#include "plain/diffusion/update_theta_and_exner.hpp"
#include "state/transfer.hpp"

namespace icodyn::plain {

namespace {

using namespace diffu;

// S1 and S4: the same reconstruction, first of vn, then of its Laplacian.
void reconstruct_at_vertices(Dycore& d, const char* name, Field<const wp> normal) {
  const StaticFields& fixed = d.fixed;
  launch(d.stream, name,
         Points{fixed.zones.vertices.range(Zone::lateral_boundary_level_2, Zone::local), {0, fixed.sizes.nlev}},
         RbfVecInterpolVertex{normal, fixed.rbf_vec_coeff_v1, fixed.rbf_vec_coeff_v2, fixed.v2e, d.state.diffu.u_vert,
                              d.state.diffu.v_vert});
}

// S3: only for turbulence schemes, no influence on the prognostic fields.
void turbulence_diagnostics(Dycore& d, Field<const wp> vn) {
  const StaticFields& fixed = d.fixed;
  Diffu& f = d.state.diffu;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::nudging, Zone::local);
  launch(d.stream, "temporary_fields_for_turbulence_diagnostics", Points{cells, {0, nlev}},
         TemporaryFieldsForTurbulenceDiagnostics{f.kh_smag_ec, vn, fixed.e_bln_c_s, fixed.geofac_div,
                                                 f.diff_multfac_smag, fixed.c2e, f.kh_c, f.div});
  launch(d.stream, "calculate_diagnostics_for_turbulence", Points{cells, {1, nlev}},
         CalculateDiagnosticsForTurbulence{f.kh_c, f.div, fixed.wgtfac_c, f.div_ic, f.hdef_ic});
}

// S5.
void update_vn(Dycore& d, Field<wp> vn, const DiffusionScalars& s) {
  const StaticFields& fixed = d.fixed;
  Diffu& f = d.state.diffu;
  const Range levels{0, fixed.sizes.nlev};
  const ZoneBounds& zone = fixed.zones.edges;
  const Range inner = zone.range(Zone::nudging_level_2, Zone::local);
  launch(d.stream, "calculate_nabla4", Points{inner, levels},
         CalculateNabla4{f.u_vert, f.v_vert, fixed.primal_normal_vert_1, fixed.primal_normal_vert_2, f.z_nabla2_e,
                         fixed.inv_vert_vert_length, fixed.inv_primal_edge_length, fixed.e2c2v, f.z_nabla4_e2});
  if (!fixed.limited_area) {
    launch(d.stream, "apply_nabla2_and_nabla4_global_to_vn", Points{inner, levels},
           ApplyNabla2AndNabla4GlobalToVn{fixed.area_edge, f.kh_smag_e, f.z_nabla2_e, f.z_nabla4_e2, f.diff_multfac_vn,
                                          vn});
    return;
  }
  launch(d.stream, "apply_nabla2_and_nabla4_to_vn", Points{inner, levels},
         ApplyNabla2AndNabla4ToVn{fixed.area_edge, f.kh_smag_e, f.z_nabla2_e, f.z_nabla4_e2, f.diff_multfac_vn,
                                  fixed.nudgecoeff_e, vn, static_cast<wp>(s.nudgezone_diff)});
  const Range boundary{zone.start(Zone::lateral_boundary_level_5), zone.start(Zone::nudging_level_2)};
  launch(d.stream, "apply_nabla2_to_vn_in_lateral_boundary", Points{boundary, levels},
         ApplyNabla2ToVnInLateralBoundary{f.z_nabla2_e, fixed.area_edge, vn, static_cast<wp>(s.fac_bdydiff_v)});
}

// S6.
void update_w(Dycore& d, Field<wp> w, const DiffusionScalars& s) {
  const StaticFields& fixed = d.fixed;
  Diffu& f = d.state.diffu;
  const int nlev = fixed.sizes.nlev;
  const ZoneBounds& zone = fixed.zones.cells;
  const Range cells = zone.range(fixed.limited_area ? Zone::nudging : Zone::lateral_boundary_level_4, Zone::halo);
  // the nudging row of a limited area keeps its w (but not its theta_v)
  const Range diffused{zone.start(Zone::interior), zone.end(Zone::local)};
  launch(d.stream, "calculate_nabla2_for_w", Points{cells, {0, nlev}},
         CalculateNabla2ForW{w, fixed.geofac_n2s, fixed.c2e2c, f.z_nabla2_c});
  if (d.diffusion.shear_type == 2)
    launch(d.stream, "calculate_horizontal_gradients_for_turbulence", Points{cells, {1, nlev}},
           CalculateHorizontalGradientsForTurbulence{w, fixed.geofac_grg_x, fixed.geofac_grg_y, fixed.c2e2c, f.dwdx,
                                                     f.dwdy});
  launch(d.stream, "apply_nabla2_to_w", Points{diffused, {0, nlev}},
         ApplyNabla2ToW{fixed.area, f.z_nabla2_c, fixed.geofac_n2s, fixed.c2e2c, w, static_cast<wp>(s.diff_multfac_w)});
  launch(d.stream, "apply_nabla2_to_w_in_upper_damping_layer", Points{diffused, {1, fixed.nrdmax + 1}},
         ApplyNabla2ToWInUpperDampingLayer{f.diff_multfac_n2w, fixed.area, f.z_nabla2_c, w});
}

// S7 and S8.
void update_theta_v(Dycore& d, Prognostic& p) {
  const StaticFields& fixed = d.fixed;
  Diffu& f = d.state.diffu;
  const int nlev = fixed.sizes.nlev;
  const Range levels{0, nlev}, lowest{nlev > 1 ? nlev - 2 : 0, nlev};
  const Range edges = fixed.zones.edges.range(Zone::nudging, Zone::halo);
  const Range around = fixed.zones.cells.range(Zone::lateral_boundary_level_4, Zone::halo);
  const Range cells = fixed.zones.cells.range(Zone::nudging, Zone::local);

  launch(d.stream, "temporary_field_for_grid_point_cold_pools_enhancement", Points{around, lowest},
         TemporaryFieldForGridPointColdPoolsEnhancement{p.theta_v, fixed.theta_ref_mc, fixed.c2e2c, f.enh_smag_cold});
  launch(d.stream, "enhance_diffusion_coefficient_for_grid_point_cold_pools", Points{edges, lowest},
         EnhanceDiffusionCoefficientForGridPointColdPools{f.enh_smag_cold, fixed.e2c, f.kh_smag_e});
  launch(d.stream, "calculate_nabla2_for_z", Points{edges, levels},
         CalculateNabla2ForZ{f.kh_smag_e, fixed.inv_dual_edge_length, p.theta_v, fixed.e2c, f.z_temp_flux});
  launch(d.stream, "calculate_nabla2_of_theta", Points{cells, levels},
         CalculateNabla2OfTheta{f.z_temp_flux, fixed.geofac_div, fixed.c2e, f.z_temp});
  if (d.diffusion.apply_zdiffusion_t && fixed.has_steep_points)
    launch(d.stream, "truly_horizontal_diffusion_nabla_of_theta_over_steep_points", Points{cells, levels},
           TrulyHorizontalDiffusionNablaOfThetaOverSteepPoints{
               fixed.zd_diffcoef,
               {fixed.zd_intcoef[0], fixed.zd_intcoef[1], fixed.zd_intcoef[2]},
               {fixed.zd_vertoffset[0], fixed.zd_vertoffset[1], fixed.zd_vertoffset[2]},
               fixed.geofac_n2s,
               p.theta_v,
               fixed.c2e2c,
               f.z_temp});
  constexpr double rd = 287.04, cpd = 1004.64;  // gas constant and specific heat of dry air [J/(kg K)]
  launch(d.stream, "update_theta_and_exner", Points{cells, levels},
         UpdateThetaAndExner{f.z_temp, fixed.area, p.theta_v, p.exner, static_cast<wp>(rd / (cpd - rd))});
}

}  // namespace

void prepare_diffusion_profiles(Dycore& d) {
  const DiffusionCoefficients c = diffusion_coefficients(d.diffusion, d.fixed.vct_a, d.fixed.nrdmax);
  upload_line(d.state.diffu.enh_smag_fac.data, c.enh_smag_fac, d.stream.device());
  upload_line(d.state.diffu.diff_multfac_n2w.data, c.diff_multfac_n2w, d.stream.device());
}

void diffusion(Dycore& d, Prognostic& p, wp dtime, bool initial_run) {
  const StaticFields& fixed = d.fixed;
  const DiffusionConfig& options = d.diffusion;
  const DiffusionScalars s = diffusion_scalars(options, initial_run);
  Diffu& f = d.state.diffu;
  const Range levels{0, fixed.sizes.nlev};

  launch(d.stream, "set_diffusion_profiles", Levels{levels},
         SetDiffusionProfiles{f.enh_smag_fac, dtime, static_cast<wp>(s.diff_multfac_vn), static_cast<wp>(s.smag_limit),
                              f.diff_multfac_smag, f.diff_multfac_vn, f.smag_limit});
  reconstruct_at_vertices(d, "mo_intp_rbf_rbf_vec_interpol_vertex_vn", p.vn);
  launch(d.stream, "calculate_nabla2_and_smag_coefficients_for_vn",
         Points{fixed.zones.edges.range(Zone::lateral_boundary_level_5, Zone::halo_level_2), levels},
         CalculateNabla2AndSmagCoefficientsForVn{
             f.diff_multfac_smag, f.smag_limit, static_cast<wp>(s.smag_offset), fixed.e2c2v, f.u_vert, f.v_vert,
             fixed.primal_normal_vert_1, fixed.primal_normal_vert_2, fixed.dual_normal_vert_1, fixed.dual_normal_vert_2,
             p.vn, fixed.tangent_orientation, fixed.inv_primal_edge_length, fixed.inv_vert_vert_length, f.kh_smag_e,
             f.kh_smag_ec, f.z_nabla2_e});
  if (options.shear_type >= 1 || options.loutshs || options.a_hshr > 0) turbulence_diagnostics(d, p.vn);
  reconstruct_at_vertices(d, "mo_intp_rbf_rbf_vec_interpol_vertex_nabla2", f.z_nabla2_e);
  update_vn(d, p.vn, s);
  update_w(d, p.w, s);  // icon4py diffuses w whatever apply_to_vertical_wind says
  if (options.apply_to_temperature) update_theta_v(d, p);
}

}  // namespace icodyn::plain

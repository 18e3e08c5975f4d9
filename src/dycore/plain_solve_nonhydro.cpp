// The nonhydrostatic solve with one kernel for each ICON loop (spec/nonhydro.md).
#include "core/launch.hpp"
#include "dycore/divdamp_coefficients.hpp"
#include "dycore/plain.hpp"
#include "table.hpp"
#include "plain/solve_nonhydro/accumulate_prep_adv_fields.hpp"
#include "plain/solve_nonhydro/add_analysis_increments_from_data_assimilation.hpp"
#include "plain/solve_nonhydro/add_analysis_increments_to_vn.hpp"
#include "plain/solve_nonhydro/add_temporal_tendencies_to_vn.hpp"
#include "plain/solve_nonhydro/add_temporal_tendencies_to_vn_by_interpolating_between_time_levels.hpp"
#include "plain/solve_nonhydro/add_vertical_wind_derivative_to_divergence_damping.hpp"
#include "plain/solve_nonhydro/apply_2nd_order_divergence_damping.hpp"
#include "plain/solve_nonhydro/apply_4th_order_divergence_damping.hpp"
#include "plain/solve_nonhydro/apply_hydrostatic_correction_to_horizontal_gradient_of_exner_pressure.hpp"
#include "plain/solve_nonhydro/apply_rayleigh_damping_mechanism.hpp"
#include "plain/solve_nonhydro/apply_weighted_2nd_and_4th_order_divergence_damping.hpp"
#include "plain/solve_nonhydro/calculate_divdamp_fields.hpp"
#include "plain/solve_nonhydro/compute_approx_of_2nd_vertical_derivative_of_exner.hpp"
#include "plain/solve_nonhydro/compute_avg_vn_and_graddiv_vn_and_vt.hpp"
#include "plain/solve_nonhydro/compute_contravariant_correction_of_w.hpp"
#include "plain/solve_nonhydro/compute_contravariant_correction_of_w_for_lower_boundary.hpp"
#include "plain/solve_nonhydro/compute_divergence_of_fluxes_of_rho_and_theta.hpp"
#include "plain/solve_nonhydro/compute_dwdz_for_divergence_damping.hpp"
#include "plain/solve_nonhydro/compute_exner_from_rhotheta.hpp"
#include "plain/solve_nonhydro/compute_explicit_part_for_rho_and_exner.hpp"
#include "plain/solve_nonhydro/compute_explicit_vertical_wind_from_advection_and_vertical_wind_density.hpp"
#include "plain/solve_nonhydro/compute_explicit_vertical_wind_speed_and_vertical_wind_times_density.hpp"
#include "plain/solve_nonhydro/compute_first_vertical_derivative.hpp"
#include "plain/solve_nonhydro/compute_graddiv2_of_vn.hpp"
#include "plain/solve_nonhydro/compute_horizontal_advection_of_rho_and_theta.hpp"
#include "plain/solve_nonhydro/compute_horizontal_gradient_of_exner_pressure_for_flat_coordinates.hpp"
#include "plain/solve_nonhydro/compute_horizontal_gradient_of_exner_pressure_for_multiple_levels.hpp"
#include "plain/solve_nonhydro/compute_horizontal_gradient_of_exner_pressure_for_nonflat_coordinates.hpp"
#include "plain/solve_nonhydro/compute_hydrostatic_correction_term.hpp"
#include "plain/solve_nonhydro/compute_mass_flux.hpp"
#include "plain/solve_nonhydro/compute_perturbation_of_rho_and_theta.hpp"
#include "plain/solve_nonhydro/compute_perturbation_of_rho_and_theta_and_rho_interface_cell_centers.hpp"
#include "plain/solve_nonhydro/compute_rayleigh_damping_factor.hpp"
#include "plain/solve_nonhydro/compute_results_for_thermodynamic_variables.hpp"
#include "plain/solve_nonhydro/compute_rho_virtual_potential_temperatures_and_pressure_gradient.hpp"
#include "plain/solve_nonhydro/compute_solver_coefficients_matrix.hpp"
#include "plain/solve_nonhydro/compute_virtual_potential_temperatures_and_pressure_gradient.hpp"
#include "plain/solve_nonhydro/compute_vn_on_lateral_boundary.hpp"
#include "plain/solve_nonhydro/copy_cell_kdim_field_to_vp.hpp"
#include "plain/solve_nonhydro/extrapolate_quadratically_to_surface.hpp"
#include "plain/solve_nonhydro/extrapolate_temporally_exner_pressure.hpp"
#include "plain/solve_nonhydro/init_fields_with_zero.hpp"
#include "plain/solve_nonhydro/interpolate_to_half_levels_vp.hpp"
#include "plain/solve_nonhydro/interpolate_vn_and_vt_to_ie_and_compute_ekin_on_edges.hpp"
#include "plain/solve_nonhydro/mo_math_gradients_grad_green_gauss_cell_dsl.hpp"
#include "plain/solve_nonhydro/set_lower_boundary_condition_for_w_and_contravariant_correction.hpp"
#include "plain/solve_nonhydro/set_theta_v_prime_ic_at_lower_boundary.hpp"
#include "plain/solve_nonhydro/solve_tridiagonal_matrix_for_w_back_substitution.hpp"
#include "plain/solve_nonhydro/solve_tridiagonal_matrix_for_w_forward_sweep.hpp"
#include "plain/solve_nonhydro/spatially_average_flux_or_velocity.hpp"
#include "plain/solve_nonhydro/update_density_exner_wind.hpp"
#include "plain/solve_nonhydro/update_dynamical_exner_time_increment.hpp"
#include "plain/solve_nonhydro/update_mass_flux_weighted.hpp"
#include "plain/solve_nonhydro/update_mass_volume_flux.hpp"
#include "plain/solve_nonhydro/update_theta_and_exner_in_halo.hpp"
#include "plain/solve_nonhydro/update_wind.hpp"
#include "plain/velocity_advection/compute_contravariant_correction.hpp"
#include "plain/velocity_advection/compute_horizontal_kinetic_energy.hpp"
#include "plain/velocity_advection/extrapolate_at_top.hpp"

namespace icodyn::plain {

namespace {

using namespace nonhydro;

// Weights of the two time levels and what else follows from the substep (spec/nonhydro.md 2.3).
struct Weights {
  wp nnow_vel, nnew_vel, nnow_rth, nnew_rth, r_nsubsteps;
};
Weights weights(const NonhydrostaticConfig& c, const Substep& s) {
  const double nnew_rth = 0.5 + c.rhotheta_offctr;
  return {static_cast<wp>(0.5 - c.veladv_offctr), static_cast<wp>(0.5 + c.veladv_offctr), static_cast<wp>(1.0 - nnew_rth),
          static_cast<wp>(nnew_rth), static_cast<wp>(1.0 / s.ndyn_substeps)};
}

// NH-1 ... NH-8: what follows from one column of the old time level.
void cell_diagnostics(Dycore& d) {
  const StaticFields& fixed = d.fixed;
  const Prognostic& now = d.state.now;
  Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const ZoneBounds& zone = fixed.zones.cells;
  const int nlev = fixed.sizes.nlev;
  const Range levels{0, nlev}, below_top{1, nlev};
  const Range prognostic = zone.range(Zone::lateral_boundary_level_3, Zone::local);
  const Range with_halo = zone.range(Zone::lateral_boundary_level_3, Zone::halo);

  launch(d.stream, "extrapolate_temporally_exner_pressure", Points{with_halo, levels},
         ExtrapolateTemporallyExnerPressure{fixed.exner_exfac, now.exner, fixed.exner_ref_mc, work.z_exner_ex_pr,
                                            diag.exner_pr});

  const Range sloped{max_of(1, fixed.nflatlev), nlev};
  launch(d.stream, "extrapolate_quadratically_to_surface", Columns{with_halo},
         ExtrapolateQuadraticallyToSurface{fixed.wgtfacq_c, work.z_exner_ex_pr, work.z_exner_ic, nlev});
  launch(d.stream, "interpolate_to_half_levels_vp", Points{with_halo, sloped},
         InterpolateToHalfLevelsVp{fixed.wgtfac_c, work.z_exner_ex_pr, work.z_exner_ic});
  launch(d.stream, "compute_first_vertical_derivative", Points{with_halo, sloped},
         ComputeFirstVerticalDerivative{work.z_exner_ic, fixed.inv_ddqz_z_full, work.z_dexner_dz_c_1});

  const ComputePerturbationOfRhoAndTheta perturbation{now.rho,           fixed.rho_ref_mc, now.theta_v,
                                                      fixed.theta_ref_mc, work.z_rth_pr_1,  work.z_rth_pr_2};
  launch(d.stream, "compute_perturbation_of_rho_and_theta", Points{prognostic, {0, 1}}, perturbation);
  launch(d.stream, "compute_perturbation_of_rho_and_theta_and_rho_interface_cell_centers", Points{prognostic, below_top},
         ComputePerturbationOfRhoAndThetaAndRhoInterfaceCellCenters{fixed.wgtfac_c, now.rho, fixed.rho_ref_mc,
                                                                    now.theta_v, fixed.theta_ref_mc, diag.rho_ic,
                                                                    work.z_rth_pr_1, work.z_rth_pr_2});
  launch(d.stream, "compute_perturbation_of_rho_and_theta", Points{zone.range(Zone::halo, Zone::halo_level_2), levels},
         perturbation);

  launch(d.stream, "compute_virtual_potential_temperatures_and_pressure_gradient", Points{with_halo, below_top},
         ComputeVirtualPotentialTemperaturesAndPressureGradient{
             fixed.wgtfac_c, work.z_rth_pr_2, now.theta_v, fixed.vwind_expl_wgt, diag.exner_pr, fixed.d_exner_dz_ref_ic,
             fixed.ddqz_z_half, work.z_theta_v_pr_ic, diag.theta_v_ic, work.z_th_ddz_exner_c, zone.end(Zone::local)});
  launch(d.stream, "set_theta_v_prime_ic_at_lower_boundary", Columns{with_halo},
         SetThetaVPrimeIcAtLowerBoundary{fixed.wgtfacq_c, work.z_rth_pr_2, fixed.theta_ref_ic, work.z_theta_v_pr_ic,
                                         diag.theta_v_ic, nlev});
  launch(d.stream, "compute_approx_of_2nd_vertical_derivative_of_exner",
         Points{with_halo, {max_of(1, fixed.nflat_gradp), nlev}},
         ComputeApproxOf2ndVerticalDerivativeOfExner{work.z_theta_v_pr_ic, fixed.d2dexdz2_fac1_mc, fixed.d2dexdz2_fac2_mc,
                                                     work.z_rth_pr_2, work.z_dexner_dz_c_2});
}

// NH-9, NH-10: rho and theta_v at edges.
void edge_values(Dycore& d, wp dtime) {
  const StaticFields& fixed = d.fixed;
  Work& work = d.state.work;
  const ZoneBounds& zone = fixed.zones.edges;
  const Range levels{0, fixed.sizes.nlev};

  launch(d.stream, "mo_math_gradients_grad_green_gauss_cell_dsl",
         Points{fixed.zones.cells.range(Zone::lateral_boundary_level_3, Zone::halo), levels},
         GradGreenGaussCell{work.z_rth_pr_1, work.z_rth_pr_2, fixed.geofac_grg_x, fixed.geofac_grg_y, fixed.c2e2c,
                            work.z_grad_rth_1, work.z_grad_rth_2, work.z_grad_rth_3, work.z_grad_rth_4});
  const InitTwoFieldsWithZero<wp> zero{work.z_rho_e, work.z_theta_v_e};
  const Range upwind = zone.range(Zone::lateral_boundary_level_7, Zone::halo);
  launch(d.stream, "init_two_edge_kdim_fields_with_zero_wp", Points{{0, upwind.begin}, levels}, zero);
  launch(d.stream, "init_two_edge_kdim_fields_with_zero_wp", Points{{upwind.end, zone.end(Zone::halo_level_2)}, levels}, zero);
  launch(d.stream, "compute_horizontal_advection_of_rho_and_theta", Points{upwind, levels},
         ComputeHorizontalAdvectionOfRhoAndTheta{
             d.state.now.vn, d.state.diag.vt, fixed.pos_on_tplane_e_1, fixed.pos_on_tplane_e_2, fixed.primal_normal_cell_1,
             fixed.dual_normal_cell_1, fixed.primal_normal_cell_2, fixed.dual_normal_cell_2, fixed.rho_ref_me,
             fixed.theta_ref_me, work.z_rth_pr_1, work.z_rth_pr_2, work.z_grad_rth_1, work.z_grad_rth_2, work.z_grad_rth_3,
             work.z_grad_rth_4, fixed.e2c, work.z_rho_e, work.z_theta_v_e, wp(0.5) * dtime});
}

// NH-11 ... NH-15: horizontal pressure gradient. Three formulas from the model top down.
void pressure_gradient(Dycore& d) {
  const StaticFields& fixed = d.fixed;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev, nflatlev = fixed.nflatlev, first_steep = fixed.nflat_gradp + 1;
  const Range edges = fixed.zones.edges.range(Zone::nudging_level_2, Zone::local);

  launch(d.stream, "compute_horizontal_gradient_of_exner_pressure_for_flat_coordinates", Points{edges, {0, nflatlev}},
         ComputeHorizontalGradientOfExnerPressureForFlatCoordinates{fixed.inv_dual_edge_length, work.z_exner_ex_pr,
                                                                    fixed.e2c, work.z_gradh_exner});
  launch(d.stream, "compute_horizontal_gradient_of_exner_pressure_for_nonflat_coordinates",
         Points{edges, {nflatlev, first_steep}},
         ComputeHorizontalGradientOfExnerPressureForNonflatCoordinates{fixed.inv_dual_edge_length, work.z_exner_ex_pr,
                                                                       fixed.ddxn_z_full, fixed.c_lin_e,
                                                                       work.z_dexner_dz_c_1, fixed.e2c, work.z_gradh_exner});
  launch(d.stream, "compute_horizontal_gradient_of_exner_pressure_for_multiple_levels",
         Points{edges, {max_of(nflatlev, first_steep), nlev}},
         ComputeHorizontalGradientOfExnerPressureForMultipleLevels{
             fixed.inv_dual_edge_length, work.z_exner_ex_pr, fixed.zdiff_gradp[0], fixed.zdiff_gradp[1],
             fixed.vertoffset_gradp[0], fixed.vertoffset_gradp[1], work.z_dexner_dz_c_1, work.z_dexner_dz_c_2, fixed.e2c,
             work.z_gradh_exner});
  launch(d.stream, "compute_hydrostatic_correction_term", Columns{edges},
         ComputeHydrostaticCorrectionTerm{d.state.now.theta_v, d.state.diag.theta_v_ic, fixed.inv_ddqz_z_full,
                                          fixed.zdiff_gradp[0], fixed.zdiff_gradp[1], fixed.vertoffset_gradp[0],
                                          fixed.vertoffset_gradp[1], fixed.inv_dual_edge_length, fixed.e2c,
                                          work.z_hydro_corr, nlev});
  launch(d.stream, "apply_hydrostatic_correction_to_horizontal_gradient_of_exner_pressure", Points{edges, {0, nlev}},
         ApplyHydrostaticCorrectionToHorizontalGradientOfExnerPressure{work.z_hydro_corr, fixed.pg_exdist,
                                                                       work.z_gradh_exner});
}

// NH-17, NH-50: analysis increment of vn.
void add_increment_of_vn(Dycore& d, const Substep& s) {
  if (!s.is_iau_active) return;
  launch(d.stream, "add_analysis_increments_to_vn",
         Points{d.fixed.zones.edges.range(Zone::nudging_level_2, Zone::local), {0, d.fixed.sizes.nlev}},
         AddAnalysisIncrementsToVn{d.state.diag.vn_incr, d.state.next.vn, s.iau_wgt_dyn});
}

// NH-16 ... NH-18: predicted vn.
void predict_vn(Dycore& d, const Substep& s) {
  const StaticFields& fixed = d.fixed;
  const Diagnostic& diag = d.state.diag;
  const Work& work = d.state.work;
  const ZoneBounds& zone = fixed.zones.edges;
  const Range levels{0, fixed.sizes.nlev};

  launch(d.stream, "add_temporal_tendencies_to_vn", Points{zone.range(Zone::nudging_level_2, Zone::local), levels},
         AddTemporalTendenciesToVn{d.state.now.vn, diag.ddt_vn_apc_pc[0], diag.ddt_vn_phy, work.z_theta_v_e,
                                   work.z_gradh_exner, d.state.next.vn, s.dtime});
  add_increment_of_vn(d, s);
  launch(d.stream, "compute_vn_on_lateral_boundary", Points{zone.range(Zone::lateral_boundary, Zone::nudging), levels},
         ComputeVnOnLateralBoundary{diag.grf_tend_vn, d.state.now.vn, d.state.next.vn, s.dtime});
}

// NH-22 and the second half of NH-51.
void mass_flux(Dycore& d, Range edges) {
  const Work& work = d.state.work;
  launch(d.stream, "compute_mass_flux", Points{edges, {0, d.fixed.sizes.nlev}},
         ComputeMassFlux{work.z_rho_e, work.z_vn_avg, d.fixed.ddqz_z_full_e, work.z_theta_v_e, d.state.diag.mass_fl_e,
                         work.z_theta_v_fl_e});
}

// NH-19 ... NH-27: fluxes and edge diagnostics of the predicted vn.
void velocity_quantities_and_fluxes(Dycore& d) {
  const StaticFields& fixed = d.fixed;
  Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const Field<const wp> vn = d.state.next.vn;
  const int nlev = fixed.sizes.nlev;
  const Range edges = fixed.zones.edges.range(Zone::lateral_boundary_level_5, Zone::halo_level_2);

  launch(d.stream, "compute_avg_vn_and_graddiv_vn_and_vt", Points{edges, {0, nlev}},
         ComputeAvgVnAndGraddivVnAndVt{fixed.e_flx_avg, vn, fixed.geofac_grdiv, fixed.rbf_vec_coeff_e, fixed.e2c2e,
                                       work.z_vn_avg, work.z_graddiv_vn, diag.vt});
  mass_flux(d, edges);
  launch(d.stream, "compute_contravariant_correction", Points{edges, {fixed.nflatlev, nlev}},
         velocity::ComputeContravariantCorrection{vn, diag.vt, fixed.ddxn_z_full, fixed.ddxt_z_full, work.z_w_concorr_me});
  launch(d.stream, "interpolate_vn_and_vt_to_ie_and_compute_ekin_on_edges", Points{edges, {1, nlev}},
         InterpolateVnAndVtToIeAndComputeEkinOnEdges{fixed.wgtfac_e, vn, diag.vt, diag.vn_ie, work.z_vt_ie,
                                                     work.z_kin_hor_e});
  launch(d.stream, "compute_horizontal_kinetic_energy", Points{edges, {0, 1}},
         velocity::ComputeHorizontalKineticEnergy{vn, diag.vt, diag.vn_ie, work.z_vt_ie, work.z_kin_hor_e});
  launch(d.stream, "extrapolate_at_top", Columns{edges}, velocity::ExtrapolateAtTop{fixed.wgtfacq_e, vn, diag.vn_ie, nlev});
}

// NH-28.
void contravariant_correction(Dycore& d) {
  const StaticFields& fixed = d.fixed;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::lateral_boundary_level_3, Zone::halo);
  launch(d.stream, "compute_contravariant_correction_of_w", Points{cells, {fixed.nflatlev + 1, nlev}},
         ComputeContravariantCorrectionOfW{fixed.e_bln_c_s, d.state.work.z_w_concorr_me, fixed.wgtfac_c, fixed.c2e,
                                           d.state.diag.w_concorr_c});
  launch(d.stream, "compute_contravariant_correction_of_w_for_lower_boundary", Columns{cells},
         ComputeContravariantCorrectionOfWForLowerBoundary{fixed.e_bln_c_s, d.state.work.z_w_concorr_me, fixed.wgtfacq_c,
                                                           fixed.c2e, d.state.diag.w_concorr_c, nlev});
}

// NH-29.
void flux_divergences(Dycore& d) {
  const StaticFields& fixed = d.fixed;
  Work& work = d.state.work;
  launch(d.stream, "compute_divergence_of_fluxes_of_rho_and_theta",
         Points{fixed.zones.cells.range(Zone::nudging, Zone::local), {0, fixed.sizes.nlev}},
         ComputeDivergenceOfFluxesOfRhoAndTheta{fixed.geofac_div, d.state.diag.mass_fl_e, work.z_theta_v_fl_e, fixed.c2e,
                                                work.z_flxdiv_mass, work.z_flxdiv_theta});
}

// NH-30 and NH-32 ... NH-38: the vertically implicit solve, after z_w_expl and z_contr_w_fl_l inside the column are known.
void implicit_solve(Dycore& d, const Substep& s) {
  const StaticFields& fixed = d.fixed;
  const Prognostic &now = d.state.now, &next = d.state.next;
  const Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::nudging, Zone::local);
  const Points all{cells, {0, nlev}}, top{cells, {0, 1}}, surface{cells, {nlev, nlev + 1}};

  launch(d.stream, "compute_solver_coefficients_matrix", all,
         ComputeSolverCoefficientsMatrix{now.exner, now.rho, now.theta_v, fixed.inv_ddqz_z_full, fixed.vwind_impl_wgt,
                                         diag.theta_v_ic, diag.rho_ic, work.z_beta, work.z_alpha, s.dtime});
  launch(d.stream, "init_cell_kdim_field_with_zero_vp", surface, InitFieldWithZero<vp>{work.z_alpha});
  launch(d.stream, "init_two_cell_kdim_fields_with_zero_wp", top, InitTwoFieldsWithZero<wp>{next.w, work.z_contr_w_fl_l});
  launch(d.stream, "set_lower_boundary_condition_for_w_and_contravariant_correction", surface,
         SetLowerBoundaryConditionForWAndContravariantCorrection{diag.w_concorr_c, next.w, work.z_contr_w_fl_l});
  launch(d.stream, "compute_explicit_part_for_rho_and_exner", all,
         ComputeExplicitPartForRhoAndExner{now.rho, fixed.inv_ddqz_z_full, work.z_flxdiv_mass, work.z_contr_w_fl_l,
                                           diag.exner_pr, work.z_beta, work.z_flxdiv_theta, diag.theta_v_ic,
                                           diag.ddt_exner_phy, work.z_rho_expl, work.z_exner_expl, s.dtime});
  if (s.is_iau_active)
    launch(d.stream, "add_analysis_increments_from_data_assimilation", all,
           AddAnalysisIncrementsFromDataAssimilation{diag.rho_incr, diag.exner_incr, work.z_rho_expl, work.z_exner_expl,
                                                     s.iau_wgt_dyn});
  launch(d.stream, "solve_tridiagonal_matrix_for_w_forward_sweep", Columns{cells},
         SolveTridiagonalMatrixForWForwardSweep{fixed.vwind_impl_wgt, diag.theta_v_ic, fixed.ddqz_z_half, work.z_alpha,
                                                work.z_beta, work.z_w_expl, work.z_exner_expl, work.z_q, next.w, s.dtime,
                                                nlev});
  launch(d.stream, "solve_tridiagonal_matrix_for_w_back_substitution", Columns{cells},
         SolveTridiagonalMatrixForWBackSubstitution{work.z_q, next.w, nlev});
  launch(d.stream, "compute_rayleigh_damping_factor", Levels{{0, nlev}},
         ComputeRayleighDampingFactor{fixed.rayleigh_w, work.raylfac, s.dtime});
  launch(d.stream, "apply_rayleigh_damping_mechanism", Points{cells, {1, fixed.nrdmax + 1}},
         ApplyRayleighDampingMechanism{work.raylfac, next.w});
  launch(d.stream, "compute_results_for_thermodynamic_variables", all,
         ComputeResultsForThermodynamicVariables{work.z_rho_expl, fixed.vwind_impl_wgt, fixed.inv_ddqz_z_full, diag.rho_ic,
                                                 next.w, work.z_exner_expl, fixed.exner_ref_mc, work.z_alpha, work.z_beta,
                                                 now.rho, now.theta_v, now.exner, next.rho, next.exner, next.theta_v,
                                                 s.dtime});
}

// NH-39, NH-42.
void dwdz_for_divergence_damping(Dycore& d, Range cells) {
  launch(d.stream, "compute_dwdz_for_divergence_damping", Points{cells, {0, d.fixed.sizes.nlev}},
         ComputeDwdzForDivergenceDamping{d.fixed.inv_ddqz_z_full, d.state.next.w, d.state.diag.w_concorr_c,
                                         d.state.work.z_dwdz_dd});
}

// NH-41: what is prescribed on the lateral boundary.
void boundary_tendencies(Dycore& d, wp dtime, Range cells) {
  const Prognostic &now = d.state.now, &next = d.state.next;
  const Diagnostic& diag = d.state.diag;
  const int nlev = d.fixed.sizes.nlev;
  launch(d.stream, "update_density_exner_wind", Points{cells, {0, nlev}},
         UpdateDensityExnerWind{now.rho, diag.grf_tend_rho, now.theta_v, diag.grf_tend_thv, now.w, diag.grf_tend_w, next.rho,
                                next.exner, next.w, dtime});
  launch(d.stream, "update_wind", Points{cells, {nlev, nlev + 1}}, UpdateWind{now.w, diag.grf_tend_w, next.w, dtime});
}

// NH-43: rho, theta_v and buoyancy on half levels, between the time levels.
void interpolation_and_buoyancy(Dycore& d, wp dtime, const Weights& weight) {
  const StaticFields& fixed = d.fixed;
  const Prognostic &now = d.state.now, &next = d.state.next;
  Diagnostic& diag = d.state.diag;
  launch(d.stream, "compute_rho_virtual_potential_temperatures_and_pressure_gradient",
         Points{fixed.zones.cells.range(Zone::lateral_boundary_level_3, Zone::local), {1, fixed.sizes.nlev}},
         ComputeRhoVirtualPotentialTemperaturesAndPressureGradient{
             next.w, diag.w_concorr_c, fixed.ddqz_z_half, now.rho, next.rho, now.theta_v, next.theta_v, fixed.wgtfac_c,
             fixed.theta_ref_mc, fixed.vwind_expl_wgt, diag.exner_pr, fixed.d_exner_dz_ref_ic, diag.rho_ic, diag.theta_v_ic,
             d.state.work.z_th_ddz_exner_c, dtime, weight.nnow_rth, weight.nnew_rth});
}

// NH-44 ... NH-50: corrected vn with divergence damping.
void correct_vn(Dycore& d, const Substep& s, const Weights& weight) {
  const StaticFields& fixed = d.fixed;
  const Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const Field<wp> vn = d.state.next.vn;
  const Range levels{0, fixed.sizes.nlev};
  const Points points{fixed.zones.edges.range(Zone::nudging_level_2, Zone::local), levels};
  const DivdampChoice damping = divdamp_choice(d.nonhydrostatic, s.divdamp_fac_o2, fixed.mean_cell_area);

  launch(d.stream, "add_vertical_wind_derivative_to_divergence_damping",
         Points{fixed.zones.edges.range(Zone::lateral_boundary_level_7, Zone::halo_level_2), levels},
         AddVerticalWindDerivativeToDivergenceDamping{fixed.hmask_dd3d, fixed.scalfac_dd3d, fixed.inv_dual_edge_length,
                                                      work.z_dwdz_dd, work.z_graddiv_vn, fixed.e2c, work.z_graddiv_total});
  launch(d.stream, "add_temporal_tendencies_to_vn_by_interpolating_between_time_levels", points,
         AddTemporalTendenciesToVnByInterpolatingBetweenTimeLevels{
             d.state.now.vn, diag.ddt_vn_apc_pc[0], diag.ddt_vn_apc_pc[1], diag.ddt_vn_phy, work.z_theta_v_e,
             work.z_gradh_exner, vn, s.dtime, weight.nnow_vel, weight.nnew_vel});
  if (damping.apply_o2)
    launch(d.stream, "apply_2nd_order_divergence_damping", points,
           Apply2ndOrderDivergenceDamping{work.z_graddiv_total, vn, static_cast<wp>(damping.scal_divdamp_o2)});
  if (damping.apply_o4) {
    launch(d.stream, "compute_graddiv2_of_vn", points,
           ComputeGraddiv2OfVn{fixed.geofac_grdiv, work.z_graddiv_total, fixed.e2c2e, work.z_graddiv2_vn});
    launch(d.stream, "calculate_divdamp_fields", Levels{levels},
           CalculateDivdampFields{work.enh_divdamp_fac, work.scal_divdamp, work.bdy_divdamp, s.divdamp_fac_o2,
                                  static_cast<wp>(fixed.mean_cell_area),
                                  static_cast<wp>(d.nonhydrostatic.max_nudging_coefficient),
                                  d.nonhydrostatic.divdamp_order == 24});
    if (fixed.limited_area)
      launch(d.stream, "apply_weighted_2nd_and_4th_order_divergence_damping", points,
             ApplyWeighted2ndAnd4thOrderDivergenceDamping{work.scal_divdamp, work.bdy_divdamp, fixed.nudgecoeff_e,
                                                          work.z_graddiv2_vn, vn});
    else
      launch(d.stream, "apply_4th_order_divergence_damping", points,
             Apply4thOrderDivergenceDamping{work.scal_divdamp, work.z_graddiv2_vn, vn});
  }
  add_increment_of_vn(d, s);
}

// NH-51, NH-52: fluxes of the corrected vn, and their mean for tracer advection.
void averaged_vn_and_fluxes(Dycore& d, const Substep& s, const Weights& weight) {
  const StaticFields& fixed = d.fixed;
  Work& work = d.state.work;
  const Range edges = fixed.zones.edges.range(Zone::lateral_boundary_level_5, Zone::halo_level_2);
  const Points points{edges, {0, fixed.sizes.nlev}};

  launch(d.stream, "spatially_average_flux_or_velocity", points,
         SpatiallyAverageFluxOrVelocity{fixed.e_flx_avg, d.state.next.vn, fixed.e2c2e, work.z_vn_avg});
  mass_flux(d, edges);
  if (s.lprep_adv)
    launch(d.stream, "accumulate_prep_adv_fields", points,
           AccumulatePrepAdvFields{work.z_vn_avg, d.state.diag.mass_fl_e, d.state.prep_adv.vn_traj,
                                   d.state.prep_adv.mass_flx_me, weight.r_nsubsteps, s.at_first_substep});
}

// NH-56.
void vertical_fluxes(Dycore& d, const Substep& s, const Weights& weight) {
  const int nlev = d.fixed.sizes.nlev;
  const Range cells = d.fixed.zones.cells.range(Zone::nudging, Zone::local);
  PrepAdv& out = d.state.prep_adv;
  if (s.at_first_substep)
    launch(d.stream, "init_two_cell_kdim_fields_with_zero_wp", Points{cells, {0, nlev}},
           InitTwoFieldsWithZero<wp>{out.mass_flx_ic, out.vol_flx_ic});
  launch(d.stream, "update_mass_volume_flux", Points{cells, {1, nlev}},
         UpdateMassVolumeFlux{d.state.work.z_contr_w_fl_l, d.state.diag.rho_ic, d.fixed.vwind_impl_wgt, d.state.next.w,
                              out.mass_flx_ic, out.vol_flx_ic, weight.r_nsubsteps});
}

// NH-58: the vertical mass flux where there is no implicit solve.
void vertical_fluxes_on_boundary(Dycore& d, const Substep& s, const Weights& weight, Range cells) {
  const StaticFields& fixed = d.fixed;
  const int nlev = fixed.sizes.nlev;
  const Field<wp> mass_flx_ic = d.state.prep_adv.mass_flx_ic;
  if (s.at_first_substep)
    launch(d.stream, "init_cell_kdim_field_with_zero_wp", Points{cells, {0, nlev + 1}}, InitFieldWithZero<wp>{mass_flx_ic});
  launch(d.stream, "update_mass_flux_weighted", Points{cells, {1, nlev}},
         UpdateMassFluxWeighted{d.state.diag.rho_ic, fixed.vwind_expl_wgt, fixed.vwind_impl_wgt, d.state.now.w,
                                d.state.next.w, d.state.diag.w_concorr_c, mass_flx_ic, weight.r_nsubsteps});
}

}  // namespace

void solve_nonhydro_predictor(Dycore& d, const Substep& s) {
  const StaticFields& fixed = d.fixed;
  const Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::nudging, Zone::local);
  const Range boundary = fixed.zones.cells.range(Zone::lateral_boundary, Zone::lateral_boundary_level_4);

  if (s.at_first_substep) {
    const Phase phase(d.stream, phase_velocity_predictor);
    plain::velocity_advection_predictor(d, s.dtime, !s.at_initial_timestep);
  }
  const Phase phase(d.stream, phase_nonhydro_predictor);
  cell_diagnostics(d);
  edge_values(d, s.dtime);
  pressure_gradient(d);
  predict_vn(d, s);
  velocity_quantities_and_fluxes(d);

  contravariant_correction(d);
  flux_divergences(d);
  launch(d.stream, "compute_explicit_vertical_wind_speed_and_vertical_wind_times_density", Points{cells, {1, nlev}},
         ComputeExplicitVerticalWindSpeedAndVerticalWindTimesDensity{
             d.state.now.w, diag.ddt_w_adv_pc[0], work.z_th_ddz_exner_c, diag.rho_ic, diag.w_concorr_c, fixed.vwind_expl_wgt,
             work.z_w_expl, work.z_contr_w_fl_l, s.dtime});
  implicit_solve(d, s);
  dwdz_for_divergence_damping(d, cells);
  if (s.at_first_substep)
    launch(d.stream, "copy_cell_kdim_field_to_vp", Points{cells, {d.kstart_moist, nlev}},
           CopyCellKdimFieldToVp{d.state.now.exner, diag.exner_dyn_incr});

  if (fixed.limited_area) {
    boundary_tendencies(d, s.dtime, boundary);
    dwdz_for_divergence_damping(d, boundary);
  }
}

void solve_nonhydro_corrector(Dycore& d, const Substep& s) {
  const StaticFields& fixed = d.fixed;
  const Diagnostic& diag = d.state.diag;
  Work& work = d.state.work;
  const int nlev = fixed.sizes.nlev;
  const Range cells = fixed.zones.cells.range(Zone::nudging, Zone::local);
  const Weights weight = weights(d.nonhydrostatic, s);

  {
    const Phase phase(d.stream, phase_velocity_corrector);
    plain::velocity_advection_corrector(d, s.dtime);
  }
  const Phase phase(d.stream, phase_nonhydro_corrector);
  interpolation_and_buoyancy(d, s.dtime, weight);
  correct_vn(d, s, weight);
  averaged_vn_and_fluxes(d, s, weight);

  flux_divergences(d);
  launch(d.stream, "compute_explicit_vertical_wind_from_advection_and_vertical_wind_density", Points{cells, {1, nlev}},
         ComputeExplicitVerticalWindFromAdvectionAndVerticalWindDensity{
             d.state.now.w, diag.ddt_w_adv_pc[0], diag.ddt_w_adv_pc[1], work.z_th_ddz_exner_c, diag.rho_ic, diag.w_concorr_c,
             fixed.vwind_expl_wgt, work.z_w_expl, work.z_contr_w_fl_l, s.dtime, weight.nnow_vel, weight.nnew_vel});
  implicit_solve(d, s);
  if (s.lprep_adv) vertical_fluxes(d, s, weight);
  if (s.at_last_substep)
    launch(d.stream, "update_dynamical_exner_time_increment", Points{cells, {d.kstart_moist, nlev}},
           UpdateDynamicalExnerTimeIncrement{d.state.next.exner, diag.ddt_exner_phy, diag.exner_dyn_incr,
                                             static_cast<wp>(s.ndyn_substeps), s.dtime});

  if (fixed.limited_area && s.lprep_adv)
    vertical_fluxes_on_boundary(d, s, weight,
                                fixed.zones.cells.range(Zone::lateral_boundary, Zone::lateral_boundary_level_4));
}

void solve_nonhydro_final(Dycore& d, const Substep&) {
  const StaticFields& fixed = d.fixed;
  const Prognostic &now = d.state.now, &next = d.state.next;
  const Range levels{0, fixed.sizes.nlev};
  const Phase phase(d.stream, phase_nonhydro_final);
  if (fixed.limited_area)
    launch(d.stream, "compute_exner_from_rhotheta",
           Points{fixed.zones.cells.range(Zone::lateral_boundary, Zone::lateral_boundary_level_4), levels},
           ComputeExnerFromRhotheta{next.rho, next.theta_v, next.exner});
  launch(d.stream, "update_theta_and_exner_in_halo", Points{fixed.zones.cells.range(Zone::halo, Zone::end), levels},
         UpdateThetaAndExnerInHalo{fixed.mask_prog_halo_c, now.rho, now.theta_v, now.exner, next.rho, next.theta_v,
                                   next.exner});
}

}  // namespace icodyn::plain

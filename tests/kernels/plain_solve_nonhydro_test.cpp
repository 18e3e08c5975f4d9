// What the nonhydrostatic solve must conserve, what it must leave alone, and its parts on cases with a known answer.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <utility>

#include "core/launch.hpp"
#include "dycore/divdamp_coefficients.hpp"
#include "kernels/atmosphere.hpp"
#include "plain/solve_nonhydro/accumulate_prep_adv_fields.hpp"
#include "plain/solve_nonhydro/add_vertical_wind_derivative_to_divergence_damping.hpp"
#include "plain/solve_nonhydro/calculate_divdamp_fields.hpp"
#include "plain/solve_nonhydro/compute_horizontal_advection_of_rho_and_theta.hpp"
#include "plain/solve_nonhydro/compute_horizontal_gradient_of_exner_pressure_for_multiple_levels.hpp"
#include "plain/solve_nonhydro/mo_math_gradients_grad_green_gauss_cell_dsl.hpp"
#include "plain/solve_nonhydro/solve_tridiagonal_matrix_for_w_back_substitution.hpp"
#include "plain/solve_nonhydro/solve_tridiagonal_matrix_for_w_forward_sweep.hpp"
#include "plain/solve_nonhydro/update_theta_and_exner_in_halo.hpp"
#include "table.hpp"

namespace icodyn::test {
namespace {

using namespace plain::nonhydro;

const Atmosphere air;
constexpr int nlev = Atmosphere::nlev;

Substep substep(bool first = true, bool last = false) {
  Substep s;
  s.dtime = 2;
  s.ndyn_substeps = 5;
  s.at_initial_timestep = first;
  s.at_first_substep = first;
  s.at_last_substep = last;
  s.lprep_adv = true;
  return s;
}

bool same_bits(const HostField& a, const HostField& b) {
  return a.values.size() == b.values.size() && std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(double)) == 0;
}

// ---- the tridiagonal system --------------------------------------------------------------------------------------------------

struct Tridiagonal : ::testing::Test {
  static constexpr int columns = 7;
  Fields f;
  Field<wp> theta_v_ic = f.field<wp>(columns, nlev + 1, [](int c, int k) { return 300 + 20 * wave(c, k); });
  Field<vp> ddqz_z_half = f.field<vp>(columns, nlev + 1, [](int c, int k) { return 400 + 60 * wave(c, k, 3); });
  Field<vp> z_alpha = f.field<vp>(columns, nlev + 1, [](int c, int k) { return k == nlev ? 0 : 200 + 50 * wave(c, k, 4); });
  Field<vp> z_beta = f.field<vp>(columns, nlev, [](int c, int k) { return 1e-5 * (2 + wave(c, k, 5)); });
  Field<wp> z_w_expl = f.field<wp>(columns, nlev + 1, [](int c, int k) { return wave(c, k, 6); });
  Field<wp> z_exner_expl = f.field<wp>(columns, nlev, [](int c, int k) { return 0.01 * wave(c, k, 7); });
  Row<wp> vwind_impl_wgt = f.row<wp>(columns, [](int c) { return 0.6 + 0.01 * c; });
  Field<vp> z_q = f.field<vp>(columns, nlev, [](int, int) { return poison; });

  HostField solve(double surface) {
    const auto w = f.field<wp>(columns, nlev + 1, [=](int, int k) { return k == 0 ? 0 : k == nlev ? surface : poison; });
    launch(f.stream, "f", Columns{{0, columns}},
           SolveTridiagonalMatrixForWForwardSweep{vwind_impl_wgt, theta_v_ic, ddqz_z_half, z_alpha, z_beta, z_w_expl, z_exner_expl,
                                                  z_q, w, wp(30), nlev});
    launch(f.stream, "b", Columns{{0, columns}}, SolveTridiagonalMatrixForWBackSubstitution{z_q, w, nlev});
    return f.read(w, columns, nlev + 1);
  }
};

TEST_F(Tridiagonal, SolutionFulfilsEveryEquation) {
  const HostField w = solve(17);
  const HostField theta = f.read(theta_v_ic, columns, nlev + 1), dz = f.read(ddqz_z_half, columns, nlev + 1);
  const HostField alpha = f.read(z_alpha, columns, nlev + 1), beta = f.read(z_beta, columns, nlev);
  const HostField w_expl = f.read(z_w_expl, columns, nlev + 1), exner = f.read(z_exner_expl, columns, nlev);
  const std::vector<double> implicit = f.read(vwind_impl_wgt.data, columns);
  for (int c = 0; c < columns; ++c)
    for (int k = 1; k < nlev; ++k) {
      const double gamma = 30 * phys::in_double::cpd * implicit[static_cast<std::size_t>(c)] * theta(c, 0, k) / dz(c, 0, k);
      const auto mass = [&](int level) { return alpha(c, 0, level) * w(c, 0, level); };
      // w + gamma * (d(exner) of the layer above - of the layer below), with exner = expl - beta * (flux above - flux below)
      const double above = exner(c, 0, k - 1) - beta(c, 0, k - 1) * (mass(k - 1) - mass(k));
      const double below = exner(c, 0, k) - beta(c, 0, k) * (mass(k) - mass(k + 1));
      const double right = w_expl(c, 0, k);
      EXPECT_NEAR(w(c, 0, k) + gamma * (above - below), right, rounding<vp>(1 + gamma * 0.03)) << c << " " << k;
    }
}

TEST_F(Tridiagonal, SurfaceValueDoesNotEnterAndBoundariesStay) {
  const HostField a = solve(17), b = solve(-400);
  for (int c = 0; c < columns; ++c) {
    EXPECT_EQ(a(c, 0, 0), 0);
    EXPECT_EQ(a(c, 0, nlev), 17);
    for (int k = 1; k < nlev; ++k) EXPECT_EQ(a(c, 0, k), b(c, 0, k));
  }
}

// ---- whole phases ------------------------------------------------------------------------------------------------------------

TEST(PlainSolveNonhydro, BalancedAtmosphereStaysAtRest) {
  AtmosphereCase c(air);
  solve_nonhydro(c.dycore, substep());
  // rounding of exner, seen through cpd * theta / dz over the substep
  const double acceleration = phys::in_double::cpd * 310 / Atmosphere::dz;
  EXPECT_LT(c.largest("next.w"), rounding<vp>(acceleration * 2));
  EXPECT_LT(c.largest("next.vn"), rounding<vp>(acceleration * 2));
  const HostField rho = c.get("next.rho"), theta = c.get("next.theta_v"), exner = c.get("next.exner");
  for (int i = 0; i < rho.rows; ++i)
    for (int k = 0; k < nlev; ++k) {
      EXPECT_NEAR(rho(i, 0, k), air.rho[static_cast<std::size_t>(k)], rounding<vp>(4));
      EXPECT_NEAR(theta(i, 0, k), air.theta[static_cast<std::size_t>(k)], rounding<vp>(1000));
      EXPECT_NEAR(exner(i, 0, k), air.exner[static_cast<std::size_t>(k)], rounding<vp>(4));
    }
}

TEST(PlainSolveNonhydro, WarmBubbleRises) {
  AtmosphereCase c(air);
  c.set("now.theta_v", [&](int i, int k) { return air.theta[static_cast<std::size_t>(k)] + (i == 8 && k == 6 ? 3.0 : 0.0); });
  solve_nonhydro(c.dycore, substep());
  const HostField w = c.get("next.w");
  EXPECT_GT(w(8, 0, 6), 1e-3);
  EXPECT_GT(w(8, 0, 7), 1e-3);
}

TEST(PlainSolveNonhydro, MassIsConservedAndTheOldTimeLevelIsOnlyRead) {
  AtmosphereCase c(air);
  c.stir(5);
  std::vector<HostField> before;
  const std::vector<std::string> names = {"now.vn", "now.w", "now.rho", "now.exner", "now.theta_v"};
  for (const auto& n : names) before.push_back(c.get(n));
  for (const bool corrector : {false, true}) {
    if (corrector)
      solve_nonhydro_corrector(c.dycore, substep());
    else
      solve_nonhydro_predictor(c.dycore, substep());
    const HostField now = c.get("now.rho"), next = c.get("next.rho");
    double change = 0, moved = 0;
    for (std::size_t n = 0; n < now.values.size(); ++n) {
      change += next.values[n] - now.values[n];
      moved += std::abs(next.values[n] - now.values[n]);
    }
    EXPECT_GT(moved, 1e-2);
    EXPECT_LT(std::abs(change), rounding<vp>(moved) + rounding<wp>(static_cast<double>(now.values.size())));
  }
  for (std::size_t n = 0; n < names.size(); ++n) EXPECT_TRUE(same_bits(before[n], c.get(names[n]))) << names[n];
}

TEST(PlainSolveNonhydro, NothingFlowsThroughTopAndGround) {
  AtmosphereCase c(air);
  c.stir(5);
  c.set("next.w", [](int, int) { return 99.0; });  // what an earlier substep may have left
  solve_nonhydro(c.dycore, substep());
  const HostField w = c.get("next.w"), flux = c.get("z_contr_w_fl_l"), mean = c.get("mass_flx_ic");
  for (int i = 0; i < w.rows; ++i)
    for (int k : {0, nlev}) {
      EXPECT_EQ(w(i, 0, k), 0);  // flat ground
      EXPECT_EQ(flux(i, 0, k), 0);
      EXPECT_EQ(mean(i, 0, k), 0);
    }
}

TEST(PlainSolveNonhydro, RayleighDampingActsOnStoredWOnly) {
  CaseData undamped_data = air.case_data();
  for (double& v : undamped_data.fixed.fields.at("rayleigh_w").values) v = 0;
  AtmosphereCase damped(air), undamped(air, undamped_data);
  for (AtmosphereCase* c : {&damped, &undamped}) {
    c->stir(5);
    solve_nonhydro_predictor(c->dycore, substep());
  }
  const HostField w = damped.get("next.w"), free = undamped.get("next.w"), factor = damped.get("raylfac");
  EXPECT_LT(factor(0, 0, 1), 0.9);
  for (int i = 0; i < w.rows; ++i)
    for (int k = 0; k <= nlev; ++k) {
      // nrdmax = 2 is the last damped level; below it the recurrence has not seen the damping
      const wp undamped_w = static_cast<wp>(free(i, 0, k));
      const wp expected = k >= 1 && k <= 2 ? static_cast<wp>(factor(0, 0, k)) * undamped_w : undamped_w;
      EXPECT_EQ(w(i, 0, k), static_cast<double>(expected)) << i << " " << k;
    }
}

TEST(PlainSolveNonhydro, AccumulatedFluxesAreTheMeanOverTheSubsteps) {
  Fields f;
  const auto wind = f.field<wp>(3, 2, [](int i, int k) { return 1 + i + 10 * k; });
  const auto flux = f.field<wp>(3, 2, [](int i, int k) { return 2 - i * k; });
  const auto vn_traj = f.field<wp>(3, 2, [](int, int) { return poison; }), mass = f.field<wp>(3, 2, [](int, int) { return poison; });
  for (int n = 0; n < 4; ++n)
    launch(f.stream, "a", Points{{0, 3}, {0, 2}}, AccumulatePrepAdvFields{wind, flux, vn_traj, mass, wp(0.25), n == 0});
  EXPECT_TRUE(same_bits(f.read(vn_traj, 3, 2), f.read(wind, 3, 2)));
  EXPECT_TRUE(same_bits(f.read(mass, 3, 2), f.read(flux, 3, 2)));
}

TEST(PlainSolveNonhydro, FluxesForTracersStayUntouchedWithoutLprepAdv) {
  AtmosphereCase c(air);
  c.stir(5);
  for (const char* n : {"vn_traj", "mass_flx_me", "mass_flx_ic", "vol_flx_ic"}) c.set(n, [](int, int) { return 7.0; });
  Substep s = substep();
  s.lprep_adv = false;
  solve_nonhydro(c.dycore, s);
  for (const char* n : {"vn_traj", "mass_flx_me", "mass_flx_ic", "vol_flx_ic"})
    for (double v : c.get(n).values) ASSERT_EQ(v, 7.0) << n;
}

TEST(PlainSolveNonhydro, DynamicalExnerIncrementIsTheChangeOfExnerOverTheStepWithoutSlowPhysics) {
  AtmosphereCase c(air);
  c.stir(5);
  c.set("exner_dyn_incr", [](int, int) { return -3.0; });
  c.set("ddt_exner_phy", [](int, int) { return 1e-5; });
  const HostField start = c.get("now.exner");
  Substep s = substep(true, true);
  s.ndyn_substeps = 1;
  solve_nonhydro(c.dycore, s);
  const HostField end = c.get("next.exner"), incr = c.get("exner_dyn_incr");
  for (int i = 0; i < end.rows; ++i)
    for (int k = 0; k < nlev; ++k)  // kstart_moist = 2
      EXPECT_NEAR(incr(i, 0, k), k < 2 ? -3.0 : end(i, 0, k) - start(i, 0, k) - 2e-5, k < 2 ? 0 : rounding<vp>(2));
}

TEST(PlainSolveNonhydro, AnalysisIncrementsEnterOnlyWhenActive) {
  const auto run = [](bool active, double increment) {
    AtmosphereCase c(air);
    for (const char* n : {"vn_incr", "rho_incr", "exner_incr"}) c.set(n, [=](int i, int) { return increment * (i + 1); });
    Substep s = substep();
    s.is_iau_active = active;
    s.iau_wgt_dyn = wp(0.5);
    solve_nonhydro_predictor(c.dycore, s);
    return std::pair(c.get("next.vn"), c.get("next.rho"));
  };
  const auto without = run(false, 1e-3), zero = run(true, 0), with = run(true, 1e-3);
  EXPECT_TRUE(same_bits(without.second, zero.second));
  for (int e = 0; e < with.first.rows; ++e)
    for (int k = 0; k < nlev; ++k)
      EXPECT_NEAR(with.first(e, 0, k), without.first(e, 0, k) + 0.5e-3 * (e + 1), rounding<vp>(0.1));
  double difference = 0;
  for (std::size_t n = 0; n < with.second.values.size(); ++n) difference += with.second.values[n] - without.second.values[n];
  const double cells = with.second.rows;  // mass conservation: only the increments change the sum
  EXPECT_NEAR(difference, 0.5e-3 * nlev * cells * (cells + 1) / 2, rounding<vp>(cells * nlev));
}

// ---- limited area and halo ----------------------------------------------------------------------------------------------------

TEST(PlainSolveNonhydro, BoundaryRowsFollowThePrescribedTendencies) {
  constexpr int boundary = 6;  // cells of the boundary rows
  CaseData data = air.case_data();
  data.limited_area = true;
  data.zones.cells.finish[static_cast<std::size_t>(Zone::lateral_boundary_level_4)] = boundary;
  data.zones.cells.begin[static_cast<std::size_t>(Zone::nudging)] = boundary;
  data.zones.edges.finish[static_cast<std::size_t>(Zone::nudging)] = 5;
  data.zones.edges.begin[static_cast<std::size_t>(Zone::nudging_level_2)] = 5;
  AtmosphereCase c(air, data);
  c.stir(1);
  c.set("grf_tend_rho", [](int i, int k) { return 1e-4 * wave(i, k); });
  c.set("grf_tend_thv", [](int i, int k) { return 0.1 * wave(i, k, 2); });
  c.set("grf_tend_w", [](int i, int k) { return 0.01 * wave(i, k, 3); });
  c.set("grf_tend_vn", [](int i, int k) { return 0.02 * wave(i, k, 4); });
  c.set("next.theta_v", [](int, int) { return 555.0; });  // stale in the boundary rows until the end of the substep
  const Substep s = substep();
  solve_nonhydro_predictor(c.dycore, s);
  solve_nonhydro_corrector(c.dycore, s);
  const HostField stale = c.get("next.theta_v"), trick = c.get("next.exner");
  solve_nonhydro_final(c.dycore, s);

  const HostField rho = c.get("next.rho"), theta = c.get("next.theta_v"), exner = c.get("next.exner"), w = c.get("next.w"),
                  vn = c.get("next.vn"), w_now = c.get("now.w"), vn_now = c.get("now.vn");
  for (int i = 0; i < boundary; ++i)
    for (int k = 0; k < nlev; ++k) {
      const auto level = static_cast<std::size_t>(k);
      const double theta_expected = air.theta[level] + 2 * 0.1 * wave(i, k, 2), rho_expected = air.rho[level] + 2e-4 * wave(i, k);
      EXPECT_EQ(stale(i, 0, k), 555.0);
      EXPECT_NEAR(trick(i, 0, k), theta_expected, rounding<wp>(400));
      EXPECT_NEAR(theta(i, 0, k), theta_expected, rounding<wp>(400));
      EXPECT_NEAR(rho(i, 0, k), rho_expected, rounding<wp>(2));
      const double state = std::pow(phys::in_double::rd / phys::in_double::p0ref * rho_expected * theta_expected,
                                    phys::in_double::rd / phys::in_double::cvd);
      EXPECT_NEAR(exner(i, 0, k), state, rounding<wp>(1));
      EXPECT_NEAR(w(i, 0, k), w_now(i, 0, k) + 0.02 * wave(i, k, 3), rounding<wp>(1));
    }
  for (int i = 0; i < boundary; ++i) EXPECT_NEAR(w(i, 0, nlev), 0.02 * wave(i, nlev, 3), rounding<wp>(1));
  for (int e = 0; e < 5; ++e)
    for (int k = 0; k < nlev; ++k) EXPECT_NEAR(vn(e, 0, k), vn_now(e, 0, k) + 0.04 * wave(e, k, 4), rounding<wp>(1));
  for (int k = 0; k < nlev; ++k) EXPECT_NEAR(theta(boundary, 0, k), air.theta[static_cast<std::size_t>(k)], 1);  // solved, not set
}

TEST(PlainSolveNonhydro, HaloCellsTakeThetaFromExnerOrFromTheBoundaryTrick) {
  Fields f;
  const auto field = [&](double a, double b) { return f.field<wp>(2, 1, [=](int i, int) { return i == 0 ? a : b; }); };
  const auto theta_new = field(poison, poison), exner_new = field(0.95, 305), rho_new = field(1.1, 1.15);
  const auto mask = f.row<int>(2, [](int i) { return i == 0 ? 1 : 0; });
  launch(f.stream, "h", Points{{0, 2}, {0, 1}},
         UpdateThetaAndExnerInHalo{mask, field(1.2, 1.2), field(300, 300), field(0.94, 0.94), rho_new, theta_new, exner_new});
  const HostField theta = f.read(theta_new, 2, 1), exner = f.read(exner_new, 2, 1);
  const double cvd_o_rd = phys::in_double::cvd / phys::in_double::rd;
  EXPECT_NEAR(theta(0), 1.2 * 300 * ((0.95 / 0.94 - 1) * cvd_o_rd + 1) / 1.1, rounding<wp>(400));
  EXPECT_NEAR(exner(0), 0.95, rounding<wp>(1));
  EXPECT_NEAR(theta(1), 305, rounding<wp>(305));
  EXPECT_NEAR(exner(1), std::pow(phys::in_double::rd / phys::in_double::p0ref * 1.15 * 305, 1 / cvd_o_rd), rounding<wp>(1));
}

// ---- edges -------------------------------------------------------------------------------------------------------------------

TEST(PlainSolveNonhydro, UpwindValueOfALinearFieldLiesHalfATrajectoryUpstream) {
  Fields f;
  // two edges with the same two cells, wind along and against the normal (1, 0); cells 800 m apart, the field 2 + 0.01 x - 0.02 y,
  // and 1 more in the second cell
  const double gx = 0.01, gy = -0.02, half = 400, dthalf = 10;
  const auto edge = [&](double a, double b) { return f.field<wp>(2, 1, [=](int e, int) { return e == 0 ? a : b; }); };
  const auto cell = [&](double a, double b) { return f.field<vp>(2, 1, [=](int c, int) { return c == 0 ? a : b; }); };
  const auto pair = [&](double a, double b) { return f.coeff<const wp, 2>(2, [=](int, int j) { return j == 0 ? a : b; }); };
  const auto vn = edge(7, -7), rho = edge(poison, poison), theta = edge(poison, poison);
  const auto vt = f.field<vp>(2, 1, [](int, int) { return 3; });
  const auto reference = f.field<vp>(2, 1, [](int, int) { return 2; });
  const auto value = cell(-half * gx, half * gx + 1), slope_x = cell(gx, gx), slope_y = cell(gy, gy);
  launch(f.stream, "m", Points{{0, 2}, {0, 1}},
         ComputeHorizontalAdvectionOfRhoAndTheta{vn, vt, pair(-half, half), pair(0, 0), pair(1, 1), pair(0, 0), pair(0, 0), pair(1, 1),
                                                 reference, reference, value, value, slope_x, slope_y, slope_x, slope_y,
                                                 f.table<2>({{0, 1}, {0, 1}}), rho, theta, wp(dthalf)});
  for (int e = 0; e < 2; ++e) {
    const double expected = 2 + e - (e == 0 ? 7 : -7) * dthalf * gx - 3 * dthalf * gy;
    EXPECT_NEAR(f.read(rho, 2, 1)(e), expected, rounding<vp>(10));
    EXPECT_NEAR(f.read(theta, 2, 1)(e), expected, rounding<vp>(10));
  }
}

TEST(PlainSolveNonhydro, GradientOfAUniformFieldIsZeroAndEachNeighborHasItsWeight) {
  Fields f;
  const int cells = air.mesh.n_cells;
  // weights of opposite sign around the cell: what a uniform field gives must cancel
  const auto weights = f.coeff<const wp, 4>(cells, [](int, int j) { return j == 0 ? -3.0 : 1.0; });
  const auto uniform = f.field<vp>(cells, 2, [](int, int k) { return 4 + k; });
  const auto single = f.field<vp>(cells, 2, [](int i, int) { return i == air.mesh.c2e2c[0][1] ? 1 : 0; });
  const auto out = [&] { return f.field<vp>(cells, 2, [](int, int) { return poison; }); };
  const auto a = out(), b = out(), d = out(), e = out();
  launch(f.stream, "g", Points{{0, cells}, {0, 2}},
         GradGreenGaussCell{uniform, single, weights, weights, f.table<3>(air.mesh.c2e2c), a, b, d, e});
  for (const auto& g : {a, b})
    for (double v : f.read(g, cells, 2).values) EXPECT_EQ(v, 0);
  EXPECT_EQ(f.read(d, cells, 2)(0), 1);  // the neighbor in slot 1 enters with weight 1
  EXPECT_EQ(f.read(e, cells, 2)(air.mesh.c2e2c[0][1]), -3);
}

TEST(PlainSolveNonhydro, PressureGradientOfAFieldThatDependsOnHeightOnlyIsZeroOverSlopes) {
  Fields f;
  const auto height = [](int c, int k) { return 400.0 * (nlev - k) + 230.0 * c; };  // cell 1 lies 230 m higher
  const auto q = [](double z) { return 1 - 1e-4 * z + 2e-9 * z * z; };
  const auto offset = [](int side, int k) { return side == 1 && k < nlev - 1 ? 1 : 0; };
  const auto edge_height = [&](int k) { return height(0, k) + 50; };
  const auto ex = f.field<vp>(2, nlev, [&](int c, int k) { return q(height(c, k)); });
  const auto d1 = f.field<vp>(2, nlev, [&](int c, int k) { return -1e-4 + 4e-9 * height(c, k); });
  const auto d2 = f.field<vp>(2, nlev, [](int, int) { return 2e-9; });
  const auto zdiff = [&](int side) {
    return f.field<vp>(1, nlev, [&, side](int, int k) { return edge_height(k) - height(side, k + offset(side, k)); });
  };
  const auto shift = [&](int side) { return f.field<int>(1, nlev, [&, side](int, int k) { return offset(side, k); }); };
  const auto gradient = f.field<vp>(1, nlev, [](int, int) { return poison; });
  launch(f.stream, "p", Points{{0, 1}, {0, nlev}},
         ComputeHorizontalGradientOfExnerPressureForMultipleLevels{
             f.row<wp>(1, [](int) { return 1e-3; }), ex, zdiff(0), zdiff(1), shift(0), shift(1), d1, d2,
             f.table<2>({{0, 1}}), gradient});
  for (double v : f.read(gradient, 1, nlev).values) EXPECT_NEAR(v, 0, rounding<vp>(1e-3));
}

// Whatever the two level indices are, every level of the pressure gradient is computed.
TEST(PlainSolveNonhydro, PressureGradientCoversAllLevels) {
  for (const auto& [flat, gradp] : {std::pair{0, nlev - 1}, {3, 5}, {nlev - 1, 2}, {2, -1}, {nlev - 1, nlev - 1}}) {
    CaseData data = air.case_data();
    data.nflatlev = flat, data.nflat_gradp = gradp;
    AtmosphereCase c(air, data);
    c.set("now.exner", [&](int i, int k) { return air.exner[static_cast<std::size_t>(k)] + 1e-3 * wave(i, k); });
    c.set("z_gradh_exner", [](int, int) { return 1e5; });
    solve_nonhydro_predictor(c.dycore, substep());
    const HostField g = c.get("z_gradh_exner");
    for (int e = 0; e < g.rows; ++e)
      for (int k = 0; k < nlev; ++k) EXPECT_LT(std::abs(g(e, 0, k)), 1e-3) << flat << " " << gradp << ": " << e << " " << k;
  }
}

// ---- divergence damping -------------------------------------------------------------------------------------------------------

TEST(DivergenceDamping, FactorPassesThroughItsNodesAndIsConstantOutside) {
  NonhydrostaticConfig c;
  c.fourth_order_divdamp_factor2 = 0.004, c.fourth_order_divdamp_factor3 = 0.006, c.fourth_order_divdamp_factor4 = 0.01;
  const auto at = [&](double z) { return fourth_order_divdamp_factor(c, {z + 10, z - 10}).at(0); };
  EXPECT_DOUBLE_EQ(at(100), 0.0025);
  EXPECT_DOUBLE_EQ(at(32500), 0.0025);
  EXPECT_NEAR(at(36250), 0.00325, 1e-15);
  EXPECT_NEAR(at(40000), 0.004, 1e-15);
  EXPECT_NEAR(at(60000), 0.006, 1e-15);
  EXPECT_NEAR(at(80000), 0.01, 1e-15);
  EXPECT_NEAR(at(200000), 0.01, 1e-15);
}

TEST(DivergenceDamping, OrderDecidesWhichKindsRun) {
  NonhydrostaticConfig c;
  const auto choice = [&](int order, double o2) {
    c.divdamp_order = order;
    const DivdampChoice d = divdamp_choice(c, o2, 1e8);
    return (d.apply_o2 ? 2 : 0) + (d.apply_o4 ? 4 : 0);
  };
  EXPECT_EQ(choice(2, 0), 2);
  EXPECT_EQ(choice(4, 1), 4);
  EXPECT_EQ(choice(24, 0), 4);
  EXPECT_EQ(choice(24, 0.006), 6);
  EXPECT_EQ(choice(24, 4 * 0.0025), 6);
  EXPECT_EQ(choice(24, 0.02), 2);
  EXPECT_DOUBLE_EQ(divdamp_choice(c, 0.006, 1e8).scal_divdamp_o2, 0.006 * 1e8);
}

TEST(DivergenceDamping, SecondOrderPartTakesItsShareOfTheFourthOrderFactor) {
  Fields f;
  const auto enh = f.profile<wp>(2, [](int k) { return k == 0 ? 0.004 : 0.001; });
  const auto scal = f.profile<wp>(2, [](int) { return poison; }), bdy = f.profile<wp>(2, [](int) { return poison; });
  const auto run = [&](bool combined) {
    launch(f.stream, "d", Levels{{0, 2}}, CalculateDivdampFields{enh, scal, bdy, wp(0.008), wp(1e4), wp(0.1), combined});
    return std::pair(f.read(scal.data, 2), f.read(bdy.data, 2));
  };
  const auto [combined, boundary] = run(true);
  EXPECT_NEAR(combined[0], -0.002 * 1e8, rounding<wp>(4e5));
  EXPECT_EQ(combined[1], 0);  // never negative damping
  EXPECT_NEAR(boundary[0], 7.5 * 0.002 * 1e8, rounding<wp>(4e6));
  EXPECT_NEAR(run(false).first[1], -0.001 * 1e8, rounding<wp>(4e5));
}

TEST(DivergenceDamping, VerticalPartEntersAsGradientAlongTheNormalWhereTheMaskAndTheProfileLetIt) {
  Fields f;
  const auto horizontal = f.field<vp>(2, 2, [](int, int) { return 10; });
  const auto dwdz = f.field<vp>(2, 2, [](int c, int) { return c == 0 ? 1 : 4; });
  const auto total = f.field<vp>(2, 2, [](int, int) { return poison; });
  launch(f.stream, "v", Points{{0, 2}, {0, 2}},
         AddVerticalWindDerivativeToDivergenceDamping{
             f.row<wp>(2, [](int e) { return e; }), f.profile<wp>(2, [](int k) { return 0.5 * k; }),
             f.row<wp>(2, [](int) { return 8; }), dwdz, horizontal, f.table<2>({{0, 1}, {0, 1}}), total});
  const HostField got = f.read(total, 2, 2);
  EXPECT_EQ(got(0, 0, 1), 10);
  EXPECT_EQ(got(1, 0, 0), 10);
  EXPECT_EQ(got(1, 0, 1), 10 + 0.5 * 8 * (4 - 1));
}

TEST(DivergenceDamping, EveryOrderAndKindOfGridDampsDivergentWind) {
  for (const bool limited_area : {false, true})
    for (const int order : {2, 4, 24}) {
      const auto energy = [&](bool damping) {
        CaseData data = air.case_data();
        data.limited_area = limited_area;
        AtmosphereCase c(air, data);
        c.nonhydrostatic.divdamp_order = order;
        c.nonhydrostatic.fourth_order_divdamp_factor = damping ? 0.0025 : 0;
        c.nonhydrostatic.fourth_order_divdamp_factor2 = c.nonhydrostatic.fourth_order_divdamp_factor3 =
            c.nonhydrostatic.fourth_order_divdamp_factor4 = damping ? 0.004 : 0;
        prepare_profiles(c.dycore);
        c.set("now.vn", [](int e, int) { return 0.1 * wave(e, 0); });
        Substep s = substep();
        s.divdamp_fac_o2 = static_cast<wp>(damping && order != 4 ? 0.005 : 0);
        solve_nonhydro(c.dycore, s);
        double sum = 0;
        for (double v : c.get("next.vn").values) sum += v * v;
        return sum;
      };
      EXPECT_LT(energy(true), 0.999 * energy(false)) << order << " " << limited_area;
    }
}

// ---- table --------------------------------------------------------------------------------------------------------------------

TEST(KernelTable, HoldsEveryLaunchOfASubstepInItsPhase) {
  AtmosphereCase c(air);
  c.stream.log().reserve(1000, c.device.gpu);
  Substep s = substep(true, true);
  s.is_iau_active = true;
  s.divdamp_fac_o2 = wp(0.005);
  solve_nonhydro(c.dycore, s);
  std::set<std::string> known, phases;
  for (const KernelEntry& k : plain_kernels()) known.insert(k.name), phases.insert(k.phase);
  int stencils = 0;
  for (const auto& row : c.stream.log().read()) {
    const bool stencil = row.kind == IntervalLog::Kind::stencil;
    EXPECT_TRUE((stencil ? known : phases).count(row.name)) << row.name;
    stencils += stencil;
  }
  EXPECT_GT(stencils, 50);
}

}  // namespace
}  // namespace icodyn::test

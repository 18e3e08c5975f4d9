// Order of a time step, swaps of time levels, spin-up of divergence damping and the adaptive number of substeps.
#include "dycore/time_loop.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/atmosphere.hpp"

namespace icodyn::test {
namespace {

TEST(SecondOrderDivdampFactor, SpinsDownOverTheFirstTwoHours) {
  NonhydrostaticConfig c;
  const auto factor = [&](double t) { return second_order_divdamp_factor(c, true, t, 100); };
  EXPECT_DOUBLE_EQ(factor(50), 0.02);
  EXPECT_DOUBLE_EQ(factor(1800), 0.02);
  EXPECT_DOUBLE_EQ(factor(4500), 0.01);
  EXPECT_DOUBLE_EQ(factor(7200), 0.0);
  EXPECT_DOUBLE_EQ(factor(7240), 0.0);
  EXPECT_DOUBLE_EQ(factor(1e6), 0.0);
  EXPECT_EQ(second_order_divdamp_factor(c, false, 50, 100), 0.0);
  c.divdamp_order = 4;
  EXPECT_DOUBLE_EQ(second_order_divdamp_factor(c, false, 50, 100), 0.0025);
}

SubstepControl adjusted(double vcfl, int n, bool watch, int configured = 5, double threshold = 1.0) {
  return adjust_ndyn_substeps(vcfl, threshold, configured, {n, watch, false});
}

TEST(AdjustNdynSubsteps, CalmFlowChangesNothing) {
  for (double vcfl : {0.0, 0.5, 0.81}) {
    const SubstepControl c = adjusted(vcfl, 5, false);
    EXPECT_EQ(c.ndyn_substeps_var, 5);
    EXPECT_FALSE(c.cfl_watch);
    EXPECT_FALSE(c.near_limit);
  }
}

TEST(AdjustNdynSubsteps, WatchStartsBelowTheLimitAndWarnsNearIt) {
  EXPECT_TRUE(adjusted(0.82, 5, false).cfl_watch);
  EXPECT_FALSE(adjusted(0.82, 5, false).near_limit);
  EXPECT_TRUE(adjusted(0.95, 5, false).near_limit);
  EXPECT_EQ(adjusted(0.95, 5, false).ndyn_substeps_var, 5);
  EXPECT_TRUE(adjusted(0.8, 7, true).near_limit);  // 0.8 * 7/5: with the configured number it would be too large
}

TEST(AdjustNdynSubsteps, GrowsByAtLeastOneRoundingHalvesToEven) {
  EXPECT_EQ(adjusted(1.01, 5, false).ndyn_substeps_var, 6);  // 0.05 -> at least 1
  EXPECT_EQ(adjusted(1.5, 5, false).ndyn_substeps_var, 7);   // 2.5 -> 2
  EXPECT_EQ(adjusted(1.75, 2, false, 2).ndyn_substeps_var, 4);  // 1.5 -> 2
  EXPECT_EQ(adjusted(1.7, 5, false).ndyn_substeps_var, 9);   // 3.5 -> 4 (1.7 - 1 rounds down to 0.7: 3.5)
}

TEST(AdjustNdynSubsteps, NeverExceedsSevenMoreEvenForHugeOrInfiniteNumbers) {
  EXPECT_EQ(adjusted(4, 5, true).ndyn_substeps_var, 12);
  EXPECT_EQ(adjusted(1e300, 5, true).ndyn_substeps_var, 12);
  EXPECT_EQ(adjusted(std::numeric_limits<double>::infinity(), 5, true).ndyn_substeps_var, 12);
  EXPECT_EQ(adjusted(std::numeric_limits<double>::infinity(), 5, false).ndyn_substeps_var, 12);
}

TEST(AdjustNdynSubsteps, NanChangesNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (bool watch : {false, true}) {
    const SubstepControl c = adjusted(nan, 7, watch);
    EXPECT_EQ(c.ndyn_substeps_var, 7);
    EXPECT_EQ(c.cfl_watch, watch);
    EXPECT_FALSE(c.near_limit);
  }
}

TEST(AdjustNdynSubsteps, ShrinksOneByOneAndStopsWatchingAtTheConfiguredNumber) {
  SubstepControl c{7, true, false};
  c = adjust_ndyn_substeps(0.6, 1, 5, c);
  EXPECT_EQ(c.ndyn_substeps_var, 6);
  EXPECT_TRUE(c.cfl_watch);
  c = adjust_ndyn_substeps(0.745, 1, 5, c);  // 0.745 * 6/5 < 0.9
  EXPECT_EQ(c.ndyn_substeps_var, 5);
  EXPECT_FALSE(c.cfl_watch);
  EXPECT_EQ(adjusted(0.8, 6, true).ndyn_substeps_var, 6);  // 0.8 * 6/5 > 0.9
  EXPECT_TRUE(adjusted(0.5, 5, true).cfl_watch);           // only the decrement ends it
}

// ---- the loop itself -----------------------------------------------------------------------------------------------------------

const Atmosphere air;

template <class T>
void exchange(T& a, T& b) {
  const T kept = a;
  a = b;
  b = kept;
}

struct TimeLoopTest : ::testing::Test {
  AtmosphereCase c{air};
  TimeConfig time;
  TimeLoopTest() {
    time.dtime = 6;
    time.ndyn_substeps = 3;
  }
  void set_vcfl(double v) { c.set("max_vcfl_dyn", [=](int, int) { return v; }); }
  double vcfl() { return c.get("max_vcfl_dyn").values[0]; }
};

TEST_F(TimeLoopTest, TimeLevelsAndTendencyPairsSwapAtDifferentMoments) {
  TimeLoop loop(c.dycore, time, true);
  const auto *now = c.state.now.vn.data, *next = c.state.next.vn.data;
  const auto *vn0 = c.state.diag.ddt_vn_apc_pc[0].data, *w0 = c.state.diag.ddt_w_adv_pc[0].data;
  const auto *vn1 = c.state.diag.ddt_vn_apc_pc[1].data, *w1 = c.state.diag.ddt_w_adv_pc[1].data;
  loop.step();  // 3 substeps: states swap 2 + 1 times, both pairs 2 times
  EXPECT_EQ(c.state.now.vn.data, next);
  EXPECT_EQ(c.state.next.vn.data, now);
  EXPECT_EQ(c.state.diag.ddt_vn_apc_pc[0].data, vn0);
  EXPECT_EQ(c.state.diag.ddt_w_adv_pc[0].data, w0);
  loop.step();  // the pair of w swaps in the first substep too: 3 times
  EXPECT_EQ(c.state.now.vn.data, now);
  EXPECT_EQ(c.state.diag.ddt_vn_apc_pc[0].data, vn0);
  EXPECT_EQ(c.state.diag.ddt_vn_apc_pc[1].data, vn1);
  EXPECT_EQ(c.state.diag.ddt_w_adv_pc[0].data, w1);
  EXPECT_EQ(c.state.diag.ddt_w_adv_pc[1].data, w0);
}

TEST_F(TimeLoopTest, StepIsTheSubstepsThenDiffusionOnTheNewTimeLevel) {
  AtmosphereCase by_hand(air);
  for (AtmosphereCase* a : {&c, &by_hand}) a->stir(2);
  TimeLoop loop(c.dycore, time, true);
  loop.step();

  State& s = by_hand.state;
  for (int i = 0; i < 3; ++i) {
    Substep a;
    a.dtime = 2;
    a.ndyn_substeps = 3;
    a.at_initial_timestep = true;
    a.at_first_substep = i == 0, a.at_last_substep = i == 2;
    a.lprep_adv = true;
    if (i > 0) exchange(s.diag.ddt_w_adv_pc[0], s.diag.ddt_w_adv_pc[1]), exchange(s.diag.ddt_vn_apc_pc[0], s.diag.ddt_vn_apc_pc[1]);
    solve_nonhydro(by_hand.dycore, a);
    if (i < 2) exchange(s.now, s.next);
  }
  diffusion(by_hand.dycore, s.next, 6, false);
  for (const char* n : {"vn", "w", "rho", "exner", "theta_v"}) {
    const HostField a = c.get(std::string("now.") + n), b = by_hand.get(std::string("next.") + n);
    for (std::size_t i = 0; i < a.values.size(); ++i) ASSERT_EQ(a.values[i], b.values[i]) << n << " " << i;
  }
}

TEST_F(TimeLoopTest, WithoutDiffusionTheStepEndsWithTheSubsteps) {
  c.stream.log().reserve(10000, c.device.gpu);
  TimeLoop loop(c.dycore, time, false);
  time.diffuse_before_time_loop = true;
  loop.begin();
  loop.step();
  for (const auto& row : c.stream.log().read()) EXPECT_STRNE(row.name, "diffusion");
}

TEST_F(TimeLoopTest, InitialDiffusionRunsOnceOnTheCurrentStateIfConfigured) {
  c.stir(2);
  const HostField before = c.get("now.vn"), other = c.get("next.vn");
  TimeLoop loop(c.dycore, time, true);
  loop.begin();
  EXPECT_EQ(before.values, c.get("now.vn").values);
  time.diffuse_before_time_loop = true;
  loop.begin();
  EXPECT_NE(before.values, c.get("now.vn").values);
  EXPECT_EQ(other.values, c.get("next.vn").values);
}

TEST_F(TimeLoopTest, PrescribedTendenciesComeWithTheDateOfTheEndOfTheStep) {
  time.start = "2026-01-01T23:59:50.000";
  std::vector<std::string> dates;
  TimeLoop loop(c.dycore, time, true);
  loop.prescribe([&](const std::string& date) { dates.push_back(date); });
  loop.step();
  loop.step();
  EXPECT_EQ(dates, (std::vector<std::string>{"2026-01-01T23:59:56.000", "2026-01-02T00:00:02.000"}));
  EXPECT_EQ(loop.date(), dates.back());
  EXPECT_EQ(loop.steps(), 2);
  EXPECT_DOUBLE_EQ(loop.elapsed(), 12);
}

TEST_F(TimeLoopTest, CflNumberIsReadAndResetAfterTheStepAndActsInTheNextOne) {
  c.stream.log().reserve(10000, c.device.gpu);
  TimeLoop loop(c.dycore, time, true);
  loop.advance();
  loop.integrate();
  set_vcfl(0.85 * 1.6);
  loop.finish();
  EXPECT_NEAR(loop.max_vcfl(), 0.85 * 1.6, 1e-6);
  EXPECT_EQ(vcfl(), 0);
  EXPECT_TRUE(loop.cfl_watch());
  EXPECT_TRUE(loop.near_cfl_limit());
  EXPECT_EQ(loop.ndyn_substeps_var(), 5);  // 3 + round_half_even(1.8)
  c.stream.log().clear();
  loop.step();
  std::size_t substeps = 0;
  for (const auto& row : c.stream.log().read())
    if (std::string(row.name).rfind("substep_", 0) == 0) substeps += row.seconds.size();
  EXPECT_EQ(substeps, 5u);
  EXPECT_EQ(loop.ndyn_substeps_var(), 4);  // calm again: one fewer per step
  EXPECT_FALSE(loop.near_cfl_limit());
}

TEST_F(TimeLoopTest, TimerRowsNameStepSubstepsAndPhases) {
  c.stream.log().reserve(10000, c.device.gpu);
  TimeLoop loop(c.dycore, time, true);
  loop.step();
  loop.step();
  std::map<std::string, std::size_t> calls;
  for (const auto& row : c.stream.log().read())
    if (row.kind == IntervalLog::Kind::phase) calls[row.name] = row.seconds.size();
  const std::map<std::string, std::size_t> expected = {
      {"time_step", 2},          {"substep_first", 2},          {"substep_middle", 2},
      {"substep_last", 2},       {"diffusion", 2},              {"velocity_advection_predictor", 2},
      {"velocity_advection_corrector", 6}, {"solve_nonhydro_predictor", 6}, {"solve_nonhydro_corrector", 6},
      {"solve_nonhydro_final", 6}};
  EXPECT_EQ(calls, expected);
}

TEST_F(TimeLoopTest, AtmosphereInBalanceStaysAtRestForManySteps) {
  TimeLoop loop(c.dycore, time, true);
  for (int n = 0; n < 10; ++n) loop.step();
  const double acceleration = phys::in_double::cpd * 310 / Atmosphere::dz;
  EXPECT_LT(c.largest("now.w"), rounding<vp>(acceleration * 60));
  EXPECT_LT(c.largest("now.vn"), rounding<vp>(acceleration * 60));
  EXPECT_EQ(loop.ndyn_substeps_var(), 3);
}

TEST(FirstMoistLevel, IsTheFirstLevelWhoseMidHeightLiesBelow) {
  const std::vector<double> vct_a = {400, 300, 200, 100, 0};
  EXPECT_EQ(first_moist_level(vct_a, 1000), 0);
  EXPECT_EQ(first_moist_level(vct_a, 251), 1);
  EXPECT_EQ(first_moist_level(vct_a, 250), 2);  // strictly below
  EXPECT_EQ(first_moist_level(vct_a, 10), 4);   // no level
}

}  // namespace
}  // namespace icodyn::test

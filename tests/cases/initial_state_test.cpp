#include "cases/initial_state.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "cases/balance.hpp"
#include "one_column.hpp"
#include "runtime/error.hpp"

namespace icodyn {
namespace {

constexpr double pi = constants::pi;

// Vertical acceleration of w from rest as the dycore discretizes it; 0 in discrete balance (spec/nonhydro.md, NH-28:
// the perturbation form).
double worst_imbalance(const test::Columns& c) {
  const auto& fixed = c.data.fixed;
  const auto& s = c.data.initial;
  const HostField &exner = s.field("exner"), &theta = s.field("theta_v"), &exner_ref = fixed.field("exner_ref_mc"),
                  &theta_ref = fixed.field("theta_ref_mc"), &theta_ref_ic = fixed.field("theta_ref_ic"),
                  &d_exner = fixed.field("d_exner_dz_ref_ic"), &w = fixed.field("wgtfac_c"),
                  &dz = fixed.field("ddqz_z_half");
  double worst = 0;
  for (int i = 0; i < exner.rows; ++i)
    for (int k = 1; k < exner.levels; ++k) {
      const double perturbation = w(i, 0, k) * (theta(i, 0, k) - theta_ref(i, 0, k)) +
                                  (1 - w(i, 0, k)) * (theta(i, 0, k - 1) - theta_ref(i, 0, k - 1));
      const double gradient =
          ((exner(i, 0, k - 1) - exner_ref(i, 0, k - 1)) - (exner(i, 0, k) - exner_ref(i, 0, k))) / dz(i, 0, k);
      worst = std::max(worst, std::abs(constants::cpd * ((theta_ref_ic(i, 0, k) + perturbation) * gradient +
                                                         perturbation * d_exner(i, 0, k))));
    }
  return worst;
}

void expect_gas_law(const CaseData& d) {
  const HostField &rho = d.initial.field("rho"), &exner = d.initial.field("exner"), &theta = d.initial.field("theta_v");
  for (std::size_t n = 0; n < rho.values.size(); ++n)
    EXPECT_NEAR(rho.values[n], density(exner.values[n], theta.values[n]), 1e-14 * rho.values[n] * 10);
}

TEST(JablonowskiWilliamson, HasTheCheckValuesOfTheSpecification) {
  struct Check {
    double lat, z, eta, temperature, exner, theta_v, rho;
  };
  for (const Check& k :
       {Check{0, 25, 1.00972015858281, 310.27187710984, 1.00276760039777, 309.415538542295, 1.13374710820451},
        Check{pi / 4, 5000, 0.524893710869812, 258.410995706682, 0.831802825387743, 310.663762877007, 0.70764909950257},
        Check{-pi / 3, 20000, 0.0502556766820258, 223.171966276534, 0.425510259386224, 524.480811810385,
              0.0784518273396002}}) {
    const JwPoint p = jw_point(k.lat, k.z, {});
    EXPECT_NEAR(p.eta, k.eta, 1e-13);
    EXPECT_NEAR(p.temperature, k.temperature, 1e-11);
    EXPECT_NEAR(p.exner, k.exner, 1e-13);
    EXPECT_NEAR(p.theta_v, k.theta_v, 1e-10);
    EXPECT_NEAR(p.rho, k.rho, 1e-13);
  }
}

TEST(JablonowskiWilliamson, IsInDiscreteHydrostaticBalanceAndObeysTheGasLaw) {
  test::Columns c(3, 40, 40000, false);
  c.lat(1) = pi / 4;
  c.lat(2) = -1.4;
  compute_initial_state("jw", {}, c.inputs(), c.data);
  EXPECT_LT(worst_imbalance(c), 1e-10);
  expect_gas_law(c.data);
}

TEST(JablonowskiWilliamson, ThePerturbationIsGoneInTheSteadyState) {
  test::Columns c(1, 20, 30000, false);
  c.edge_lat(0) = 2 * pi / 9;
  c.edge_lon(0) = pi / 9;  // the centre of the perturbation
  compute_initial_state("jw", {}, c.inputs(), c.data);
  const HostField waves = c.data.initial.field("vn");
  compute_initial_state("jw_steady", {}, c.inputs(), c.data);
  const HostField& steady = c.data.initial.field("vn");
  for (int k = 0; k < 20; ++k) EXPECT_NEAR(waves(0, 0, k) - steady(0, 0, k), 1.0, 1e-13);
}

TEST(Gauss3d, HasTheCheckValuesOfTheSpecification) {
  test::Columns c(1, 10, 20000, true);
  HostField& zm = c.data.fixed.fields["z_mc"];
  zm(0, 0, 9) = 100;
  compute_initial_state("gauss3d", {{"u0", 10.0}}, c.inputs(), c.data);
  EXPECT_NEAR(c.data.initial.field("theta_v")(0, 0, 9), 300.306070890096, 1e-11);
  EXPECT_NEAR(c.data.initial.field("exner")(0, 0, 9), 0.996747872637929, 1e-13);
  for (int k = 0; k < 10; ++k) EXPECT_EQ(c.data.initial.field("vn")(0, 0, k), 10);
}

TEST(Gauss3d, IsInDiscreteHydrostaticBalanceAlsoWithoutStratification) {
  for (const double frequency : {0.01, 0.0}) {
    test::Columns c(1, 30, 12000, true);
    compute_initial_state("gauss3d", {{"brunt_vais", frequency}}, c.inputs(), c.data);
    EXPECT_LT(worst_imbalance(c), 1e-11);
    expect_gas_law(c.data);
  }
}

TEST(WeismanKlemp, HasTheCheckValuesOfTheSpecificationAtTheTropopause) {
  std::vector<double> h;
  for (int k = 0; k < 40; ++k) h.push_back(19750.0 - 500 * k);
  const WkColumn w = wk_column(h, {});
  EXPECT_NEAR(w.exner_tropopause, 0.620991253644315, 1e-14);
  EXPECT_NEAR(w.p_tropopause, 18871.1858565506, 1e-9);
  EXPECT_NEAR(w.qv_tropopause, 5.71730307552157e-06, 1e-18);
  for (std::size_t k = 1; k < h.size(); ++k) {
    EXPECT_LT(w.exner[k - 1], w.exner[k]);
    EXPECT_GE(w.qv[k], 0);
    EXPECT_LE(w.qv[k], 0.014);
  }
}

TEST(WeismanKlemp, WarmsTheBubbleOnly) {
  test::Columns c(2, 40, 20000, true);
  c.centre(1, 0) = 50000;
  compute_initial_state("wk82", {}, c.inputs(), c.data);
  const HostField& theta = c.data.initial.field("theta_v");
  double warmest = 0;
  for (int k = 0; k < 40; ++k) {
    const double excess = theta(0, 0, k) - theta(1, 0, k);
    EXPECT_GE(excess, 0);
    if (std::abs(c.data.fixed.field("z_mc")(0, 0, k) - 1400) >= 1400) {
      EXPECT_EQ(excess, 0);
    }
    warmest = std::max(warmest, excess);
  }
  EXPECT_GT(warmest, 1.5);
  EXPECT_LT(warmest, 2.05);
  expect_gas_law(c.data);
}

TEST(WeismanKlemp, RefusesHillsAndAModelTopBelowTheTropopause) {
  test::Columns hill(2, 20, 20000, true);
  hill.data.fixed.fields["z_ifc"](1, 0, 20) = 300;
  EXPECT_THROW(compute_initial_state("wk82", {}, hill.inputs(), hill.data), UsageError);
  test::Columns low(2, 20, 9000, true);
  EXPECT_THROW(compute_initial_state("wk82", {}, low.inputs(), low.data), UsageError);
}

TEST(InitialState, RefusesUnknownNamesAndOptionsAndListsTheKnownOnes) {
  test::Columns c(1, 5, 20000, true);
  const auto message = [&](const std::string& state, const CaseOptions& options) -> std::string {
    try {
      compute_initial_state(state, options, c.inputs(), c.data);
    } catch (const UsageError& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_NE(message("held_suarez", {}).find("jw, jw_steady, gauss3d, wk82"), std::string::npos);
  EXPECT_NE(message("gauss3d", {{"speed", 3.0}}).find("brunt_vais"), std::string::npos);
  EXPECT_NE(message("jw", {}).find("sphere"), std::string::npos);
  EXPECT_NE(message("gauss3d", {{"t0", -3.0}}).find("t0"), std::string::npos);
}

TEST(InitialState, RefusesHeightsThatHaveNoState) {
  test::Columns c(1, 5, 4e6, false);  // 4000 km
  EXPECT_THROW(compute_initial_state("jw", {}, c.inputs(), c.data), UsageError);
}

TEST(InitialState, SetsThePerturbationOfTheExnerFunction) {
  test::Columns c(1, 5, 20000, true);
  compute_initial_state("gauss3d", {}, c.inputs(), c.data);
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ(c.data.initial.field("exner_pr")(0, 0, k),
              c.data.initial.field("exner")(0, 0, k) - c.data.fixed.field("exner_ref_mc")(0, 0, k));
}

}  // namespace
}  // namespace icodyn

#include "coefficients/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "coefficients/reference_atmosphere.hpp"
#include "test_data.hpp"

namespace icodyn {
namespace {

TEST(ReferenceAtmosphere, HasTheSeaLevelValuesAndTheIdealGasLaw) {
  using namespace constants;
  const ReferenceState s = reference_state(0);
  EXPECT_NEAR(s.theta * s.exner, t0sl_bg, 1e-10);
  EXPECT_NEAR(s.exner, std::pow(p0sl_bg / p0ref, rd_o_cpd), 1e-15);
  for (const double z : {-400.0, 0.0, 3000.0, 20000.0, 60000.0}) {
    const ReferenceState r = reference_state(z);
    EXPECT_NEAR(r.rho * rd * r.theta, p0ref * std::pow(r.exner, cvd_o_rd), 1e-9);
    // hydrostatic: d exner / dz = -g / (cpd theta)
    const double h = 0.5, slope = (reference_state(z + h).exner - reference_state(z - h).exner) / (2 * h);
    EXPECT_NEAR(slope, -grav / cpd / r.theta, 1e-12);
  }
}

TEST(Metrics, ExnerExtrapolationFallsWithTheSlopeAndTurnsNegativeWhereItIsVerySteep) {
  EXPECT_DOUBLE_EQ(exner_extrapolation(1.0 / 3, 0, 0, true), 1.0 / 3);
  EXPECT_NEAR(exner_extrapolation(1.0 / 3, 0.1, 100, true), (1 - 0.16) / 3, 1e-15);
  EXPECT_EQ(exner_extrapolation(1.0 / 3, 0.3, 0, true), 0);
  EXPECT_DOUBLE_EQ(exner_extrapolation(1.0 / 3, 0.3, 0, false), 1.0 / 3);  // outermost row
  EXPECT_NEAR(exner_extrapolation(1.0 / 3, 2.4, 0, true), -0.1, 1e-15);
  EXPECT_DOUBLE_EQ(exner_extrapolation(1.0 / 3, 9.0, 0, true), -1.0 / 6);
}

TEST(Metrics, RayleighDampingEndsAtItsLowestLevel) {
  const std::vector<double> a = {30000, 20000, 12000, 5000, 0};
  const auto r = rayleigh_profile(a, 1, 15000, 0.05);
  EXPECT_DOUBLE_EQ(r[0], 0.05);
  EXPECT_DOUBLE_EQ(r[1], 0.05 * (1 - std::tanh(3.8 * 10000 / 15000.0)));
  for (std::size_t k = 2; k < r.size(); ++k) EXPECT_EQ(r[k], 0);
  EXPECT_EQ(rayleigh_profile(a, 0, 45000, 0.05), (std::vector<double>{0.05, 0, 0, 0, 0}));
}

TEST(Metrics, DivergenceDampingIsThreeDimensionalEverywhereUnlessCombined) {
  const std::vector<double> a = {30000, 20000, 15000, 10000, 0};
  MetricsConfig c;
  EXPECT_EQ(divdamp_profile(a, c), (std::vector<double>{1, 1, 1, 1}));
  c.divdamp_type = 32;
  EXPECT_EQ(divdamp_profile(a, c), (std::vector<double>{0, 0, 1, 1}));
  c.divdamp_trans_end = 27500;
  EXPECT_NEAR(divdamp_profile(a, c)[1], 10000.0 / 15000, 1e-15);
  c.divdamp_trans_end = 17500;
  c.divdamp_negative_above_trans_end = true;  // as icon4py
  EXPECT_EQ(divdamp_profile(a, c), (std::vector<double>{-1.5, 0, 1, 1}));
}

TEST(Metrics, DivergenceDampingMaskRampsFromEdgeRow18To24) {
  EXPECT_EQ(divdamp_mask(0), 1);
  EXPECT_EQ(divdamp_mask(-8), 1);
  EXPECT_EQ(divdamp_mask(17), 0);
  EXPECT_NEAR(divdamp_mask(18), 1.0 / 7, 1e-15);
  EXPECT_NEAR(divdamp_mask(23), 6.0 / 7, 1e-15);
  EXPECT_EQ(divdamp_mask(24), 1);
  EXPECT_EQ(divdamp_mask(60), 1);
}

TEST(Metrics, RefusesWhatIsNotImplementedByName) {
  const auto refused = [](auto change, const char* name) {
    MetricsConfig c;
    change(c);
    try {
      check(c);
      ADD_FAILURE() << name << " was accepted";
    } catch (const UsageError& e) {
      EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
    }
  };
  EXPECT_NO_THROW(check(MetricsConfig{}));
  refused([](MetricsConfig& c) { c.rayleigh_type = 1; }, "rayleigh_type");
  refused([](MetricsConfig& c) { c.igradp_method = 2; }, "igradp_method");
  refused([](MetricsConfig& c) { c.divdamp_type = 2; }, "divdamp_type");
  refused([](MetricsConfig& c) { c.divdamp_trans_end = 100; }, "divdamp_trans_end");
  refused([](MetricsConfig& c) { c.exner_expol = -1; }, "exner_expol");
  refused([](MetricsConfig& c) { c.thslp_zdiffu = NAN; }, "thslp_zdiffu");
}

TEST(Metrics, InterpolationToHalfLevelsIsExactForALinearField) {
  ICODYN_NEED_GRID(test::torus);
  const CaseData& c = test::case_of(test::torus);
  const HostField &w = c.fixed.field("wgtfac_c"), &zm = c.fixed.field("z_mc"), &zi = c.fixed.field("z_ifc"),
                  &q = c.fixed.field("wgtfacq_c");
  const int nlev = c.sizes.nlev;
  for (int i = 0; i < w.rows; ++i) {
    for (int k = 1; k < nlev; ++k)
      EXPECT_NEAR(w(i, 0, k) * zm(i, 0, k) + (1 - w(i, 0, k)) * zm(i, 0, k - 1), zi(i, 0, k), 1e-8);
    // the surface extrapolation even for a quadratic one
    double value = 0;
    for (int j = 0; j < 3; ++j) value += q(i, j) * zm(i, 0, nlev - 1 - j) * zm(i, 0, nlev - 1 - j);
    EXPECT_NEAR(value, zi(i, 0, nlev) * zi(i, 0, nlev), 1e-8 * (1 + value));
  }
}

TEST(Metrics, TheVerticalDerivativeOfWIsExactForAQuadraticField) {
  ICODYN_NEED_GRID(test::torus);
  const CaseData& c = test::case_of(test::torus);
  const HostField &c1 = c.fixed.field("coeff1_dwdz"), &c2 = c.fixed.field("coeff2_dwdz"), &zi = c.fixed.field("z_ifc");
  for (int i = 0; i < c1.rows; i += 7)
    for (int k = 1; k < c.sizes.nlev; ++k) {
      const auto w = [&](int l) { return 2.0 + 1e-3 * zi(i, 0, l) + 1e-7 * zi(i, 0, l) * zi(i, 0, l); };
      const double d = w(k - 1) * c1(i, 0, k) - w(k + 1) * c2(i, 0, k) + w(k) * (c2(i, 0, k) - c1(i, 0, k));
      EXPECT_NEAR(d, 1e-3 + 2e-7 * zi(i, 0, k), 1e-12);
    }
}

// The point that the pressure gradient uses lies at the height of the edge, or 5 m below the higher surface.
TEST(Metrics, ThePressureGradientTakesBothColumnsAtOneHeight) {
  ICODYN_NEED_GRID(test::torus);
  const CaseData& c = test::case_of(test::torus);
  const HostField &dz = c.fixed.field("zdiff_gradp"), &zm = c.fixed.field("z_mc"), &pg = c.fixed.field("pg_exdist");
  const HostTable &offset = c.fixed.table("vertoffset_gradp"), &e2c = c.fixed.table("e2c");
  const HostField& lin = c.fixed.field("c_lin_e");
  int extrapolated = 0;
  for (int e = 0; e < dz.rows; ++e)
    for (int k = 0; k < c.sizes.nlev; ++k) {
      double height[2], at_edge = 0;
      for (int i = 0; i < 2; ++i) {
        height[i] = dz(e, i, k) + zm(e2c(e, i), 0, k + offset(e, i, k));
        at_edge += lin(e, i) * zm(e2c(e, i), 0, k);
      }
      EXPECT_NEAR(height[0], height[1], 1e-9);
      EXPECT_NEAR(height[0] + pg(e, 0, k), at_edge, 1e-9);
      extrapolated += pg(e, 0, k) < 0;
    }
  EXPECT_GT(extrapolated, 0);
}

TEST(Metrics, SteepPointsInterpolateTheNeighborsToTheirOwnHeight) {
  ICODYN_NEED_GRID(test::torus);
  const CaseData& c = test::case_of(test::torus);
  const HostField &d = c.fixed.field("zd_diffcoef"), &weight = c.fixed.field("zd_intcoef"), &zm = c.fixed.field("z_mc");
  const HostTable &offset = c.fixed.table("zd_vertoffset"), &t = c.fixed.table("c2e2c");
  int points = 0;
  for (int i = 0; i < d.rows; ++i)
    for (int k = 0; k < c.sizes.nlev; ++k) {
      if (d(i, 0, k) == 0) continue;
      ++points;
      EXPECT_LE(d(i, 0, k), 0.002);
      for (int j = 0; j < 3; ++j) {
        const int level = k + offset(i, j, k);
        ASSERT_GE(level, 0);
        ASSERT_LT(level + 1, c.sizes.nlev);
        EXPECT_NEAR(weight(i, j, k) * zm(t(i, j), 0, level) + (1 - weight(i, j, k)) * zm(t(i, j), 0, level + 1),
                    zm(i, 0, k), 1e-8);
      }
    }
  EXPECT_GT(points, 100);
}

TEST(Metrics, OffCentringOverFlatGroundIsTheConfiguredOne) {
  ICODYN_NEED_GRID(test::sphere);
  Config config = test::config_for(*test::grid(test::sphere));
  config.topography = "flat";
  const CaseData c = set_up_case(config, *test::grid(test::sphere));
  for (const double w : c.fixed.field("vwind_impl_wgt").values) EXPECT_DOUBLE_EQ(w, 0.65);
  for (const double x : c.fixed.field("exner_exfac").values) EXPECT_DOUBLE_EQ(x, 1.0 / 3);
  EXPECT_EQ(c.nflat_gradp, c.sizes.nlev - 1);
  EXPECT_FALSE(c.fixed.has("pg_exdist"));
  EXPECT_FALSE(c.fixed.has("zd_diffcoef"));
}

}  // namespace
}  // namespace icodyn

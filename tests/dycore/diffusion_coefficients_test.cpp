// Coefficients of diffusion against the check values of spec/diffusion.md 3.4 and the shape of their profiles.
#include <gtest/gtest.h>

#include "dycore/diffusion_coefficients.hpp"
#include "runtime/error.hpp"

namespace icodyn {
namespace {

DiffusionConfig second_configuration() {
  DiffusionConfig c;
  c.hdiff_efdt_ratio = 24;
  c.max_nudging_coefficient = 0.375;
  c.velocity_boundary_diffusion_denominator = 150;
  return c;
}

TEST(DiffusionCoefficients, ScalarsOfTheDefaults) {
  const DiffusionScalars s = diffusion_scalars({});
  EXPECT_EQ(s.K4, 0.00043402777777777775);
  EXPECT_EQ(s.K4W, 0.0018518518518518519);
  EXPECT_EQ(s.diff_multfac_vn, 0.0007233796296296297);
  EXPECT_EQ(s.smag_limit, 0.12210648148148148);
  EXPECT_EQ(s.smag_offset, 0.00054253472222222225);
  EXPECT_EQ(s.diff_multfac_w, 0.0092592592592592587);
  EXPECT_EQ(s.fac_bdydiff_v, 0.011180339887498949);
  EXPECT_EQ(s.nudgezone_diff, 0.39999999999999908);
}

TEST(DiffusionCoefficients, ScalarsOfTheStandaloneBenchmark) {
  const DiffusionScalars s = diffusion_scalars(second_configuration());
  EXPECT_EQ(s.K4, 0.00065104166666666663);
  EXPECT_EQ(s.K4W, 0.0018518518518518519);
  EXPECT_EQ(s.diff_multfac_vn, 0.0010850694444444443);
  EXPECT_EQ(s.smag_limit, 0.12065972222222222);
  EXPECT_EQ(s.smag_offset, 0.00081380208333333326);
  EXPECT_EQ(s.diff_multfac_w, 0.0092592592592592587);
  EXPECT_EQ(s.fac_bdydiff_v, 0.014907119849998599);
  EXPECT_EQ(s.nudgezone_diff, 0.1066666666666666);
}

TEST(DiffusionCoefficients, TheInitialRunChangesThreeOfThem) {
  for (const DiffusionConfig& c : {DiffusionConfig{}, second_configuration()}) {
    const DiffusionScalars normal = diffusion_scalars(c), initial = diffusion_scalars(c, true);
    EXPECT_EQ(initial.diff_multfac_vn, 0.005208333333333333);
    EXPECT_EQ(initial.smag_limit, 0.10416666666666667);
    EXPECT_EQ(initial.smag_offset, 0);
    EXPECT_EQ(initial.diff_multfac_w, normal.diff_multfac_w);
    EXPECT_EQ(initial.fac_bdydiff_v, normal.fac_bdydiff_v);
    EXPECT_EQ(initial.nudgezone_diff, normal.nudgezone_diff);
  }
}

TEST(DiffusionCoefficients, StrengthsAreCappedAndMayBeSwitchedOff) {
  DiffusionConfig c;
  c.hdiff_efdt_ratio = 0.5;
  c.hdiff_w_efdt_ratio = 1;
  EXPECT_EQ(diffusion_scalars(c).diff_multfac_vn, 1.0 / 128);
  EXPECT_EQ(diffusion_scalars(c).diff_multfac_w, 1.0 / 48);
  c.hdiff_efdt_ratio = 0;
  c.hdiff_w_efdt_ratio = -1;
  EXPECT_EQ(diffusion_scalars(c).diff_multfac_vn, 0);
  EXPECT_EQ(diffusion_scalars(c).smag_limit, 0.125);
  EXPECT_EQ(diffusion_scalars(c).diff_multfac_w, 0);
}

TEST(DiffusionCoefficients, SmagorinskyFactorAtTheHeightsOfTheSpecification) {
  // mid heights of the layers: 110000, 90000, 70000, 40000, 32500, 1000 m
  const std::vector<double> mid = {110000, 90000, 70000, 40000, 32500, 1000};
  for (std::size_t i = 0; i < mid.size(); ++i) {
    const std::vector<double> factor = diffusion_coefficients({}, {mid[i] + 500, mid[i] - 500}, 0).enh_smag_fac;
    ASSERT_EQ(factor.size(), 1u);
    const double expected[] = {1.0, 1.0, 0.25, 0.03, 0.015, 0.015};
    EXPECT_NEAR(factor[0], expected[i], 2e-15 + 1e-13 * expected[i]) << mid[i];
  }
}

TEST(DiffusionCoefficients, TheSpongeGrowsFromTheDampingHeightToOneTwelfth) {
  const std::vector<double> vct_a = {50000, 40000, 30000, 20000, 10000, 0};
  const int nrdmax = last_damped_level(vct_a, 25000);
  EXPECT_EQ(nrdmax, 2);
  const std::vector<double> n2w = diffusion_coefficients({}, vct_a, nrdmax).diff_multfac_n2w;
  ASSERT_EQ(n2w.size(), 5u);
  EXPECT_EQ(n2w[0], 0) << "half level 0 has no w to damp";
  EXPECT_DOUBLE_EQ(n2w[1], 1.0 / 12);
  EXPECT_DOUBLE_EQ(n2w[2], 1.0 / 12 / 16);  // half way between vct_a[nrdmax+1] and vct_a[1], to the fourth power
  EXPECT_EQ(n2w[3], 0);
  EXPECT_EQ(n2w[4], 0);
  for (double v : diffusion_coefficients({}, vct_a, 0).diff_multfac_n2w) EXPECT_EQ(v, 0);
}

TEST(DiffusionCoefficients, LastDampedLevelIsInclusive) {
  const std::vector<double> vct_a = {30000, 20000, 10000, 0};
  EXPECT_EQ(last_damped_level(vct_a, 20000), 1) << "a level at the damping height is damped";
  EXPECT_EQ(last_damped_level(vct_a, 20000.1), 0);
  EXPECT_EQ(last_damped_level(vct_a, 45000), 0) << "damping above the top";
}

TEST(DiffusionCoefficients, RefusesADampedLevelOutsideTheColumn) {
  const std::vector<double> vct_a = {2000, 1000, 0};
  EXPECT_THROW(diffusion_coefficients({}, vct_a, 2), DataError);
  EXPECT_THROW(diffusion_coefficients({}, vct_a, -1), DataError);
  EXPECT_THROW(diffusion_coefficients({}, {0}, 0), DataError);
  try {
    diffusion_coefficients({}, vct_a, 7);
    FAIL();
  } catch (const DataError& e) {
    EXPECT_NE(std::string(e.what()).find("'7'"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace icodyn

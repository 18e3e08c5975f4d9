#include "coefficients/interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "test_data.hpp"

namespace icodyn {
namespace {

const char* const all_grids[] = {test::sphere, test::finer_sphere, test::limited_area, test::torus};

// Calls check(case) for every grid of the data folder.
template <class Check>
void on_all_grids(const Check& check) {
  for (const char* name : all_grids) {
    ICODYN_NEED_GRID(name);
    SCOPED_TRACE(name);
    check(test::case_of(name));
  }
}

double row_sum(const HostField& a, int row) {
  double sum = 0;
  for (int j = 0; j < a.slots; ++j) sum += a(row, j);
  return sum;
}
double row_maximum(const HostField& a, int row) {
  double m = 0;
  for (int j = 0; j < a.slots; ++j) m = std::max(m, std::abs(a(row, j)));
  return m;
}

TEST(BilinearWeights, ReproduceALinearFieldAroundTheCentre) {
  // in the plane of small angles the condition is: the weighted offsets of the neighbors cancel
  const LatLon centre{0.7, 1.2}, around[3] = {{0.701, 1.2005}, {0.6992, 1.2011}, {0.6998, 1.1985}};
  for (const double own : {0.0, 0.5}) {
    double w[3];
    bilinear_weights(centre, around, own, w);
    EXPECT_NEAR(own + w[0] + w[1] + w[2], 1, 1e-14);
    double x = 0, y = 0;
    for (int i = 0; i < 3; ++i) {
      x += w[i] * (around[i].lon - centre.lon) * std::cos(centre.lat);
      y += w[i] * (around[i].lat - centre.lat);
    }
    EXPECT_NEAR(x, 0, 2e-6);  // second order in the distance of 1e-3
    EXPECT_NEAR(y, 0, 2e-6);
  }
}

TEST(BilinearWeights, AreFiniteWhereTwoNeighborsHaveTheSameLongitude) {
  const LatLon centre{0.0, 0.0}, around[3] = {{0.01, 0.005}, {-0.01, 0.005}, {0.0, -0.01}};
  double w[3];
  bilinear_weights(centre, around, 0.5, w);
  for (const double v : w) EXPECT_TRUE(std::isfinite(v) && v > 0) << v;
}

TEST(Interpolation, WeightsOfAveragesAddUpToOne) {
  on_all_grids([](const CaseData& c) {
    const auto check = [&](const char* name, int first, double tolerance) {
      const HostField& a = c.fixed.field(name);
      double worst = 0;
      for (int i = first; i < a.rows; ++i) worst = std::max(worst, std::abs(row_sum(a, i) - 1.0));
      EXPECT_LT(worst, tolerance) << name;
    };
    constexpr auto row_2 = Zone::lateral_boundary_level_2;
    check("c_lin_e", c.zones.edges.start(row_2), 1e-15);
    check("e_bln_c_s", c.zones.cells.start(row_2), 1e-13);
    check("c_intp", c.zones.vertices.start(row_2),
          1e-10);  // areas and lengths of a file agree to rounding of large numbers
  });
}

TEST(Interpolation, TheLaplacianVanishesOnAConstantField) {
  on_all_grids([](const CaseData& c) {
    const HostField& a = c.fixed.field("geofac_n2s");
    double worst = 0, largest = 0;
    for (int i = 0; i < a.rows; ++i) {
      worst = std::max(worst, std::abs(row_sum(a, i)));
      largest = std::max(largest, row_maximum(a, i));
    }
    EXPECT_LT(worst, 1e-14 * largest);
  });
}

TEST(Interpolation, TheLaplacianConservesTheAreaIntegral) {
  ICODYN_NEED_GRID(test::finer_sphere);
  const CaseData& c = test::case_of(test::finer_sphere);
  const HostField &a = c.fixed.field("geofac_n2s"), &area = c.fixed.field("area");
  const HostTable& t = c.fixed.table("c2e2c");
  double sum = 0, size = 0;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < 4; ++j) {
      const int n = j == 0 ? i : t(i, j - 1);
      const double term = area(i) * a(i, j) * std::sin(3.0 * n);
      sum += term;
      size += std::abs(term);
    }
  EXPECT_LT(std::abs(sum), 1e-13 * size);
}

// The weights with which a cell enters the averages of all cells add up to 1 by area: averaging loses no mass.
TEST(Interpolation, TheCellAverageConservesTheAreaIntegral) {
  for (const char* name : {test::sphere, test::torus}) {
    ICODYN_NEED_GRID(name);
    const CaseData& c = test::case_of(name);
    const HostField &a = c.fixed.field("c_bln_avg"), &area = c.fixed.field("area");
    const HostTable& t = c.fixed.table("c2e2c");
    std::vector<double> column(static_cast<std::size_t>(a.rows), 0.0);
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < 4; ++j) column[static_cast<std::size_t>(j == 0 ? i : t(i, j - 1))] += a(i, j) * area(i);
    for (int i = 0; i < a.rows; ++i) EXPECT_NEAR(column[static_cast<std::size_t>(i)] / area(i), 1, 1e-12);
  }
}

// The divergence of the averaged flux is the averaged divergence: on a torus to rounding.
TEST(Interpolation, TheAveragedFluxGivesTheAveragedDivergence) {
  ICODYN_NEED_GRID(test::torus);
  const CaseData& c = test::case_of(test::torus);
  const HostField &f = c.fixed.field("e_flx_avg"), &div = c.fixed.field("geofac_div"),
                  &average = c.fixed.field("c_bln_avg");
  const HostTable &c2e = c.fixed.table("c2e"), &c2e2c = c.fixed.table("c2e2c"), &e2c2e = c.fixed.table("e2c2e");
  const HostField& normal = c.fixed.field("primal_normal_1");  // a flux that is smooth: constant wind along x
  const auto flux = [&](int e) { return normal(e); };
  for (int i = 0; i < average.rows; ++i) {
    double averaged_flux = 0, averaged_divergence = 0;
    for (int j = 0; j < 3; ++j) {
      const int e = c2e(i, j);
      double mean = f(e, 0) * flux(e);
      for (int k = 0; k < 4; ++k) mean += f(e, 1 + k) * flux(e2c2e(e, k));
      averaged_flux += div(i, j) * mean;
    }
    for (int j = 0; j < 4; ++j) {
      const int n = j == 0 ? i : c2e2c(i, j - 1);
      for (int k = 0; k < 3; ++k) averaged_divergence += average(i, j) * div(n, k) * flux(c2e(n, k));
    }
    EXPECT_NEAR(averaged_flux, averaged_divergence, 1e-15);
  }
}

// Green-Gauss on a torus: exact for a linear field away from the seam.
TEST(Interpolation, TheGreenGaussGradientIsExactForALinearFieldOnATorus) {
  ICODYN_NEED_GRID(test::torus);
  const CaseData& c = test::case_of(test::torus);
  const HostField &x = c.fixed.field("geofac_grg_x"), &y = c.fixed.field("geofac_grg_y"),
                  &centre = c.fixed.field("cell_center");
  const HostTable& t = c.fixed.table("c2e2c");
  int checked = 0;
  for (int i = 0; i < x.rows; ++i) {
    double gx = 0, gy = 0;
    bool seam = false;
    for (int j = 0; j < 4; ++j) {
      const int n = j == 0 ? i : t(i, j - 1);
      seam = seam || std::hypot(centre(n, 0) - centre(i, 0), centre(n, 1) - centre(i, 1)) > 2000;
      const double value = 3.0 * centre(n, 0) - 2.0 * centre(n, 1);
      gx += x(i, j) * value;
      gy += y(i, j) * value;
    }
    if (seam) continue;
    ++checked;
    EXPECT_NEAR(gx, 3.0, 1e-9);
    EXPECT_NEAR(gy, -2.0, 1e-9);
  }
  EXPECT_GT(checked, 600);
}

TEST(Interpolation, TheTwoCellsOfAnEdgeLieOnEitherSideOfItsNormal) {
  on_all_grids([](const CaseData& c) {
    const HostField &x = c.fixed.field("pos_on_tplane_e_1"), &y = c.fixed.field("pos_on_tplane_e_2");
    for (int e = c.zones.edges.start(Zone::lateral_boundary_level_2); e < x.rows; ++e) {
      EXPECT_LT(x(e, 0), 0);
      EXPECT_GT(x(e, 1), 0);
      EXPECT_LT(std::abs(y(e, 0)), 0.2 * std::abs(x(e, 0)));
    }
  });
}

TEST(Interpolation, NudgingDecaysInwardAndIsNoneOnAGlobalGrid) {
  ICODYN_NEED_GRID(test::sphere);
  ICODYN_NEED_GRID(test::limited_area);
  for (const double v : test::case_of(test::sphere).fixed.field("nudgecoeff_e").values) EXPECT_EQ(v, 0);
  const CaseData& c = test::case_of(test::limited_area);
  const HostField& a = c.fixed.field("nudgecoeff_e");
  const HostTable& row = c.fixed.table("refin_e_ctrl");
  int nudged = 0;
  for (int e = 0; e < a.rows; ++e) {
    if (row(e) < 10) {
      EXPECT_TRUE(row(e) <= 0 || a(e) == 0);
    } else {
      EXPECT_DOUBLE_EQ(a(e), row(e) <= 27 ? 0.375 * std::exp(-(row(e) - 10) / 4.0) : 0.0);
      ++nudged;
    }
  }
  EXPECT_GT(nudged, 0);
}

TEST(Interpolation, RefusesOptionsThatNothingUses) {
  InterpolationConfig c;
  EXPECT_NO_THROW(check(c));
  c.lsq_high_ord = 3;
  EXPECT_THROW(check(c), UsageError);
  c = {};
  c.divergence_averaging_central_cell_weight = 1.5;
  EXPECT_THROW(check(c), UsageError);
  c = {};
  c.nudge_efold_width = 0;
  EXPECT_THROW(check(c), UsageError);
}

}  // namespace
}  // namespace icodyn

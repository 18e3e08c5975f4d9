// Diagnostics on fields whose answer is known.
#include <gtest/gtest.h>

#include <cmath>

#include "case.hpp"
#include "output/diagnostics.hpp"

namespace icodyn::test {
namespace {

TEST(Diagnostics, PressureOfAnIsothermalAtmosphere) {
  // p = p0 exp(-g z / (R T)): the integration is exact, whatever the layers
  constexpr double t = 260, scale = 287.04 * t / 9.80665;
  constexpr int n = 3, nlev = 6;
  HostField exner(Location::cell, n, 1, nlev), temperature(Location::cell, n, 1, nlev, t), thickness(Location::cell, n, 1, nlev);
  for (int c = 0; c < n; ++c) {
    double z = 0;
    for (int k = nlev - 1; k >= 0; --k) {
      thickness(c, 0, k) = 100 * (c + 1) * (nlev - k);
      exner(c, 0, k) = std::pow(std::exp(-(z + thickness(c, 0, k) / 2) / scale), 287.04 / 1004.64);
      z += thickness(c, 0, k);
    }
  }
  const Pressure p = hydrostatic_pressure(exner, temperature, thickness);
  for (int c = 0; c < n; ++c) {
    EXPECT_NEAR(p.surface(c) / 1e5, 1, 1e-14);
    for (int k = 0; k < nlev; ++k) EXPECT_NEAR(p.full(c, 0, k) / (1e5 * std::pow(exner(c, 0, k), 1004.64 / 287.04)), 1, 1e-13);
  }
}

TEST(Diagnostics, PressureNeedsThreeLevels) {
  const HostField two(Location::cell, 1, 1, 2, 1.0);
  EXPECT_THROW(hydrostatic_pressure(two, two, two), DataError);
}

TEST(Diagnostics, DryTemperature) {
  HostField theta(Location::cell, 2, 1, 3, 300.0), exner(Location::cell, 2, 1, 3, 0.9);
  EXPECT_DOUBLE_EQ(dry_temperature(theta, exner)(1, 0, 2), 270);
}

// A uniform wind on the plane comes back to rounding; solid-body rotation of the sphere to the accuracy of a coarse grid.
TEST(Diagnostics, WindsOfAUniformFlow) {
  const CaseData d = case_of(grid_of("torus_20x20_1000m.nc"));
  HostField vn(Location::edge, d.sizes.n_edges, 1, 2);
  const HostField &nx = d.fixed.field("primal_normal_1"), &ny = d.fixed.field("primal_normal_2");
  for (int e = 0; e < vn.rows; ++e)
    for (int k = 0; k < 2; ++k) vn(e, 0, k) = (10 + k) * nx(e) - 3 * ny(e);
  const Winds w = cell_winds(vn, d);
  for (int c = 0; c < d.sizes.n_cells; ++c)
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(w.u(c, 0, k), 10 + k, 1e-8);
      EXPECT_NEAR(w.v(c, 0, k), -3, 1e-8);
    }
}

TEST(Diagnostics, WindsOfSolidBodyRotation) {
  const CaseData d = case_of(grid_of("R02B02.nc"));
  HostField vn(Location::edge, d.sizes.n_edges, 1, 1);
  for (int e = 0; e < vn.rows; ++e) vn(e) = 20 * std::cos(d.fixed.field("elat")(e)) * d.fixed.field("primal_normal_1")(e);
  const Winds w = cell_winds(vn, d);
  for (int c = 0; c < d.sizes.n_cells; ++c) {
    EXPECT_NEAR(w.u(c), 20 * std::cos(d.fixed.field("clat")(c)), 0.5);
    EXPECT_NEAR(w.v(c), 0, 0.5);
  }
}

TEST(Diagnostics, WindsAreZeroInTheOuterRowsOfALimitedArea) {
  const CaseData d = case_of(grid_of("lam_r2b5_c12.nc"));
  const HostField vn(Location::edge, d.sizes.n_edges, 1, 1, 7.0);
  const Winds w = cell_winds(vn, d);
  const int first = d.zones.cells.end(Zone::lateral_boundary_level_2);
  EXPECT_GT(first, 0);
  for (int c = 0; c < first; ++c) EXPECT_EQ(w.u(c), 0);
  for (int c = first; c < d.sizes.n_cells; ++c) EXPECT_TRUE(std::isfinite(w.u(c)));
}

TEST(Diagnostics, ThicknessFromItsInverse) {
  CaseData d;
  d.fixed.source = "a test";
  EXPECT_THROW(layer_thickness(d), DataError);
  d.fixed.fields["inv_ddqz_z_full"] = HostField(Location::cell, 2, 1, 3, 0.01);
  EXPECT_DOUBLE_EQ(layer_thickness(d)(1, 0, 2), 100);
}

}  // namespace
}  // namespace icodyn::test

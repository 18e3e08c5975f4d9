#include "coefficients/rbf.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "test_data.hpp"

namespace icodyn {
namespace {

TEST(Rbf, CholeskySolvesRandomPositiveDefiniteSystems) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (const int n : {1, 4, 6, 9}) {
    std::vector<double> root(static_cast<std::size_t>(n * n)), a(root.size()), x(static_cast<std::size_t>(2 * n)),
        b(x.size(), 0.0);
    for (double& v : root) v = normal(random);
    for (double& v : x) v = normal(random);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        a[static_cast<std::size_t>(i * n + j)] = i == j ? 1.0 : 0.0;
        for (int k = 0; k < n; ++k)
          a[static_cast<std::size_t>(i * n + j)] +=
              root[static_cast<std::size_t>(i * n + k)] * root[static_cast<std::size_t>(j * n + k)];
      }
    for (int r = 0; r < 2; ++r)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          b[static_cast<std::size_t>(r * n + i)] +=
              a[static_cast<std::size_t>(i * n + j)] * x[static_cast<std::size_t>(r * n + j)];
    ASSERT_TRUE(cholesky_solve(n, a.data(), b.data(), 2));
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(b[i], x[i], 1e-12);
  }
}

TEST(Rbf, CholeskyReportsAMatrixThatIsNotPositiveDefinite) {
  double indefinite[] = {1, 0, 2, 1}, not_a_number[] = {NAN}, b[] = {1, 1};
  EXPECT_FALSE(cholesky_solve(2, indefinite, b, 1));
  EXPECT_FALSE(cholesky_solve(1, not_a_number, b, 1));
}

TEST(Rbf, RefusesAnUnknownKernel) {
  EXPECT_EQ(rbf_kernel("rbf_kernel_cell", "GAUSSIAN"), RbfKernel::gaussian);
  EXPECT_THROW(rbf_kernel("rbf_kernel_cell", "gauss"), UsageError);
}

// The coefficients are normalised so that a constant wind is rebuilt exactly, for any stencil: at pentagons and at
// boundaries, too.
double worst_constant_wind(const CaseData& c, const char* name, const char* table, const HostField& lon, int first) {
  const HostField& a = c.fixed.field(name);
  const HostTable& t = c.fixed.table(table);
  const HostField& normal = c.fixed.field("primal_cart_normal");
  double worst = 0;
  for (int i = first; i < a.rows; ++i) {
    double sum = 0;
    for (int j = 0; j < a.slots; ++j) {
      const int e = t(i, j);
      if (e < 0) {
        EXPECT_EQ(a(i, j), 0);
        continue;
      }
      sum += a(i, j) * (-std::sin(lon(i)) * normal(e, 0) +
                        std::cos(lon(i)) * normal(e, 1));  // the wind that is eastward at the target
    }
    worst = std::max(worst, std::abs(sum - 1.0));
  }
  return worst;
}

TEST(Rbf, RebuildsAConstantWindExactly) {
  ICODYN_NEED_GRID(test::sphere);
  ICODYN_NEED_GRID(test::limited_area);
  for (const char* name : {test::sphere, test::limited_area}) {
    const CaseData& c = test::case_of(name);
    EXPECT_LT(worst_constant_wind(c, "rbf_vec_coeff_c1", "c2e2c2e", c.fixed.field("clon"),
                                  c.zones.cells.start(Zone::lateral_boundary_level_2)),
              1e-10);
    EXPECT_LT(worst_constant_wind(c, "rbf_vec_coeff_v1", "v2e", c.fixed.field("vlon"),
                                  c.zones.vertices.start(Zone::lateral_boundary_level_2)),
              1e-10);
  }
}

TEST(Rbf, IsZeroOnTheOutermostBoundaryRow) {
  ICODYN_NEED_GRID(test::limited_area);
  const CaseData& c = test::case_of(test::limited_area);
  for (int e = 0; e < c.zones.edges.end(Zone::lateral_boundary); ++e)
    for (int j = 0; j < 4; ++j) EXPECT_EQ(c.fixed.field("rbf_vec_coeff_e")(e, j), 0);
}

TEST(Rbf, ScaleIsHalfARadianOnCoarseGridsAndShrinksOnFineOnes) {
  EXPECT_EQ(rbf_scale(Location::cell, 157000), 0.5);
  EXPECT_EQ(rbf_scale(Location::cell, 2500), 0.5);
  EXPECT_NEAR(rbf_scale(Location::edge, 1000), 0.5 / (1 + 0.4 * std::pow(std::log(2.0), 2.0)), 1e-15);
  EXPECT_NEAR(rbf_scale(Location::vertex, 100), 0.5 / (1 + 1.8 * std::pow(std::log(20.0), 3.0)) * std::pow(0.8, 0.96),
              1e-15);
}

}  // namespace
}  // namespace icodyn

// Geometry by its properties: closed surfaces, right-handed unit vectors, areas that add up.
#include <cmath>

#include "grid/geometry.hpp"
#include "grid/tables.hpp"
#include "netcdf_content.hpp"

namespace icodyn::test {
namespace {

constexpr double pi = 3.14159265358979323846;

CaseData case_of(const Grid& g) {
  CaseData d;
  add_grid(d, g);
  return d;
}

struct Geometry : testing::TestWithParam<const char*> {
  Grid g = read_grid(grid_path(GetParam()));
  CaseData d = case_of(g);
  const HostField& field(const char* name) const { return d.fixed.field(name); }
  const HostTable& table(const char* name) const { return d.fixed.table(name); }
};

TEST_P(Geometry, DerivedTables) {
  const HostTable &e2c2v = table("e2c2v"), &e2c2e = table("e2c2e"), &c2e2c2e = table("c2e2c2e");
  for (int e = 0; e < g.sizes.n_edges; ++e) {
    EXPECT_EQ(e2c2v(e, 0), g.e2v(e, 0));
    EXPECT_EQ(e2c2v(e, 1), g.e2v(e, 1));
    for (int side = 0; side < 2; ++side) {
      const int c = g.e2c(e, side);
      if (c < 0) {
        EXPECT_EQ(e2c2v(e, 2 + side), -1);
        EXPECT_EQ(e2c2e(e, 2 * side), -1);
        continue;
      }
      // the three edges of the cell, in its cyclic order, starting behind e
      int at = 0;
      while (g.c2e(c, at) != e) ++at;
      EXPECT_EQ(e2c2e(e, 2 * side), g.c2e(c, (at + 1) % 3));
      EXPECT_EQ(e2c2e(e, 2 * side + 1), g.c2e(c, (at + 2) % 3));
      const int far = e2c2v(e, 2 + side);
      EXPECT_TRUE(far == g.c2v(c, 0) || far == g.c2v(c, 1) || far == g.c2v(c, 2));
      EXPECT_NE(far, g.e2v(e, 0));
      EXPECT_NE(far, g.e2v(e, 1));
    }
  }
  for (int c = 0; c < g.sizes.n_cells; ++c)
    for (int i = 0; i < 3; ++i) {
      int times = 0;
      for (int j = 0; j < 9; ++j) times += c2e2c2e(c, j) == g.c2e(c, i);
      EXPECT_EQ(times, g.c2e2c(c, i) < 0 ? 0 : 1);
    }
}

TEST_P(Geometry, NormalsAreRightHandedUnitVectors) {
  const HostField &n = field("primal_cart_normal"), &t = field("dual_cart_normal"), &m = field("edge_center"), &c = field("cell_center");
  const bool plane = g.geometry == GridGeometry::torus;
  for (int e = 0; e < g.sizes.n_edges; ++e) {
    double nn = 0, tt = 0, nt = 0;
    for (int k = 0; k < 3; ++k) nn += n(e, k) * n(e, k), tt += t(e, k) * t(e, k), nt += n(e, k) * t(e, k);
    EXPECT_NEAR(nn, 1, 1e-14);
    EXPECT_NEAR(tt, 1, 1e-14);
    EXPECT_NEAR(nt, 0, 1e-14);
    // t x n points up
    const double up[3] = {plane ? 0 : m(e, 0), plane ? 0 : m(e, 1), plane ? 1 : m(e, 2)};
    const double cross = (t(e, 1) * n(e, 2) - t(e, 2) * n(e, 1)) * up[0] + (t(e, 2) * n(e, 0) - t(e, 0) * n(e, 2)) * up[1] +
                         (t(e, 0) * n(e, 1) - t(e, 1) * n(e, 0)) * up[2];
    EXPECT_GT(cross, 0.99);
    // the normal points from the first cell to the second
    for (int side = 0; side < 2; ++side)
      if (const int cell = g.e2c(e, side); cell >= 0) {
        double along = 0;
        const double period[3] = {g.domain_length, g.domain_height, 0};
        for (int k = 0; k < 3; ++k) {
          double x = c(cell, k) - m(e, k);
          if (plane && k < 2) x -= period[k] * std::round(x / period[k]);
          if (plane && k == 2) x = 0;
          along += x * n(e, k);
        }
        EXPECT_GT(side == 0 ? -along : along, 0) << "edge " << e << " side " << side;
      }
    EXPECT_NEAR(std::hypot(field("primal_normal_1")(e), field("primal_normal_2")(e)), 1, 1e-14);
  }
}

TEST_P(Geometry, ProjectionsAreUnitVectorsOrAbsent) {
  const int first = d.zones.edges.start(Zone::lateral_boundary_level_2);
  for (int e = 0; e < g.sizes.n_edges; ++e) {
    for (int j = 0; j < 2; ++j) {
      const double there = g.e2c(e, j) < 0 ? 0 : 1;
      EXPECT_NEAR(std::hypot(field("primal_normal_cell_1")(e, j), field("primal_normal_cell_2")(e, j)), there, 1e-14);
      EXPECT_NEAR(std::hypot(field("dual_normal_cell_1")(e, j), field("dual_normal_cell_2")(e, j)), there, 1e-14);
    }
    for (int j = 0; j < 4; ++j) {
      const double there = e < first ? 0 : 1;
      EXPECT_NEAR(std::hypot(field("primal_normal_vert_1")(e, j), field("primal_normal_vert_2")(e, j)), there, 1e-14);
      EXPECT_NEAR(std::hypot(field("dual_normal_vert_1")(e, j), field("dual_normal_vert_2")(e, j)), there, 1e-14);
    }
  }
}

TEST_P(Geometry, InversesAndEdgeAreas) {
  for (int e = 0; e < g.sizes.n_edges; ++e) {
    EXPECT_DOUBLE_EQ(field("inv_primal_edge_length")(e) * g.edge_length(e), 1);
    EXPECT_DOUBLE_EQ(field("inv_dual_edge_length")(e) * g.dual_edge_length(e), 1);
    EXPECT_DOUBLE_EQ(field("area_edge")(e), g.edge_length(e) * g.dual_edge_length(e));
    const double between = field("vert_vert_length")(e);
    if (e < d.zones.edges.start(Zone::lateral_boundary_level_2)) EXPECT_EQ(between, 0);
    else EXPECT_NEAR(between, std::sqrt(3.0) * g.edge_length(e), 0.25 * between);  // two nearly equilateral triangles
  }
}

// Gauss' theorem for a constant field: the outward normals of a cell, weighted with the lengths of its edges, add up to zero.
TEST_P(Geometry, CellsAreClosed) {
  const HostField& n = field("primal_cart_normal");
  const double tolerance = g.geometry == GridGeometry::torus ? 1e-12 : 0.1;
  for (int c = 0; c < g.sizes.n_cells; ++c)
    for (int k = 0; k < 2; ++k) {
      double sum = 0, longest = 0;
      for (int i = 0; i < 3; ++i) {
        sum += g.orientation_of_normal(c, i) * g.edge_length(g.c2e(c, i)) * n(g.c2e(c, i), k);
        longest = std::max(longest, g.edge_length(g.c2e(c, i)));
      }
      // on the sphere the normals of a curved triangle leave a remainder of the order of its size over the radius
      EXPECT_LT(std::abs(sum) / longest, g.geometry == GridGeometry::torus ? tolerance : 2 * longest / g.radius);
    }
}

INSTANTIATE_TEST_SUITE_P(Grids, Geometry, testing::Values(sphere, limited_area, torus),
                         [](const auto& i) { return i.index == 0 ? "Sphere" : i.index == 1 ? "LimitedArea" : "Torus"; });

TEST(GridMeans, AreThoseOfTheSpecification) {
  Grid g;
  g.root = 2;
  g.level = 4;
  const GridMeans m = grid_means(g);  // spec/grid.md section 6, R02B04
  EXPECT_NEAR(m.cell_area / 24907282236.708576, 1, 1e-12);
  EXPECT_NEAR(m.dual_area / 49804836966.19719, 1, 1e-12);
  EXPECT_NEAR(m.edge_length / 239835.16092638028, 1, 1e-12);
  EXPECT_NEAR(m.dual_edge_length / 138468.89472198288, 1, 1e-12);
  EXPECT_DOUBLE_EQ(m.characteristic_length * m.characteristic_length, m.cell_area);

  Grid t;
  t.geometry = GridGeometry::torus;
  t.edge_length = HostField(Location::edge, 1, 1, 1, 757.5757575757576);
  EXPECT_NEAR(grid_means(t).cell_area / 248515.09520903317, 1, 1e-12);
  EXPECT_NEAR(grid_means(t).dual_edge_length / 437.3865675678984, 1, 1e-12);
}

TEST(GridMeans, AreasAddUpToTheSurface) {
  const Grid s = read_grid(grid_path(sphere));
  double cells = 0, duals = 0;
  for (const double a : s.cell_area.values) cells += a;
  for (const double a : s.dual_area.values) duals += a;
  EXPECT_NEAR(cells / (4 * pi * s.radius * s.radius), 1, 1e-10);
  EXPECT_NEAR(duals / cells, 1, 0.01);  // the generator takes dual cells as flat

  const Grid t = read_grid(grid_path(torus));
  const CaseData d = case_of(t);
  double edges = 0, area = 0;
  for (const double a : d.fixed.field("area_edge").values) edges += a;
  for (const double a : t.cell_area.values) area += a;
  EXPECT_NEAR(area / (t.domain_length * t.domain_height), 1, 1e-12);
  EXPECT_NEAR(edges / (2 * area), 1, 1e-12);  // length times dual length is twice the area of the diamond
  for (const double f : d.fixed.field("f_e").values) EXPECT_EQ(f, 0);
}

TEST(Zones, OfALimitedAreaFollowEachOther) {
  const Grid g = read_grid(grid_path(limited_area));
  const CaseData d = case_of(g);
  const ZoneBounds& z = d.zones.cells;
  EXPECT_EQ(z.start(Zone::lateral_boundary), 0);
  EXPECT_EQ(z.end(Zone::lateral_boundary), z.start(Zone::lateral_boundary_level_2));
  EXPECT_EQ(z.end(Zone::nudging), z.start(Zone::interior));
  EXPECT_EQ(z.end(Zone::interior), g.sizes.n_cells);
  for (int c = 0; c < g.sizes.n_cells; ++c) EXPECT_EQ(g.refin_c_ctrl(c) == 1, c < z.end(Zone::lateral_boundary));
}

}  // namespace
}  // namespace icodyn::test

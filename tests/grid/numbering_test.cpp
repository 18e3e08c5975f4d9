// Renumbering: a permutation inside the rows of the refinement control, a better one, and one that leads back.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "grid/geometry.hpp"
#include "grid/numbering.hpp"
#include "netcdf_content.hpp"

namespace icodyn::test {
namespace {

struct Numbering : testing::TestWithParam<const char*> {
  Grid g = read_grid(grid_path(GetParam()));
  Renumbering r = renumber(g);
  Grid h = apply(r, g);
};

TEST_P(Numbering, IsAPermutationAndItsInverse) {
  for (const auto& [to_old, to_new, n] : {std::tuple{&r.old_cell, &r.new_cell, g.sizes.n_cells}, std::tuple{&r.old_edge, &r.new_edge, g.sizes.n_edges},
                                          std::tuple{&r.old_vertex, &r.new_vertex, g.sizes.n_vertices}}) {
    std::vector<int> all(static_cast<std::size_t>(n)), sorted = *to_old;
    std::iota(all.begin(), all.end(), 0);
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, all);
    for (int i = 0; i < n; ++i) EXPECT_EQ((*to_new)[static_cast<std::size_t>((*to_old)[static_cast<std::size_t>(i)])], i);
  }
}

TEST_P(Numbering, KeepsAConsistentGridAndItsZones) {
  EXPECT_NO_THROW(check_grid(h));
  EXPECT_EQ(h.refin_c_ctrl.values, g.refin_c_ctrl.values);
  EXPECT_EQ(h.refin_e_ctrl.values, g.refin_e_ctrl.values);
  EXPECT_EQ(h.refin_v_ctrl.values, g.refin_v_ctrl.values);
}

TEST_P(Numbering, GeometryIsTheSameToTheBitInFileOrder) {
  CaseData a, b;
  add_grid(a, g);
  add_grid(b, h);
  EXPECT_EQ(a.mean_cell_area, b.mean_cell_area);
  for (const auto& [name, field] : a.fixed.fields) {
    const auto& rows = field.location == Location::cell ? h.file_cell : field.location == Location::edge ? h.file_edge : h.file_vertex;
    EXPECT_EQ(to_file_order(b.fixed.field(name), rows).values, field.values) << name;
    EXPECT_EQ(from_file_order(field, rows).values, b.fixed.field(name).values) << name;
  }
  // neighbors keep their order inside a row
  for (int e = 0; e < g.sizes.n_edges; ++e)
    for (int j = 0; j < 4; ++j) {
      const int mine = b.fixed.table("e2c2e")(r.new_edge[static_cast<std::size_t>(e)], j), theirs = a.fixed.table("e2c2e")(e, j);
      EXPECT_EQ(mine < 0 ? -1 : h.file_edge[static_cast<std::size_t>(mine)], theirs);
    }
}

TEST_P(Numbering, TwiceLeadsToTheFileAllTheSame) {
  const Grid again = apply(renumber(h), h);
  for (int c = 0; c < g.sizes.n_cells; ++c) EXPECT_EQ(again.clat(c), g.clat(again.file_cell[static_cast<std::size_t>(c)]));
  for (int e = 0; e < g.sizes.n_edges; ++e) EXPECT_EQ(again.edge_length(e), g.edge_length(again.file_edge[static_cast<std::size_t>(e)]));
}

INSTANTIATE_TEST_SUITE_P(Grids, Numbering, testing::Values(finer_sphere, limited_area, torus),
                         [](const auto& i) { return i.index == 0 ? "Sphere" : i.index == 1 ? "LimitedArea" : "Torus"; });

TEST(NumberingOfASphere, BringsNeighborsNearer) {
  const Grid g = read_grid(grid_path(finer_sphere)), h = apply(renumber(g), g);
  const auto distance = [](const HostTable& t, double scale) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < t.rows; ++i)
      for (int j = 0; j < t.slots; ++j)
        if (t(i, j) >= 0) sum += std::abs(t(i, j) - scale * i), ++count;
    return sum / count;
  };
  // cells alone are in a good order already in the generator's files; edges and vertices are not
  EXPECT_LT(distance(h.c2e, 1.5), distance(g.c2e, 1.5));
  EXPECT_LT(distance(h.e2v, 1.0 / 3), distance(g.e2v, 1.0 / 3));
  EXPECT_LT(distance(h.v2c, 2), distance(g.v2c, 2));
}

}  // namespace
}  // namespace icodyn::test

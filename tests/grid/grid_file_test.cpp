// The reader takes what ICON's generators write, in all its spellings, and hands over the same grid.
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "grid/grid_file.hpp"
#include "netcdf_content.hpp"

namespace icodyn::test {
namespace {

void expect_same(const Grid& a, const Grid& b) {
  EXPECT_EQ(a.c2e.values, b.c2e.values);
  EXPECT_EQ(a.c2v.values, b.c2v.values);
  EXPECT_EQ(a.c2e2c.values, b.c2e2c.values);
  EXPECT_EQ(a.e2c.values, b.e2c.values);
  EXPECT_EQ(a.e2v.values, b.e2v.values);
  EXPECT_EQ(a.v2e.values, b.v2e.values);
  EXPECT_EQ(a.v2c.values, b.v2c.values);
  EXPECT_EQ(a.refin_c_ctrl.values, b.refin_c_ctrl.values);
  EXPECT_EQ(a.refin_e_ctrl.values, b.refin_e_ctrl.values);
  EXPECT_EQ(a.refin_v_ctrl.values, b.refin_v_ctrl.values);
  for (const auto member : {&Grid::clat, &Grid::clon, &Grid::elat, &Grid::elon, &Grid::vlat, &Grid::vlon, &Grid::cell_area, &Grid::dual_area,
                            &Grid::edge_length, &Grid::dual_edge_length, &Grid::edge_cell_distance, &Grid::edge_vert_distance,
                            &Grid::orientation_of_normal, &Grid::edge_system_orientation, &Grid::edge_orientation})
    EXPECT_EQ((a.*member).values, (b.*member).values);
}

// Reads a copy of a grid after a change.
Grid read_changed(const std::string& name, const std::function<void(NetcdfContent&)>& change, int mode = NC_NETCDF4) {
  const TemporaryFolder folder;
  NetcdfContent c = NetcdfContent::load(grid_path(name));
  change(c);
  c.save(folder / name, mode);
  return read_grid(folder / name);
}

const char* const whole_numbers[] = {"edge_of_cell", "vertex_of_cell", "neighbor_cell_index", "adjacent_cell_of_edge", "edge_vertices", "edges_of_vertex",
                                     "cells_of_vertex", "refin_c_ctrl", "refin_e_ctrl", "refin_v_ctrl"};
const char* const signs[] = {"orientation_of_normal", "edge_system_orientation", "edge_orientation"};

TEST(GridFile, ReadsSphereLimitedAreaAndTorus) {
  const Grid s = read_grid(grid_path(sphere));
  EXPECT_EQ(s.geometry, GridGeometry::sphere);
  EXPECT_EQ(s.sizes.n_cells, 320);
  EXPECT_EQ(s.sizes.n_edges, 480);
  EXPECT_EQ(s.sizes.n_vertices, 162);
  EXPECT_EQ(s.root, 2);
  EXPECT_EQ(s.level, 1);
  EXPECT_EQ(s.radius, 6371229);
  EXPECT_EQ(s.uuid, "ee2de080-a6c9-5fd9-9824-75cf10358e6e");
  EXPECT_FALSE(s.limited_area);
  int pentagons = 0;
  for (int v = 0; v < s.sizes.n_vertices; ++v) pentagons += s.v2e(v, 5) < 0;
  EXPECT_EQ(pentagons, 12);

  const Grid l = read_grid(grid_path(limited_area));
  EXPECT_TRUE(l.limited_area);
  EXPECT_EQ(l.sizes.n_cells, 1052);
  int boundary = 0;
  for (int e = 0; e < l.sizes.n_edges; ++e) boundary += l.e2c(e, 1) < 0;
  EXPECT_EQ(boundary, 82);

  const Grid t = read_grid(grid_path(torus));
  EXPECT_EQ(t.geometry, GridGeometry::torus);
  EXPECT_DOUBLE_EQ(t.domain_length, 20000);
  EXPECT_EQ(t.vertex_position.rows, 400);
  EXPECT_EQ(t.vertex_position.slots, 3);
}

TEST(GridFile, TakesEveryIntegerType) {
  for (const char* name : {sphere, limited_area, torus}) {
    const Grid plain = read_grid(grid_path(name));
    for (const nc_type type : {NC_SHORT, NC_USHORT, NC_UINT, NC_INT64, NC_UINT64, NC_FLOAT, NC_DOUBLE}) {
      SCOPED_TRACE(testing::Message() << name << " as type " << type);
      const bool is_unsigned = type == NC_USHORT || type == NC_UINT || type == NC_UINT64;
      expect_same(plain, read_changed(name, [&](NetcdfContent& c) {
                    for (const char* variable : whole_numbers) {
                      if (is_unsigned && std::string(variable).starts_with("refin")) continue;
                      c[variable].type = type;
                      if (is_unsigned)
                        for (double& x : c[variable].values) x = std::max(x, 0.0);  // missing is 0 there
                    }
                    if (!is_unsigned)
                      for (const char* variable : signs) c[variable].type = type;
                  }));
    }
  }
}

TEST(GridFile, MissingIsMinusOneZeroFillOrRepeated) {
  const std::set<std::string> may_miss = {"neighbor_cell_index", "adjacent_cell_of_edge", "edges_of_vertex", "cells_of_vertex"};
  for (const char* name : {sphere, limited_area}) {
    const Grid plain = read_grid(grid_path(name));
    for (const double missing : {-1.0, 0.0, -99.0, 4294967295.0}) {
      SCOPED_TRACE(testing::Message() << name << " missing " << missing);
      expect_same(plain, read_changed(name, [&](NetcdfContent& c) {
                    for (const auto& variable : may_miss) {
                      for (double& x : c[variable].values)
                        if (x <= 0) x = missing;
                      if (missing == -99) c[variable].attributes["_FillValue"] = missing;
                      if (missing > 0) c[variable].type = NC_UINT;
                    }
                  }));
    }
    // the last valid neighbor repeated, as ICON and files of MPI-M do; its sign may stand there, too
    expect_same(plain, read_changed(name, [&](NetcdfContent& c) {
                  for (const auto& variable : may_miss) {
                    if (variable == "neighbor_cell_index") continue;
                    const std::size_t rows = c.dims.at(c[variable].dims[1]), slots = c.dims.at(c[variable].dims[0]);
                    for (std::size_t i = 0; i < rows; ++i)
                      for (std::size_t j = 1; j < slots; ++j)
                        if (c.at(variable, i, j) <= 0) {
                          c.at(variable, i, j) = c.at(variable, i, j - 1);
                          if (variable == "edges_of_vertex") c.at("edge_orientation", i, j) = c.at("edge_orientation", i, j - 1);
                        }
                  }
                }));
  }
}

TEST(GridFile, MissingNeighborsOfAVertexMoveToTheEndWithTheirSigns) {
  const Grid plain = read_grid(grid_path(sphere));
  expect_same(plain, read_changed(sphere, [](NetcdfContent& c) {
                for (std::size_t v = 0; v < c.dims.at("vertex"); ++v)
                  for (const char* variable : {"edges_of_vertex", "cells_of_vertex"}) {
                    if (c.at(variable, v, 5) > 0) continue;
                    for (std::size_t j = 5; j > 2; --j) {
                      std::swap(c.at(variable, v, j), c.at(variable, v, j - 1));
                      if (std::string(variable) == "edges_of_vertex") std::swap(c.at("edge_orientation", v, j), c.at("edge_orientation", v, j - 1));
                    }
                  }
              }));
}

TEST(GridFile, DimensionNamesAndOrderDoNotMatter) {
  const Grid plain = read_grid(grid_path(limited_area));
  expect_same(plain, read_changed(limited_area, [](NetcdfContent& c) {
                std::map<std::string, std::string> names = {{"cell", "ncells"}, {"edge", "nedges"}, {"vertex", "nverts"}, {"nv", "three"}, {"ne", "six"}};
                std::map<std::string, std::size_t> dims;
                for (const auto& [name, n] : c.dims) dims[names.count(name) ? names[name] : name] = n;
                c.dims = dims;
                for (auto& [variable, v] : c.variables)
                  for (auto& d : v.dims)
                    if (names.count(d)) d = names[d];
              }));
  expect_same(plain, read_changed(limited_area, [](NetcdfContent& c) {
                for (const char* variable : {"edge_of_cell", "edges_of_vertex", "edge_vert_distance", "edge_orientation"}) {
                  auto& v = c[variable];
                  const std::size_t slots = c.dims.at(v.dims[0]), rows = c.dims.at(v.dims[1]);
                  auto old = v.values;
                  for (std::size_t i = 0; i < rows; ++i)
                    for (std::size_t j = 0; j < slots; ++j) v.values[i * slots + j] = old[j * rows + i];
                  std::swap(v.dims[0], v.dims[1]);
                }
              }));
}

TEST(GridFile, OptionalAttributesMayBeMissingAndFormatsDoNotMatter) {
  const Grid plain = read_grid(grid_path(sphere));
  const auto without = [](NetcdfContent& c) {
    for (const char* name : {"sphere_radius", "uuidOfHGrid", "grid_geometry", "grid_cell_type"}) c.attributes.erase(name);
  };
  for (const int mode : {int{NC_NETCDF4}, int{NC_64BIT_OFFSET}, 0}) {
    const Grid g = read_changed(sphere, without, mode);
    expect_same(plain, g);
    EXPECT_EQ(g.radius, 6.371229e6);
    EXPECT_TRUE(g.uuid.empty());
  }
  const Grid t = read_changed(torus, [](NetcdfContent& c) {
    for (const char* name : {"grid_root", "grid_level", "sphere_radius"}) c.attributes.erase(name);
    c.variables.erase("cartesian_z_vertices");
  });
  expect_same(read_grid(grid_path(torus)), t);
}

TEST(GridFile, WhatIsUndefinedAtTheBoundaryMayBeNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Grid g = read_changed(limited_area, [&](NetcdfContent& c) {
    for (std::size_t e = 0; e < c.dims.at("edge"); ++e)
      if (c.at("adjacent_cell_of_edge", e, 1) <= 0) {
        c.at("edge_cell_distance", e, 1) = nan;
        c.at("dual_edge_length", e) = nan;
      }
  });
  for (int e = 0; e < g.sizes.n_edges; ++e) {
    EXPECT_TRUE(std::isfinite(g.edge_cell_distance(e, 1)));
    EXPECT_TRUE(std::isfinite(g.dual_edge_length(e)));
  }
}

// A global file that is the parent of a nest marks it with -1 .. -4; it has no lateral boundary for all that.
TEST(GridFile, ParentOfANestHasNoBoundaryRows) {
  const Grid g = read_changed(sphere, [](NetcdfContent& c) {
    auto& v = c["refin_c_ctrl"].values;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = i < 40 ? -1 - static_cast<double>(i % 4) : 0;
  });
  const ZoneBounds z = zones_of(Location::cell, g.refin_c_ctrl);
  EXPECT_FALSE(g.limited_area);
  EXPECT_EQ(z.end(Zone::lateral_boundary), 0);
  EXPECT_EQ(z.start(Zone::interior), 0);
  EXPECT_EQ(z.end(Zone::local), 320);
}

}  // namespace
}  // namespace icodyn::test

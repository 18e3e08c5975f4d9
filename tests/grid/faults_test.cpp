// A generator of faults: each one breaks a single thing in a good grid file. The reader must refuse every one with a DataError that names
// the file and what is wrong. The list of faults and messages goes to stdout.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>

#include "grid/grid_file.hpp"
#include "netcdf_content.hpp"

namespace icodyn::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Fault {
  const char* name;
  const char* file;
  const char* expected;  // part of the message
  std::function<void(NetcdfContent&)> break_it;
};

const std::vector<Fault>& faults() {
  static const std::vector<Fault> list = {
      // what the file holds
      {"table missing", sphere, "'edge_of_cell' is missing", [](auto& c) { c.variables.erase("edge_of_cell"); }},
      {"coordinate missing", sphere, "'clat' is missing", [](auto& c) { c.variables.erase("clat"); }},
      {"refinement control missing", limited_area, "'refin_e_ctrl' is missing", [](auto& c) { c.variables.erase("refin_e_ctrl"); }},
      {"five neighbors of a vertex", sphere, "has shape (5, 162), expected (6, 162)",
       [](auto& c) {
         c.dims["five"] = 5;
         c["cells_of_vertex"].dims = {"five", "vertex"};
         c["cells_of_vertex"].values.resize(5 * 162);
       }},
      {"field on the wrong location", sphere, "'edge_length' has shape (320), expected (480)",
       [](auto& c) {
         c["edge_length"].dims = {"cell"};
         c["edge_length"].values.resize(320);
       }},
      {"coordinate with two axes", sphere, "'vlat' has 2 dimensions",
       [](auto& c) {
         c.dims["half"] = 81;
         c["vlat"].dims = {"nc", "half"};
       }},
      {"table of characters", sphere, "'neighbor_cell_index' does not hold numbers", [](auto& c) { c["neighbor_cell_index"].type = NC_CHAR; }},
      {"packed field", sphere, "'cell_area' is packed", [](auto& c) { c["cell_area"].attributes["scale_factor"] = 2.0; }},
      // attributes
      {"no grid_root", sphere, "'grid_root' is missing", [](auto& c) { c.attributes.erase("grid_root"); }},
      {"grid_level of another grid", sphere, "R2B03 (grid_root, grid_level) has 5120 cells", [](auto& c) { c.attributes["grid_level"] = 3.0; }},
      {"grid_level as text", sphere, "'grid_level' is not one number", [](auto& c) { c.attributes["grid_level"] = std::string("one"); }},
      {"hexagons", sphere, "'grid_cell_type' is 6", [](auto& c) { c.attributes["grid_cell_type"] = 6.0; }},
      {"unknown geometry", sphere, "'grid_geometry' is 3", [](auto& c) { c.attributes["grid_geometry"] = 3.0; }},
      {"negative radius", sphere, "'sphere_radius' is -1", [](auto& c) { c.attributes["sphere_radius"] = -1.0; }},
      {"unit sphere", sphere, "is not a positive number up to 12.57 (the whole sphere)", [](auto& c) { c.attributes["sphere_radius"] = 1.0; }},
      {"torus without period", torus, "'domain_length' is missing", [](auto& c) { c.attributes.erase("domain_length"); }},
      {"torus with a wrong period", torus, "domain_height = 20000 m", [](auto& c) { c.attributes["domain_height"] = 20000.0; }},
      {"torus without positions", torus, "'cell_circumcenter_cartesian_x' is missing", [](auto& c) { c.variables.erase("cell_circumcenter_cartesian_x"); }},
      {"sphere called torus", sphere, "'cell_circumcenter_cartesian_x' is missing", [](auto& c) { c.attributes["grid_geometry"] = 2.0; }},
      // indices
      {"index too large", sphere, "'edge_of_cell', cell 8, slot 2: index 481 lies outside 1 .. 480", [](auto& c) { c.at("edge_of_cell", 7, 1) = 481; }},
      {"negative index", sphere, "index -7 lies outside", [](auto& c) { c.at("edge_vertices", 3, 1) = -7; }},
      {"unwritten table", sphere, "index -2147483647 lies outside", [](auto& c) { c.at("vertex_of_cell", 0, 0) = NC_FILL_INT; }},
      {"fraction in a table", sphere, "3.5 is not a whole number",
       [](auto& c) {
         c["edge_of_cell"].type = NC_DOUBLE;
         c.at("edge_of_cell", 10, 0) = 3.5;
       }},
      {"cell without an edge", sphere, "'edge_of_cell', cell 1, slot 3: the edge is missing", [](auto& c) { c.at("edge_of_cell", 0, 2) = 0; }},
      // tables that contradict each other
      {"edge twice in a cell", sphere, "'edge_of_cell', cell 5: the same edge stands there twice",
       [](auto& c) { c.at("edge_of_cell", 4, 0) = c.at("edge_of_cell", 4, 1); }},
      {"edge not shared by the cell", sphere, "is not shared by this cell", [](auto& c) { c.at("edge_of_cell", 20, 0) = c.at("edge_of_cell", 200, 0); }},
      {"edge called that of another cell", sphere, "'adjacent_cell_of_edge' says", [](auto& c) { c.at("adjacent_cell_of_edge", 100, 1) = 300; }},
      {"edge without cells", sphere, "edge 101: both cells are missing",
       [](auto& c) { c.at("adjacent_cell_of_edge", 100, 0) = c.at("adjacent_cell_of_edge", 100, 1) = -1; }},
      {"wrong neighbor cell", sphere, "'neighbor_cell_index', cell 31, slot 1", [](auto& c) { c.at("neighbor_cell_index", 30, 0) = 1; }},
      {"neighbor missing inside", torus, "'neighbor_cell_index', cell 31, slot 1", [](auto& c) { c.at("neighbor_cell_index", 30, 0) = -1; }},
      {"neighbors in another order", sphere, "'neighbor_cell_index'",
       [](auto& c) { std::swap(c.at("neighbor_cell_index", 3, 0), c.at("neighbor_cell_index", 3, 1)); }},
      {"vertex of another cell", sphere, "'edge_vertices', edge 12", [](auto& c) { c.at("edge_vertices", 11, 0) = c.at("edge_vertices", 300, 0); }},
      {"edge with one vertex", sphere, "both ends are vertex", [](auto& c) { c.at("edge_vertices", 11, 0) = c.at("edge_vertices", 11, 1); }},
      {"vertex lacks an edge", sphere, "'edges_of_vertex', vertex 50: lacks edge", [](auto& c) { c.at("edges_of_vertex", 49, 2) = 0; }},
      {"vertex with a foreign edge", sphere, "'edges_of_vertex', vertex 1: edge 480 does not end there",
       [](auto& c) {
         // the sixth slot of a pentagon is free
         c.at("edges_of_vertex", 0, 5) = 480;
       }},
      {"vertex lacks a cell", limited_area, "'cells_of_vertex', vertex 500: lacks cell", [](auto& c) { c.at("cells_of_vertex", 499, 0) = -1; }},
      // signs
      {"normal the wrong way", sphere, "'orientation_of_normal', cell 9, slot 2", [](auto& c) { c.at("orientation_of_normal", 8, 1) *= -1; }},
      {"sign is zero", sphere, "'edge_system_orientation', edge 17: is 0", [](auto& c) { c.at("edge_system_orientation", 16) = 0; }},
      {"tangent the wrong way", sphere, "'edge_orientation', vertex 40", [](auto& c) { c.at("edge_orientation", 39, 1) *= -1; }},
      {"left-handed edges", torus, "the positions of its vertices and cells say",
       [](auto& c) {
         for (double& s : c["edge_system_orientation"].values) s = -s;
         for (double& s : c["edge_orientation"].values) s = -s;
       }},
      // values
      {"NaN length", sphere, "'edge_length', edge 3: nan", [](auto& c) { c.at("edge_length", 2) = nan; }},
      {"negative area", sphere, "'cell_area', cell 12: -1", [](auto& c) { c.at("cell_area", 11) = -1; }},
      {"unwritten area", torus, "'dual_area', vertex 5: 9.969", [](auto& c) { c.at("dual_area", 4) = NC_FILL_DOUBLE; }},
      {"zero dual length", sphere, "'dual_edge_length', edge 1: 0", [](auto& c) { c.at("dual_edge_length", 0) = 0; }},
      {"distance to a cell is NaN", limited_area, "'edge_cell_distance', edge 1000, slot 2", [](auto& c) { c.at("edge_cell_distance", 999, 1) = nan; }},
      {"degrees", sphere, "'clat', cell 1", [](auto& c) { for (double& x : c["clat"].values) x *= 57.29577951308232; }},
      {"infinite longitude", sphere, "'vlon', vertex 2: inf", [](auto& c) { c.at("vlon", 1) = std::numeric_limits<double>::infinity(); }},
      {"areas in km2", sphere, "'cell_area': its sum", [](auto& c) { for (double& x : c["cell_area"].values) x *= 1e-6; }},
      {"lengths in km", torus, "'edge_length', edge 1", [](auto& c) { for (double& x : c["edge_length"].values) x *= 1e-3; }},
      {"NaN position", torus, "'edge_middle_cartesian_y', edge 7: nan", [](auto& c) { c.at("edge_middle_cartesian_y", 6) = nan; }},
      // refinement control
      {"rows not sorted", limited_area, "row 2 is not contiguous",
       [](auto& c) {
         auto& v = c["refin_c_ctrl"].values;
         std::swap(*std::find(v.begin(), v.end(), 2.0), v.back());
       }},
      {"boundary edges in row 2", limited_area, "'refin_e_ctrl', edge 1: is 2, but the edge lies on the lateral boundary",
       [](auto& c) { for (double& x : c["refin_e_ctrl"].values) if (x == 1) x = 2; }},
      {"inner edges in row 1", limited_area, "is 1, but the edge does not lie on the lateral boundary",
       [](auto& c) { for (double& x : c["refin_e_ctrl"].values) if (x == 2) x = 1; }},
      {"boundary cells in row 2", limited_area, "the cell lies on the lateral boundary (row 1)",
       [](auto& c) { for (double& x : c["refin_c_ctrl"].values) if (x == 1) x = 2; }},
      {"boundary cells called interior", limited_area, "lies on a lateral boundary, but 'refin_c_ctrl' has no boundary rows",
       [](auto& c) { for (double& x : c["refin_c_ctrl"].values) x = 0; }},
      {"torus with a boundary", torus, "a torus has no lateral boundary",
       [](auto& c) { c.at("refin_c_ctrl", 0) = 5; }},
  };
  return list;
}

std::string message_of(const std::filesystem::path& path) {
  try {
    read_grid(path);
  } catch (const DataError& e) {
    EXPECT_EQ(e.code(), ExitCode::data);
    return e.what();
  }
  return {};
}

void report(const char* name, const std::filesystem::path& folder, std::string message) {
  // without the folder, so that the list reads the same everywhere
  if (const auto at = message.find(folder.string() + "/"); at != std::string::npos) message.erase(at, folder.string().size() + 1);
  std::printf("FAULT %s\n      %s\n", name, message.c_str());
}

TEST(GridFaults, EachIsRefusedWithItsPlace) {
  const TemporaryFolder folder;
  std::map<std::string, NetcdfContent> good;
  for (const char* name : {sphere, limited_area, torus}) good[name] = NetcdfContent::load(grid_path(name));
  for (const Fault& f : faults()) {
    SCOPED_TRACE(f.name);
    NetcdfContent content = good.at(f.file);
    f.break_it(content);
    const auto path = folder / f.file;
    content.save(path);
    const std::string message = message_of(path);
    EXPECT_NE(message.find(f.file), std::string::npos) << message;
    EXPECT_NE(message.find(f.expected), std::string::npos) << message;
    report(f.name, folder.path(), message);
  }
}

TEST(GridFaults, FilesThatAreNoGrid) {
  const TemporaryFolder folder;
  const auto expect = [&](const char* name, const std::filesystem::path& path, const char* part) {
    const std::string message = message_of(path);
    EXPECT_NE(message.find(part), std::string::npos) << name << ": " << message;
    report(name, folder.path(), message);
  };
  expect("no such file", folder / "none.nc", "there is no such file");
  expect("a folder", folder.path(), "is not a regular file");
  std::ofstream(folder / "empty.nc");
  expect("empty file", folder / "empty.nc", "cannot be read as NetCDF");
  std::ofstream(folder / "text.nc") << "this is no grid\n";
  expect("text file", folder / "text.nc", "cannot be read as NetCDF");

  // cut in the middle: the classic format has no check of its own
  std::filesystem::copy_file(grid_path(sphere), folder / "hdf5.nc");
  std::filesystem::resize_file(folder / "hdf5.nc", std::filesystem::file_size(folder / "hdf5.nc") / 2);
  expect("cut NetCDF-4 file", folder / "hdf5.nc", "cannot be read as NetCDF");
  NetcdfContent::load(grid_path(sphere)).save(folder / "classic.nc", NC_64BIT_OFFSET);
  std::filesystem::resize_file(folder / "classic.nc", std::filesystem::file_size(folder / "classic.nc") / 2);
  expect("cut classic file", folder / "classic.nc", "grid file");

  NetcdfContent other;
  other.dims["x"] = 3;
  other.variables["t"] = {NC_DOUBLE, {"x"}, {1, 2, 3}, {}};
  other.attributes["grid_root"] = 2.0;
  other.attributes["grid_level"] = 1.0;
  other.save(folder / "other.nc");
  expect("another NetCDF file", folder / "other.nc", "'clat' is missing");
}

}  // namespace
}  // namespace icodyn::test

// An ICON grid file (NetCDF) on the host: tables, coordinates, lengths, areas, signs and refinement control, checked.
//
// Reads the files of ICON's own grid generators (DWD, MPI-M) and of icon-grid-generator: sphere, limited area, and the doubly periodic
// plane ("torus"). Numerics: spec/grid.md sections 1 to 3.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "state/host_field.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

enum class GridGeometry { sphere, torus };

// Tables are 0-based, (rows, slots), -1 for a missing neighbor; in v2e and v2c the missing ones come last. Fields have one slot unless
// a number stands behind them. Lengths in m, areas in m2, angles in radian.
struct Grid {
  std::string source;  // the file, for messages
  GridGeometry geometry = GridGeometry::sphere;
  int root = 0, level = 0;                      // RnBk of the global parent grid; 0 on a torus whose file does not say
  double radius = 6.371229e6;                   // of the sphere [m]
  double domain_length = 0, domain_height = 0;  // periods of the torus in x and y [m]
  std::string uuid;                             // uuidOfHGrid; empty where the file has none
  bool limited_area = false;                    // any refin_c_ctrl > 0
  Sizes sizes;                                  // nlev is 0

  HostTable c2e, c2v, c2e2c;  // c2e2c(c, i) lies behind edge c2e(c, i)
  HostTable e2c, e2v;         // the normal of an edge points from e2c(e, 0) to e2c(e, 1)
  HostTable v2e, v2c;
  HostTable refin_c_ctrl, refin_e_ctrl, refin_v_ctrl;  // raw values of the file, one slot

  HostField clat, clon, elat, elon, vlat, vlon;
  HostField cell_position, edge_position, vertex_position;  // 3 slots: x, y, z [m]; torus only, empty on a sphere
  HostField cell_area, dual_area;                           // cells, vertices
  HostField edge_length, dual_edge_length;
  HostField edge_cell_distance, edge_vert_distance;  // 2 slots; edge_cell_distance is 0 where there is no cell
  HostField orientation_of_normal;                   // cells, 3: +1 where the normal of edge c2e(c, i) points out of the cell, else -1
  HostField edge_system_orientation;                 // edges: +1 where (V1 - V0) x (C1 - C0) points up, else -1
  HostField edge_orientation;                        // vertices, 6: +1 where the tangent of v2e(v, j) points away from the vertex; 0 missing

  // Row in the file of each cell, edge and vertex; empty: the order of the file (see numbering.hpp).
  std::vector<int> file_cell, file_edge, file_vertex;
};

// Throws DataError naming the file, the variable and the 1-based entry: not a NetCDF file, a missing or ill-shaped variable, an index out of
// range, a value that is not finite or not positive, tables that contradict each other, wrong signs, unsorted refinement control.
Grid read_grid(const std::filesystem::path& file);

// Zones of one location from the raw refinement control. Negative values (the parent of a nest: where the nest lies) count as interior:
// icon4py takes their absolute value, which would turn the inside of a global grid into a lateral boundary. Throws DataError when a row
// is not contiguous.
ZoneBounds zones_of(Location at, const HostTable& control);

// The checks of read_grid on a grid in memory: called by read_grid, and useful after a change of order.
void check_grid(const Grid& grid);

}  // namespace icodyn

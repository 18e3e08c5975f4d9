// Renumbering for locality: cells along a Hilbert curve, edges and vertices by the first cell that touches them, each inside the rows of
// its refinement control, so that the zones stay as they are.
//
// Neighbors keep their order inside a row of a table, so every neighbor sum keeps its bits. Only sums over the whole grid (total mass,
// global means) are rounded in another order.
#pragma once

#include <vector>

#include "grid/grid_file.hpp"
#include "state/host_field.hpp"

namespace icodyn {

// For each location: row in the given grid of each new row, and its inverse.
struct Renumbering {
  std::vector<int> old_cell, old_edge, old_vertex;  // new row -> old row
  std::vector<int> new_cell, new_edge, new_vertex;  // old row -> new row
};
Renumbering renumber(const Grid& grid);

// The grid in the new order; file_cell, file_edge and file_vertex then lead back to the rows of the file. The order of neighbors in a row
// of a table does not change, so that sums over neighbors keep their bits.
Grid apply(const Renumbering& r, const Grid& grid);

// A field of the renumbered grid in the order of the file: row `file_row[i]` of the result is row i. An empty file_row means the same order.
HostField to_file_order(const HostField& field, const std::vector<int>& file_row);
HostField from_file_order(const HostField& field, const std::vector<int>& file_row);

}  // namespace icodyn

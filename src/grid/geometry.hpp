// Geometry of a grid (spec/grid.md sections 3 to 7): normals, projections, inverse lengths, areas, zones, means.
#pragma once

#include "grid/grid_file.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

// Analytic means of the global parent grid, also for a limited area; on a torus from its first edge (spec/grid.md section 6).
struct GridMeans {
  double cell_area, dual_area;           // [m2]
  double edge_length, dual_edge_length;  // [m]
  double characteristic_length;          // square root of cell_area [m]; scales the RBF kernels
};
GridMeans grid_means(const Grid& grid);

// Fills data.sizes (all but nlev), zones, limited_area, mean_cell_area, and data.fixed with
//   tables: c2e c2e2c e2c e2v e2c2v e2c2e v2e v2c (for_each_static); c2v, c2e2c2e; refin_c_ctrl refin_e_ctrl refin_v_ctrl (raw);
//           owner_mask_c (all 1); file_cell file_edge file_vertex after a renumbering (row in the file)
//   cells:  area; clat clon [rad]; cell_center (3 slots: unit sphere, [m] on a torus); cells_edge_orientation (3)
//   edges:  inv_primal_edge_length inv_dual_edge_length inv_vert_vert_length [1/m]; area_edge [m2]; tangent_orientation; f_e [1/s];
//           primal_normal_cell_1/2 dual_normal_cell_1/2 (2); primal_normal_vert_1/2 dual_normal_vert_1/2 (4);
//           elat elon; edge_center (3); primal_edge_length dual_edge_length vert_vert_length [m]; edge_cell_length edge_vert_length (2);
//           primal_normal_1/2 dual_normal_1/2; primal_cart_normal dual_cart_normal (3)
//   vertices: dual_area; vlat vlon; vertex_position (3); v_edge_orientation (6)
// "_1" is the zonal component (x on a torus), "_2" the meridional one (y). Throws DataError when the zones are not contiguous.
void add_grid(CaseData& data, const Grid& grid);

}  // namespace icodyn

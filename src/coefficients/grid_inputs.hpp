// What the coefficients are computed from: the tables and the geometry of one grid (spec/grid.md), as references.
//
// Tables are 0-based with -1 for a missing neighbor; such a neighbor contributes nothing. All rows count as owned: the
// set-up works on the whole grid, before any decomposition.
#pragma once

#include "state/host_field.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

struct GridInputs {
  Sizes sizes;  // nlev is not used here
  const Zones& zones;
  bool torus = false;
  double domain_length = 0, domain_height = 0;  // periods of the torus in x and y [m]
  double characteristic_length = 0;             // square root of the mean cell area [m]
  double mean_dual_edge_length = 0;             // [m]

  const HostTable &c2e, &c2e2c, &e2c, &e2v, &e2c2e, &v2e, &v2c, &c2e2c2e;
  const HostTable &refin_c_ctrl, &refin_e_ctrl;  // raw values of the file

  // cells
  const HostField& area;                   // [m2]
  const HostField& cell_edge_orientation;  // +1 where the normal of edge c2e(c, i) points out of the cell, else -1
  const HostField &clat, &clon;            // [rad]
  // edges
  const HostField &primal_edge_length, &dual_edge_length, &inv_primal_edge_length, &inv_dual_edge_length;  // [m], [1/m]
  const HostField &edge_cell_length, &edge_vert_length;  // two slots each [m]
  const HostField& tangent_orientation;                  // +1 or -1
  const HostField &elat, &elon;                          // [rad]
  const HostField &primal_normal_1, &primal_normal_2;  // zonal and meridional at the edge (x and y on a torus)
  const HostField &dual_normal_1, &dual_normal_2;
  const HostField &primal_normal_cell_1, &primal_normal_cell_2;  // the same at the two cells
  const HostField& primal_cart_normal;                           // three slots: Cartesian components
  // vertices
  const HostField& dual_area;              // [m2]
  const HostField& vert_edge_orientation;  // +1 where the tangent of edge v2e(v, j) points away from the vertex
  const HostField &vlat, &vlon;            // [rad]
  // Cartesian positions, three slots: unit sphere, or [m] on a torus
  const HostField &cell_center, &edge_center, &vertex_position;
};

}  // namespace icodyn

// Neighbor tables that follow from those of the grid file (spec/grid.md 2.2). 0-based, -1 for a missing neighbor.
#pragma once

#include "state/host_field.hpp"

namespace icodyn {

// Edges, 4: the other two edges of the edge's first cell, then those of its second, each in the cyclic order of c2e.
HostTable make_e2c2e(const HostTable& e2c, const HostTable& c2e);
// Edges, 4: the edge's two vertices, then the far vertices of its two cells.
HostTable make_e2c2v(const HostTable& e2c, const HostTable& e2v, const HostTable& c2v);
// Cells, 9: the three edges of each of the three neighbor cells.
HostTable make_c2e2c2e(const HostTable& c2e2c, const HostTable& c2e);

}  // namespace icodyn

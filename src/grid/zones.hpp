// Horizontal zones: contiguous index ranges ordered by distance to the lateral boundary (spec/grid.md section 7).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/launch.hpp"

namespace icodyn {

enum class Zone {
  lateral_boundary,
  lateral_boundary_level_2,
  lateral_boundary_level_3,
  lateral_boundary_level_4,
  lateral_boundary_level_5,
  lateral_boundary_level_6,
  lateral_boundary_level_7,
  lateral_boundary_level_8,
  nudging,
  nudging_level_2,
  interior,
  local,
  halo,
  halo_level_2,
  end
};
inline constexpr int zone_count = static_cast<int>(Zone::end) + 1;

// Half-open 0-based bounds of every zone of one location; zones that the location does not have are empty at 0.
struct ZoneBounds {
  std::array<int, zone_count> begin{}, finish{};
  int start(Zone z) const { return begin[static_cast<std::size_t>(z)]; }
  int end(Zone z) const { return finish[static_cast<std::size_t>(z)]; }
  Range range(Zone from, Zone to) const { return {start(from), end(to)}; }  // [start(from), end(to))
};

struct Zones {
  ZoneBounds cells, edges, vertices;
};

enum class Location;

// Bounds from the refinement-control values, owner mask and halo level (spec/grid.md 7.3; ICON's own index arrays are not
// reliable for edges). `control` holds the raw file values, `owned` and `halo_level` one entry per row; empty vectors mean
// "all owned". Throws DataError when a row zone is not contiguous.
ZoneBounds compute_zones(Location location, int n, const std::vector<int>& control, const std::vector<char>& owned,
                         const std::vector<int>& halo_level);

}  // namespace icodyn

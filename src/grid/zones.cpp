#include "grid/zones.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "state/host_field.hpp"

namespace icodyn {

namespace {

struct RowZone {
  Zone zone;
  int control;  // converted refinement-control value of the row
};
const std::vector<RowZone>& row_zones(Location location) {
  static const std::vector<RowZone> cells = {{Zone::lateral_boundary, 1},         {Zone::lateral_boundary_level_2, 2},
                                             {Zone::lateral_boundary_level_3, 3}, {Zone::lateral_boundary_level_4, 4},
                                             {Zone::nudging, 5}};
  static const std::vector<RowZone> edges = {{Zone::lateral_boundary, 1},         {Zone::lateral_boundary_level_2, 2},
                                             {Zone::lateral_boundary_level_3, 3}, {Zone::lateral_boundary_level_4, 4},
                                             {Zone::lateral_boundary_level_5, 5}, {Zone::lateral_boundary_level_6, 6},
                                             {Zone::lateral_boundary_level_7, 7}, {Zone::lateral_boundary_level_8, 8},
                                             {Zone::nudging, 9},                  {Zone::nudging_level_2, 10}};
  return location == Location::edge ? edges : cells;  // vertices have the values of cells
}

// First and one past last index that satisfies `in`; {-1, -1} where none does.
template <class In>
Range extent(int n, const In& in) {
  int first = -1, last = -1;
  for (int i = 0; i < n; ++i)
    if (in(i)) {
      if (first < 0) first = i;
      last = i + 1;
    }
  return {first, last};
}

}  // namespace

ZoneBounds compute_zones(Location location, int n, const std::vector<int>& control, const std::vector<char>& owned,
                         const std::vector<int>& halo_level) {
  const bool edges = location == Location::edge;
  const int deep = edges ? -8 : -4;
  // "deep" rows of a parent of nests count as interior; other negative values as their distance (spec/grid.md 7.1)
  const auto row = [&](int i) {
    if (control.empty()) return 0;
    const int v = control[static_cast<std::size_t>(i)];
    return v == deep ? 0 : std::abs(v);
  };
  const auto is_owned = [&](int i) { return owned.empty() || owned[static_cast<std::size_t>(i)] != 0; };
  const auto halo = [&](int i) { return halo_level.empty() ? 0 : halo_level[static_cast<std::size_t>(i)]; };

  ZoneBounds z;
  const auto set = [&](Zone zone, int begin, int end) {
    z.begin[static_cast<std::size_t>(zone)] = begin;
    z.finish[static_cast<std::size_t>(zone)] = end;
  };
  set(Zone::end, n, n);

  int last_row_end = 0;
  for (const RowZone& rz : row_zones(location)) {
    const Range r = extent(n, [&](int i) { return row(i) == rz.control && is_owned(i); });
    if (r.begin < 0) {
      set(rz.zone, 0, 0);
      last_row_end = 0;
      continue;
    }
    for (int i = r.begin; i < r.end; ++i)
      if (row(i) != rz.control && is_owned(i))
        throw DataError("refinement control of the " + std::string(name_of(location)) + "s: row " + std::to_string(rz.control) +
                        " is not contiguous (entry " + std::to_string(i + 1) + " inside it has row " + std::to_string(row(i)) +
                        "); ICON grids are sorted by row, sort the grid first");
    set(rz.zone, r.begin, r.end);
    last_row_end = r.end;
  }

  const int near_1 = edges ? 6 : 2, near_2 = edges ? 4 : 1;
  const Range h1 = extent(n, [&](int i) { return halo(i) == 1 && (row(i) < 1 || row(i) > near_1); });
  const Range h2 = extent(n, [&](int i) { return halo(i) == 2 && (row(i) < 1 || row(i) > near_2); });
  const int start_2 = h2.begin < 0 ? n : h2.begin, end_2 = h2.begin < 0 ? n : h2.end;
  const int start_1 = h1.begin < 0 ? start_2 : h1.begin;
  set(Zone::halo, start_1, start_2);
  set(Zone::halo_level_2, start_2, end_2);
  set(Zone::local, 0, start_1);
  set(Zone::interior, last_row_end, start_1);
  return z;
}

}  // namespace icodyn

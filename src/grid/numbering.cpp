#include "grid/numbering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>

namespace icodyn {

namespace {

constexpr int bits = 15;  // of each coordinate on the curve: 32768 steps along a face of the cube, 200 m on the Earth at most

// Position of (x, y), each in 0 .. 2^bits - 1, on a Hilbert curve.
std::uint64_t hilbert(std::uint32_t x, std::uint32_t y) {
  std::uint64_t d = 0;
  for (std::uint32_t s = 1u << (bits - 1); s > 0; s /= 2) {
    const std::uint32_t rx = (x & s) ? 1 : 0, ry = (y & s) ? 1 : 0;
    d += static_cast<std::uint64_t>(s) * s * ((3 * rx) ^ ry);
    if (ry == 0) {  // turn the quadrant
      if (rx == 1) {
        x = (1u << bits) - 1 - x;
        y = (1u << bits) - 1 - y;
      }
      std::swap(x, y);
    }
  }
  return d;
}

std::uint32_t step(double fraction) {
  constexpr double steps = 1u << bits;
  return static_cast<std::uint32_t>(std::clamp(fraction * steps, 0.0, steps - 1));
}

// The sphere on the six faces of a cube, one Hilbert curve each: the projection that keeps neighbors together at the poles, too.
std::uint64_t sphere_key(double lat, double lon) {
  const std::array<double, 3> p = {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
  std::size_t axis = 0;
  for (std::size_t d = 1; d < 3; ++d)
    if (std::abs(p[d]) > std::abs(p[axis])) axis = d;
  const double depth = std::abs(p[axis]);
  // equal angles rather than equal lengths on the face, so that its steps are of nearly the same size
  const auto along = [&](double v) { return std::atan(v / depth) * (2 / 3.14159265358979323846) + 0.5; };
  const std::uint64_t face = 2 * axis + (p[axis] < 0 ? 1 : 0);
  return (face << (2 * bits)) + hilbert(step(along(p[(axis + 1) % 3])), step(along(p[(axis + 2) % 3])));
}

// Order of rows by (row of the refinement control, key). Rows of one control value are moved only among the places that they hold, so
// that every zone keeps its range, whatever the order of the zones in the file.
template <class Key>
std::vector<int> order_in_rows(const HostTable& control, const std::vector<Key>& key) {
  const auto n = static_cast<std::size_t>(control.rows);
  std::vector<int> sorted(n), places(n), out(n);
  std::iota(sorted.begin(), sorted.end(), 0);
  std::iota(places.begin(), places.end(), 0);
  const auto row = [&](int i) { return std::max(control(i), 0); };
  std::sort(sorted.begin(), sorted.end(), [&](int a, int b) {
    return std::tie(key[static_cast<std::size_t>(a)], a) < std::tie(key[static_cast<std::size_t>(b)], b);
  });
  std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) { return row(a) < row(b); });
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return row(a) < row(b); });
  for (std::size_t i = 0; i < n; ++i) out[static_cast<std::size_t>(places[i])] = sorted[i];
  return out;
}

std::vector<int> inverse_of(const std::vector<int>& order) {
  std::vector<int> out(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) out[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return out;
}

// The place of a neighbor by the first new cell that touches it: cell first, then the slot in that cell.
std::vector<std::int64_t> by_first_cell(int n, const HostTable& of_cell, const std::vector<int>& old_cell) {
  std::vector<std::int64_t> key(static_cast<std::size_t>(n), std::numeric_limits<std::int64_t>::max());
  for (std::size_t c = 0; c < old_cell.size(); ++c)
    for (int j = 0; j < of_cell.slots; ++j) {
      std::int64_t& k = key[static_cast<std::size_t>(of_cell(old_cell[c], j))];
      k = std::min(k, static_cast<std::int64_t>(c) * of_cell.slots + j);
    }
  return key;
}

template <class T>
HostArray<T> moved(const HostArray<T>& a, const std::vector<int>& old_row) {
  HostArray<T> out(a.location, a.rows, a.slots, a.levels);
  if (a.rows != static_cast<int>(old_row.size())) return a;  // empty: positions that this geometry does not have
  const auto levels = static_cast<std::size_t>(a.levels);
  for (int s = 0; s < a.slots; ++s)
#pragma omp parallel for schedule(static)
    for (int i = 0; i < a.rows; ++i) {
      const auto from = a.values.begin() + static_cast<std::ptrdiff_t>(a.index(old_row[static_cast<std::size_t>(i)], s, 0));
      std::copy(from, from + static_cast<std::ptrdiff_t>(levels), out.values.begin() + static_cast<std::ptrdiff_t>(out.index(i, s, 0)));
    }
  return out;
}

HostTable moved_table(const HostTable& t, const std::vector<int>& old_row, const std::vector<int>& new_target) {
  HostTable out = moved(t, old_row);
  for (int& v : out.values)
    if (v >= 0) v = new_target[static_cast<std::size_t>(v)];
  return out;
}

std::vector<int> file_rows(const std::vector<int>& old_row, const std::vector<int>& before) {
  if (before.empty()) return old_row;
  std::vector<int> out(old_row.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = before[static_cast<std::size_t>(old_row[i])];
  return out;
}

}  // namespace

Renumbering renumber(const Grid& g) {
  const Sizes& s = g.sizes;
  std::vector<std::uint64_t> key(static_cast<std::size_t>(s.n_cells));
  if (g.geometry == GridGeometry::torus) {
    const double period = std::max(g.domain_length, g.domain_height);
    const auto fraction = [&](double x, double length) { return (x - length * std::floor(x / length)) / period; };
#pragma omp parallel for schedule(static)
    for (int c = 0; c < s.n_cells; ++c)
      key[static_cast<std::size_t>(c)] = hilbert(step(fraction(g.cell_position(c, 0), g.domain_length)), step(fraction(g.cell_position(c, 1), g.domain_height)));
  } else {
#pragma omp parallel for schedule(static)
    for (int c = 0; c < s.n_cells; ++c) key[static_cast<std::size_t>(c)] = sphere_key(g.clat(c), g.clon(c));
  }
  Renumbering r;
  r.old_cell = order_in_rows(g.refin_c_ctrl, key);
  r.old_edge = order_in_rows(g.refin_e_ctrl, by_first_cell(s.n_edges, g.c2e, r.old_cell));
  r.old_vertex = order_in_rows(g.refin_v_ctrl, by_first_cell(s.n_vertices, g.c2v, r.old_cell));
  r.new_cell = inverse_of(r.old_cell);
  r.new_edge = inverse_of(r.old_edge);
  r.new_vertex = inverse_of(r.old_vertex);
  return r;
}

Grid apply(const Renumbering& r, const Grid& g) {
  Grid out = g;
  out.c2e = moved_table(g.c2e, r.old_cell, r.new_edge);
  out.c2v = moved_table(g.c2v, r.old_cell, r.new_vertex);
  out.c2e2c = moved_table(g.c2e2c, r.old_cell, r.new_cell);
  out.e2c = moved_table(g.e2c, r.old_edge, r.new_cell);
  out.e2v = moved_table(g.e2v, r.old_edge, r.new_vertex);
  out.v2e = moved_table(g.v2e, r.old_vertex, r.new_edge);
  out.v2c = moved_table(g.v2c, r.old_vertex, r.new_cell);
  out.refin_c_ctrl = moved(g.refin_c_ctrl, r.old_cell);
  out.refin_e_ctrl = moved(g.refin_e_ctrl, r.old_edge);
  out.refin_v_ctrl = moved(g.refin_v_ctrl, r.old_vertex);
  for (const auto member : {&Grid::clat, &Grid::clon, &Grid::cell_position, &Grid::cell_area, &Grid::orientation_of_normal})
    out.*member = moved(g.*member, r.old_cell);
  for (const auto member : {&Grid::elat, &Grid::elon, &Grid::edge_position, &Grid::edge_length, &Grid::dual_edge_length, &Grid::edge_cell_distance,
                            &Grid::edge_vert_distance, &Grid::edge_system_orientation})
    out.*member = moved(g.*member, r.old_edge);
  for (const auto member : {&Grid::vlat, &Grid::vlon, &Grid::vertex_position, &Grid::dual_area, &Grid::edge_orientation})
    out.*member = moved(g.*member, r.old_vertex);
  out.file_cell = file_rows(r.old_cell, g.file_cell);
  out.file_edge = file_rows(r.old_edge, g.file_edge);
  out.file_vertex = file_rows(r.old_vertex, g.file_vertex);
  return out;
}

HostField to_file_order(const HostField& field, const std::vector<int>& file_row) {
  return file_row.empty() ? field : moved(field, inverse_of(file_row));
}

HostField from_file_order(const HostField& field, const std::vector<int>& file_row) { return file_row.empty() ? field : moved(field, file_row); }

}  // namespace icodyn

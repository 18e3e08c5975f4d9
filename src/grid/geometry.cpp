#include "grid/geometry.hpp"

#include <cmath>

#include "grid/tables.hpp"

namespace icodyn {

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double angular_velocity = 7.29212e-5;  // of the Earth [1/s]
constexpr auto cell = Location::cell, edge = Location::edge, vertex = Location::vertex;

struct Vector {
  double x = 0, y = 0, z = 0;
};
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector operator*(double s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector cross(const Vector& a, const Vector& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Vector unit(const Vector& a) {
  const double norm = std::sqrt(dot(a, a));
  return {a.x / norm, a.y / norm, a.z / norm};
}
Vector at(const HostField& f, int i) { return {f(i, 0), f(i, 1), f(i, 2)}; }
void put(HostField& f, int i, const Vector& v) {
  f(i, 0) = v.x;
  f(i, 1) = v.y;
  f(i, 2) = v.z;
}

// Zonal and meridional direction of a vector at (lat, lon), normalised.
struct Wind {
  double u, v;
};
Wind zonal_meridional(double lat, double lon, const Vector& a) {
  const double u = std::cos(lon) * a.y - std::sin(lon) * a.x;
  const double v = std::cos(lat) * a.z - std::sin(lat) * (std::cos(lon) * a.x + std::sin(lon) * a.y);
  const double norm = std::sqrt(u * u + v * v);
  return {u / norm, v / norm};
}

HostField sphere_positions(const HostField& lat, const HostField& lon) {
  HostField out(lat.location, lat.rows, 3, 1);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < lat.rows; ++i)
    put(out, i, {std::cos(lat(i)) * std::cos(lon(i)), std::cos(lat(i)) * std::sin(lon(i)), std::sin(lat(i))});
  return out;
}

HostField inverse(const HostField& f) {
  HostField out(f.location, f.rows, 1, 1);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < f.rows; ++i) out(i) = f(i) == 0 ? 0 : 1 / f(i);
  return out;
}

// Vector from p to the nearest image of q on the torus.
Vector torus_difference(const Vector& p, const Vector& q, const Grid& g) {
  const auto wrapped = [](double a, double b, double period) { return std::abs(b - a) <= period / 2 ? b : a > b ? b + period : b - period; };
  return {wrapped(p.x, q.x, g.domain_length) - p.x, wrapped(p.y, q.y, g.domain_height) - p.y, 0};
}

// A pair of fields with the zonal and meridional components.
struct Components {
  HostField first, second;
  explicit Components(int rows, int slots) : first(edge, rows, slots, 1), second(edge, rows, slots, 1) {}
  void set(int i, int j, const Wind& w) {
    first(i, j) = w.u;
    second(i, j) = w.v;
  }
};

void add_normals(CaseData& data, const Grid& g) {
  auto& fields = data.fixed.fields;
  const HostTable &e2c = g.e2c, &e2c2v = data.fixed.table("e2c2v");
  const HostField &vertices = fields["vertex_position"], &edges = fields["edge_center"];
  const int n = g.sizes.n_edges;
  const bool torus = g.geometry == GridGeometry::torus;
  const int start_vert = torus ? 0 : data.zones.edges.start(Zone::lateral_boundary_level_2);

  HostField primal_cart(edge, n, 3, 1), dual_cart(edge, n, 3, 1), vert_vert_length(edge, n, 1, 1);
  Components primal(n, 1), dual(n, 1), primal_cell(n, 2), dual_cell(n, 2), primal_vert(n, 4), dual_vert(n, 4);
#pragma omp parallel for schedule(static)
  for (int e = 0; e < n; ++e) {
    const Vector v0 = at(vertices, g.e2v(e, 0)), v1 = at(vertices, g.e2v(e, 1));
    const double sign = g.edge_system_orientation(e);
    const int far_0 = e2c2v(e, 2), far_1 = e2c2v(e, 3);
    if (torus) {
      const Vector t = unit(sign * torus_difference(v0, v1, g)), r = unit({-t.y, t.x, 0});
      put(dual_cart, e, t);
      put(primal_cart, e, r);
      const Wind along{t.x, t.y}, across{r.x, r.y};
      primal.set(e, 0, across);
      dual.set(e, 0, along);
      for (int j = 0; j < 2; ++j) primal_cell.set(e, j, across), dual_cell.set(e, j, along);
      for (int j = 0; j < 4; ++j) primal_vert.set(e, j, across), dual_vert.set(e, j, along);
      const Vector d = torus_difference(at(vertices, far_0), at(vertices, far_1), g);
      vert_vert_length(e) = std::sqrt(d.x * d.x + d.y * d.y);
      continue;
    }
    const Vector t = unit(sign * (v1 - v0)), r = unit(cross(at(edges, e), t));
    put(dual_cart, e, t);
    put(primal_cart, e, r);
    primal.set(e, 0, zonal_meridional(g.elat(e), g.elon(e), r));
    dual.set(e, 0, zonal_meridional(g.elat(e), g.elon(e), t));
    for (int j = 0; j < 2; ++j)
      if (const int c = e2c(e, j); c >= 0) {
        primal_cell.set(e, j, zonal_meridional(g.clat(c), g.clon(c), r));
        dual_cell.set(e, j, zonal_meridional(g.clat(c), g.clon(c), t));
      }
    if (e < start_vert) continue;  // the outermost row has no second far vertex
    for (int j = 0; j < 4; ++j)
      if (const int v = e2c2v(e, j); v >= 0) {
        primal_vert.set(e, j, zonal_meridional(g.vlat(v), g.vlon(v), r));
        dual_vert.set(e, j, zonal_meridional(g.vlat(v), g.vlon(v), t));
      }
    if (far_0 >= 0 && far_1 >= 0) vert_vert_length(e) = g.radius * std::acos(dot(at(vertices, far_0), at(vertices, far_1)));
  }
  const auto keep = [&](const std::string& name, Components& c) {
    fields[name + "_1"] = std::move(c.first);
    fields[name + "_2"] = std::move(c.second);
  };
  keep("primal_normal", primal);
  keep("dual_normal", dual);
  keep("primal_normal_cell", primal_cell);
  keep("dual_normal_cell", dual_cell);
  keep("primal_normal_vert", primal_vert);
  keep("dual_normal_vert", dual_vert);
  fields["primal_cart_normal"] = std::move(primal_cart);
  fields["dual_cart_normal"] = std::move(dual_cart);
  fields["inv_vert_vert_length"] = inverse(vert_vert_length);
  fields["vert_vert_length"] = std::move(vert_vert_length);
}

HostTable file_rows(Location l, const std::vector<int>& rows) {
  HostTable out(l, static_cast<int>(rows.size()), 1, 1);
  out.values = rows;
  return out;
}

}  // namespace

GridMeans grid_means(const Grid& g) {
  GridMeans m{};
  if (g.geometry == GridGeometry::torus) {
    // row 0 of the file, wherever it lies now
    int first = 0;
    for (int e = 0; e < static_cast<int>(g.file_edge.size()); ++e)
      if (g.file_edge[static_cast<std::size_t>(e)] == 0) first = e;
    m.edge_length = g.edge_length(first);
    m.cell_area = m.edge_length * m.edge_length * std::sqrt(3.0) / 4;
    m.dual_area = 2 * m.cell_area;
  } else {
    const double cells = 20.0 * g.root * g.root * std::pow(4.0, g.level), sphere = 4 * pi * g.radius * g.radius;
    m.cell_area = sphere / cells;
    m.dual_area = sphere / (cells / 2 + 2);
    m.edge_length = std::sqrt(4 * m.cell_area / std::sqrt(3.0));
  }
  m.dual_edge_length = m.edge_length / std::sqrt(3.0);
  m.characteristic_length = std::sqrt(m.cell_area);
  return m;
}

void add_grid(CaseData& data, const Grid& g) {
  const Sizes& s = g.sizes;
  data.sizes.n_cells = s.n_cells;
  data.sizes.n_edges = s.n_edges;
  data.sizes.n_vertices = s.n_vertices;
  data.limited_area = g.limited_area;
  data.mean_cell_area = grid_means(g).cell_area;
  data.zones = {zones_of(cell, g.refin_c_ctrl), zones_of(edge, g.refin_e_ctrl), zones_of(vertex, g.refin_v_ctrl)};
  if (data.fixed.source.empty()) data.fixed.source = g.source;

  auto& t = data.fixed.tables;
  t["c2e"] = g.c2e;
  t["c2v"] = g.c2v;
  t["c2e2c"] = g.c2e2c;
  t["e2c"] = g.e2c;
  t["e2v"] = g.e2v;
  t["v2e"] = g.v2e;
  t["v2c"] = g.v2c;
  t["e2c2e"] = make_e2c2e(g.e2c, g.c2e);
  t["e2c2v"] = make_e2c2v(g.e2c, g.e2v, g.c2v);
  t["c2e2c2e"] = make_c2e2c2e(g.c2e2c, g.c2e);
  t["refin_c_ctrl"] = g.refin_c_ctrl;
  t["refin_e_ctrl"] = g.refin_e_ctrl;
  t["refin_v_ctrl"] = g.refin_v_ctrl;
  t["owner_mask_c"] = HostTable(cell, s.n_cells, 1, 1, 1);
  if (!g.file_cell.empty()) {
    t["file_cell"] = file_rows(cell, g.file_cell);
    t["file_edge"] = file_rows(edge, g.file_edge);
    t["file_vertex"] = file_rows(vertex, g.file_vertex);
  }

  auto& f = data.fixed.fields;
  f["area"] = g.cell_area;
  f["dual_area"] = g.dual_area;
  f["clat"] = g.clat;
  f["clon"] = g.clon;
  f["elat"] = g.elat;
  f["elon"] = g.elon;
  f["vlat"] = g.vlat;
  f["vlon"] = g.vlon;
  const bool torus = g.geometry == GridGeometry::torus;
  f["cell_center"] = torus ? g.cell_position : sphere_positions(g.clat, g.clon);
  f["edge_center"] = torus ? g.edge_position : sphere_positions(g.elat, g.elon);
  f["vertex_position"] = torus ? g.vertex_position : sphere_positions(g.vlat, g.vlon);
  f["cells_edge_orientation"] = g.orientation_of_normal;
  f["v_edge_orientation"] = g.edge_orientation;
  f["tangent_orientation"] = g.edge_system_orientation;
  f["primal_edge_length"] = g.edge_length;
  f["dual_edge_length"] = g.dual_edge_length;
  f["inv_primal_edge_length"] = inverse(g.edge_length);
  f["inv_dual_edge_length"] = inverse(g.dual_edge_length);
  f["edge_cell_length"] = g.edge_cell_distance;
  f["edge_vert_length"] = g.edge_vert_distance;
  HostField &area_edge = f["area_edge"] = HostField(edge, s.n_edges, 1, 1), &f_e = f["f_e"] = HostField(edge, s.n_edges, 1, 1);
#pragma omp parallel for schedule(static)
  for (int e = 0; e < s.n_edges; ++e) {
    area_edge(e) = g.edge_length(e) * g.dual_edge_length(e);
    f_e(e) = torus ? 0 : 2 * angular_velocity * std::sin(g.elat(e));
  }
  add_normals(data, g);
}

}  // namespace icodyn

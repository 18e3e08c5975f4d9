// For tests: fields made from a function of the indices, and a doubly periodic mesh of equilateral triangles whose coefficients are
// known in closed form.
#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/arena.hpp"
#include "runtime/stream.hpp"
#include "state/state.hpp"
#include "state/static_fields.hpp"
#include "state/transfer.hpp"

namespace icodyn::test {

inline constexpr double poison = -0x1p100;  // a value that no kernel produces, exact in float too
// Rounding bound of a test: the kernels also run in builds with vp or wp = float.
template <class T>
constexpr double rounding(double scale) {
  return 64 * static_cast<double>(std::numeric_limits<T>::epsilon()) * scale;
}

// Device fields with the lifetime of the test.
class Fields {
 public:
  Device device = select_device("auto");
  Stream stream{device};

  template <class T, class F>
  Field<T> field(int rows, int levels, const F& value) {
    Field<T> f;
    arena().declare(f, "test", rows, levels);
    arenas_.back()->commit();
    HostField h(Location::none, rows, 1, levels);
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k < levels; ++k) h(i, 0, k) = static_cast<double>(value(i, k));
    upload_field(f, h, 0, device);
    return f;
  }
  template <class T, int N, class F>
  Coeff<T, N> coeff(int rows, const F& value) {
    Coeff<T, N> a;
    arena().declare(a, "test", rows);
    arenas_.back()->commit();
    HostField h(Location::none, rows, N, 1);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < N; ++j) h(i, j) = static_cast<double>(value(i, j));
    upload_coeff(a, h, device);
    return a;
  }
  template <int N>
  Table<N> table(const std::vector<std::array<int, N>>& t) {
    return coeff<const int, N>(static_cast<int>(t.size()),
                               [&](int i, int j) { return t[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]; });
  }
  template <class T, class F>
  Row<T> row(int rows, const F& value) {
    Row<T> r;
    arena().declare(r, "test", rows);
    arenas_.back()->commit();
    upload_line(r.data, line(rows, value), device);
    return r;
  }
  template <class T, class F>
  Profile<T> profile(int levels, const F& value) {
    Profile<T> p;
    arena().declare(p, "test", levels);
    arenas_.back()->commit();
    upload_line(p.data, line(levels, value), device);
    return p;
  }
  template <class T>
  HostField read(const Field<T>& f, int rows, int levels) {
    stream.synchronize();
    HostField h(Location::none, rows, 1, levels);
    download_field(f, h, device);
    return h;
  }
  template <class T>
  std::vector<double> read(const T* data, int n) {
    stream.synchronize();
    HostField h(Location::none, n, 1, 1);
    download_line(data, h, device);
    return h.values;
  }

 private:
  Arena& arena() { return *arenas_.emplace_back(std::make_unique<Arena>(device)); }
  template <class F>
  static std::vector<double> line(int n, const F& value) {
    std::vector<double> v(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = static_cast<double>(value(i));
    return v;
  }
  std::vector<std::unique_ptr<Arena>> arenas_;
};

// A smooth, sign-changing function of two indices without symmetry.
inline double wave(int i, int k, double a = 1) { return std::sin(0.7 * i + 1.3 * k + a) + 0.3 * std::cos(2.1 * i - 0.4 * k * a); }

// nx x ny rhombi of two triangles each. Vertex (i, j) is j*nx + i; cells 2n (up) and 2n+1 (down), edges 3n (along x), 3n+1 (opposite),
// 3n+2 (along the second axis) of the rhombus n at vertex n. nx, ny >= 3 so that all neighbors are distinct.
struct TinyTorus {
  int nx, ny;
  double length = 1000;  // of an edge [m]
  int n_cells, n_edges, n_vertices;
  double area, area_edge, dual_area, dual_length;  // cell, edge quadrilateral, hexagon [m2]; between cell centers [m]
  std::vector<std::array<int, 3>> c2e, c2e2c;
  std::vector<std::array<int, 2>> e2c, e2v;
  std::vector<std::array<int, 4>> e2c2v, e2c2e;
  std::vector<std::array<int, 6>> v2e, v2c;
  std::vector<std::array<double, 2>> normal;     // from e2c[0] to e2c[1]
  std::vector<std::array<double, 2>> tangent;    // (tangent, normal, up) is right-handed
  std::vector<double> tangent_orientation;       // times e2v[0] -> e2v[1] is the tangent

  TinyTorus(int nx_, int ny_)
      : nx(nx_), ny(ny_), n_cells(2 * nx * ny), n_edges(3 * nx * ny), n_vertices(nx * ny) {
    area = std::sqrt(3.0) / 4 * length * length;
    dual_length = length / std::sqrt(3.0);
    area_edge = length * dual_length;
    dual_area = 2 * area;  // six triangles, a third of each
    const auto s = [](int n) { return static_cast<std::size_t>(n); };
    c2e.resize(s(n_cells)), c2e2c.resize(s(n_cells));
    e2c.resize(s(n_edges)), e2v.resize(s(n_edges)), e2c2v.resize(s(n_edges)), e2c2e.resize(s(n_edges));
    normal.resize(s(n_edges)), tangent.resize(s(n_edges)), tangent_orientation.resize(s(n_edges));
    v2e.resize(s(n_vertices)), v2c.resize(s(n_vertices));
    const double h = std::sqrt(3.0) / 2;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const int n = at(i, j), up = 2 * n, down = 2 * n + 1, x = 3 * n, d = 3 * n + 1, y = 3 * n + 2;
        c2e[s(up)] = {x, d, y};
        c2e[s(down)] = {d, 3 * at(i, j + 1), 3 * at(i + 1, j) + 2};
        e2c[s(x)] = {2 * at(i, j - 1) + 1, up};
        e2c[s(d)] = {up, down};
        e2c[s(y)] = {2 * at(i - 1, j) + 1, up};
        e2v[s(x)] = {n, at(i + 1, j)};
        e2v[s(d)] = {at(i + 1, j), at(i, j + 1)};
        e2v[s(y)] = {n, at(i, j + 1)};
        e2c2v[s(x)] = {e2v[s(x)][0], e2v[s(x)][1], at(i + 1, j - 1), at(i, j + 1)};
        e2c2v[s(d)] = {e2v[s(d)][0], e2v[s(d)][1], n, at(i + 1, j + 1)};
        e2c2v[s(y)] = {e2v[s(y)][0], e2v[s(y)][1], at(i - 1, j + 1), at(i + 1, j)};
        normal[s(x)] = {0, 1}, normal[s(d)] = {h, 0.5}, normal[s(y)] = {h, -0.5};
        v2e[s(n)] = {x, y, 3 * at(i - 1, j) + 1, 3 * at(i - 1, j), 3 * at(i, j - 1) + 2, 3 * at(i, j - 1) + 1};
        v2c[s(n)] = {up, 2 * at(i - 1, j) + 1, 2 * at(i - 1, j), 2 * at(i - 1, j - 1) + 1, 2 * at(i, j - 1), 2 * at(i, j - 1) + 1};
      }
    const std::array<std::array<double, 2>, 3> along = {{{1, 0}, {-0.5, h}, {0.5, h}}};  // e2v[0] -> e2v[1]
    for (int e = 0; e < n_edges; ++e) {
      const auto& nrm = normal[s(e)];
      tangent[s(e)] = {nrm[1], -nrm[0]};  // t x n = up
      const auto& a = along[s(e % 3)];
      tangent_orientation[s(e)] = a[0] * tangent[s(e)][0] + a[1] * tangent[s(e)][1] > 0 ? 1 : -1;
      for (int m = 0; m < 2; ++m) {
        const int c = e2c[s(e)][s(m)];
        int local = 0;
        while (c2e[s(c)][s(local)] != e) ++local;
        c2e2c[s(c)][s(local)] = e2c[s(e)][s(1 - m)];
        e2c2e[s(e)][s(2 * m)] = c2e[s(c)][s((local + 1) % 3)];
        e2c2e[s(e)][s(2 * m + 1)] = c2e[s(c)][s((local + 2) % 3)];
      }
    }
  }
  int at(int i, int j) const { return (j + ny) % ny * nx + (i + nx) % nx; }

  double normal_wind(int e, double u, double v) const {
    const auto& n = normal[static_cast<std::size_t>(e)];
    return u * n[0] + v * n[1];
  }
  double tangential_wind(int e, double u, double v) const {
    const auto& t = tangent[static_cast<std::size_t>(e)];
    return u * t[0] + v * t[1];
  }

  // Coefficients in closed form.
  double geofac_div(int c, int j) const {
    const int e = c2e[static_cast<std::size_t>(c)][static_cast<std::size_t>(j)];
    return (e2c[static_cast<std::size_t>(e)][0] == c ? 1 : -1) * length / area;
  }
  double geofac_rot(int v, int j) const {
    const int e = v2e[static_cast<std::size_t>(v)][static_cast<std::size_t>(j)];
    // the tangent points away from or towards the vertex; walking counterclockwise the normal is on the left of it
    const bool starts_here = e2v[static_cast<std::size_t>(e)][0] == v;
    const double outward = tangent_orientation[static_cast<std::size_t>(e)] * (starts_here ? 1 : -1);
    return outward * dual_length / dual_area;
  }
  double geofac_n2s(int, int j) const { return (j == 0 ? -3 : 1) * length / (dual_length * area); }
  // gradient of the divergence: (div(cell 1) - div(cell 0)) / dual_length as weights of the edge and its four neighbors
  double geofac_grdiv(int e, int j) const {
    const auto& cells = e2c[static_cast<std::size_t>(e)];
    const auto weight = [&](int c, int edge) {
      for (int l = 0; l < 3; ++l)
        if (c2e[static_cast<std::size_t>(c)][static_cast<std::size_t>(l)] == edge) return geofac_div(c, l);
      return 0.0;
    };
    if (j == 0) return (weight(cells[1], e) - weight(cells[0], e)) / dual_length;
    const int other = e2c2e[static_cast<std::size_t>(e)][static_cast<std::size_t>(j - 1)];
    return (j <= 2 ? -weight(cells[0], other) : weight(cells[1], other)) / dual_length;
  }
  // exact for a constant wind: least squares over the four neighbors
  double rbf_vec_coeff_e(int e, int j) const {
    double xx = 0, xy = 0, yy = 0;
    for (int other : e2c2e[static_cast<std::size_t>(e)]) {
      const auto& n = normal[static_cast<std::size_t>(other)];
      xx += n[0] * n[0], xy += n[0] * n[1], yy += n[1] * n[1];
    }
    const auto& n = normal[static_cast<std::size_t>(e2c2e[static_cast<std::size_t>(e)][static_cast<std::size_t>(j)])];
    const auto& t = tangent[static_cast<std::size_t>(e)];
    const double det = xx * yy - xy * xy;
    return (t[0] * (yy * n[0] - xy * n[1]) + t[1] * (xx * n[1] - xy * n[0])) / det;
  }
  // three directions, each twice: the sum of n n^T is 3 times the unit matrix
  double rbf_vec_coeff_v(int v, int j, int component) const {
    const int e = v2e[static_cast<std::size_t>(v)][static_cast<std::size_t>(j)];
    return normal[static_cast<std::size_t>(e)][static_cast<std::size_t>(component)] / 3;
  }

  // Static fields of a flat domain with layers of thickness dz: everything that a kernel may read is set, what is not listed is 0.
  CaseData case_data(int nlev, double dz = 500) const;
};

namespace detail {
// Every field of for_each_static as zeros.
struct Zeros {
  HostFields& out;
  const Sizes& sizes;
  template <class T>
  void add(const char* name, Location l, int rows, int slots, int levels) const {
    std::string base = name;
    if (const auto colon = base.find(':'); colon != std::string::npos) {
      slots = std::atoi(base.c_str() + colon + 1) + 1;
      base.resize(colon);
      if (base.rfind("zd_", 0) == 0) return;  // optional
    }
    if (base == "pg_exdist" || base.rfind("zd_", 0) == 0) return;
    if constexpr (std::is_same_v<std::remove_const_t<T>, int>)
      out.tables[base] = HostTable(l, rows, slots, levels);
    else
      out.fields[base] = HostField(l, rows, slots, levels);
  }
  template <class T>
  void operator()(const char* n, Field<T>&, Location l, int levels) const { add<T>(n, l, sizes.rows(l), 1, levels); }
  template <class T, int N>
  void operator()(const char* n, Coeff<T, N>&, Location l) const { add<T>(n, l, sizes.rows(l), N, 1); }
  template <class T>
  void operator()(const char* n, Row<T>&, Location l) const { add<T>(n, l, sizes.rows(l), 1, 1); }
  template <class T>
  void operator()(const char* n, Profile<T>&, int levels) const { add<T>(n, Location::none, 1, 1, levels); }
};
}  // namespace detail

inline CaseData TinyTorus::case_data(int nlev, double dz) const {
  CaseData d;
  d.sizes = {n_cells, n_edges, n_vertices, nlev};
  d.zones = {compute_zones(Location::cell, n_cells, {}, {}, {}), compute_zones(Location::edge, n_edges, {}, {}, {}),
             compute_zones(Location::vertex, n_vertices, {}, {}, {})};
  d.mean_cell_area = area;
  d.nrdmax = 1;
  for (int k = 0; k <= nlev; ++k) d.vct_a.push_back(dz * (nlev - k)), d.vct_b.push_back(0);
  d.fixed.source = "tiny torus";
  StaticFields s;
  s.sizes = d.sizes;
  for_each_static(s, detail::Zeros{d.fixed, d.sizes});

  const auto table = [&](const char* name, const auto& t) {
    HostTable& out = d.fixed.tables.at(name);
    for (int i = 0; i < out.rows; ++i)
      for (int j = 0; j < out.slots; ++j) out(i, j) = t[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  };
  table("c2e", c2e), table("c2e2c", c2e2c), table("e2c", e2c), table("e2v", e2v), table("e2c2v", e2c2v), table("e2c2e", e2c2e);
  table("v2e", v2e), table("v2c", v2c);
  for (const char* mask : {"owner_mask_c", "mask_prog_halo_c"})
    for (int& v : d.fixed.tables.at(mask).values) v = 1;

  const auto set = [&](const char* name, const auto& value) {
    HostField& f = d.fixed.fields.at(name);
    for (int j = 0; j < f.slots; ++j)
      for (int i = 0; i < f.rows; ++i)
        for (int k = 0; k < f.levels; ++k) f(i, j, k) = value(i, j);
  };
  const auto all = [&](const char* name, double value) { set(name, [&](int, int) { return value; }); };
  all("area", area), all("area_edge", area_edge), all("inv_primal_edge_length", 1 / length);
  all("inv_dual_edge_length", 1 / dual_length), all("inv_vert_vert_length", 1 / (std::sqrt(3.0) * length));
  set("tangent_orientation", [&](int e, int) { return tangent_orientation[static_cast<std::size_t>(e)]; });
  for (int c = 0; c < 2; ++c) {
    const std::string n = c == 0 ? "1" : "2";
    for (const char* at_what : {"cell_", "vert_"}) {
      set((std::string("primal_normal_") + at_what + n).c_str(),
          [&](int e, int) { return normal[static_cast<std::size_t>(e)][static_cast<std::size_t>(c)]; });
      set((std::string("dual_normal_") + at_what + n).c_str(),
          [&](int e, int) { return tangent[static_cast<std::size_t>(e)][static_cast<std::size_t>(c)]; });
    }
    set(("rbf_vec_coeff_v" + n).c_str(), [&](int v, int j) { return rbf_vec_coeff_v(v, j, c); });
  }
  all("c_lin_e", 0.5), all("c_intp", 1.0 / 6), all("e_bln_c_s", 1.0 / 3);
  set("geofac_div", [&](int c, int j) { return geofac_div(c, j); });
  set("geofac_rot", [&](int v, int j) { return geofac_rot(v, j); });
  set("geofac_n2s", [&](int c, int j) { return geofac_n2s(c, j); });
  set("geofac_grdiv", [&](int e, int j) { return geofac_grdiv(e, j); });
  set("rbf_vec_coeff_e", [&](int e, int j) { return rbf_vec_coeff_e(e, j); });
  all("ddqz_z_half", dz), all("inv_ddqz_z_full", 1 / dz), all("ddqz_z_full_e", dz), all("wgtfac_c", 0.5), all("wgtfac_e", 0.5);
  set("wgtfacq_e", [](int, int j) { return j == 0 ? 1.875 : j == 1 ? -1.25 : 0.375; });
  set("wgtfacq_c", [](int, int j) { return j == 0 ? 1.875 : j == 1 ? -1.25 : 0.375; });
  all("coeff1_dwdz", 1 / (2 * dz)), all("coeff2_dwdz", 1 / (2 * dz)), all("coeff_gradekin", 1 / dual_length);
  all("theta_ref_mc", 300), all("exner_ref_mc", 1), all("rho_ref_mc", 1);
  return d;
}

// A limited area cut from a torus of 5 x 6 rhombi, whose rows of rhombi serve as zones: row 0 boundary, 1 nudging, 2 and 3 interior, 4
// first halo line, 5 second. The rows of cells are 10, of edges 15 long; row j of edges lies between rows j-1 and j of cells or in row j.
struct Strip {
  TinyTorus mesh{5, 6};
  static constexpr int cells = 10, edges = 15;
  CaseData case_data(int nlev) const {
    CaseData d = mesh.case_data(nlev);
    d.limited_area = true;
    const auto bounds = [](ZoneBounds& z, int row, std::initializer_list<Zone> first_row, std::initializer_list<Zone> second_row,
                           std::initializer_list<Zone> third_row) {
      const auto put = [&](Zone zone, int begin) { z.begin[static_cast<std::size_t>(zone)] = begin; };
      for (Zone zone : first_row) put(zone, 0);
      for (Zone zone : second_row) put(zone, row);
      for (Zone zone : third_row) put(zone, 2 * row);
      const auto end = [&](Zone zone, int finish) { z.finish[static_cast<std::size_t>(zone)] = finish; };
      end(Zone::local, 4 * row), end(Zone::halo, 5 * row), end(Zone::halo_level_2, 6 * row);
    };
    bounds(d.zones.cells, cells, {Zone::lateral_boundary_level_4}, {Zone::nudging}, {Zone::interior});
    bounds(d.zones.edges, edges, {}, {Zone::lateral_boundary_level_5, Zone::lateral_boundary_level_7, Zone::nudging},
           {Zone::nudging_level_2});
    return d;
  }
};

// Static fields and state of a case on the device.
struct TinyCase {
  Device device = select_device("auto");
  Stream stream{device};
  Arena arena{device};
  StaticFields fixed;
  State state;
  explicit TinyCase(const CaseData& data) {
    declare(fixed, data, arena);
    declare(state, data.sizes, arena);
    arena.commit();
    upload(fixed, data, device);
    clear(state, device);
  }
  template <class F>
  void set(const std::string& name, const F& value) {
    HostField h = download(state, name, device);
    for (int i = 0; i < h.rows; ++i)
      for (int k = 0; k < h.levels; ++k) h(i, 0, k) = value(i, k);
    upload(state, name, h, device);
  }
  HostField get(const std::string& name) {
    stream.synchronize();
    return download(state, name, device);
  }
};

}  // namespace icodyn::test

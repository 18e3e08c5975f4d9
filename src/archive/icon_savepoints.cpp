#include "archive/icon_savepoints.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cmath>
#include <optional>

namespace icodyn {

namespace {

constexpr auto none = Location::none, cell = Location::cell, edge = Location::edge, vertex = Location::vertex;

std::string shape_of(const RawField& f) { return f.dims.empty() ? "1" : fmt::format("{}", fmt::join(f.dims, " x ")); }

// One savepoint of an archive with the counts that its fields are cut to.
struct Reader {
  const Archive& archive;
  int savepoint;
  Sizes sizes;

  std::string place(const std::string& field) const { return archive.place(savepoint, field); }
  bool has(const std::string& field) const { return archive.has(savepoint, field); }
  [[noreturn]] void fail(const std::string& field, const std::string& what) const { throw DataError(place(field) + ": " + what); }

  // First of several spellings that the savepoint has.
  std::string spelling(const std::vector<std::string>& names) const {
    for (const std::string& n : names)
      if (has(n)) return n;
    fail(names.front(), "is missing");
  }
  RawField raw(const std::string& field) const {
    if (!has(field)) fail(field, "is missing");
    return archive.read(savepoint, field);
  }
  double number(const std::string& name) const {
    const auto v = archive.number(savepoint, name);
    if (!v) fail(name, "is missing (neither metainfo nor a one-element field)");
    return *v;
  }
  int integer(const std::string& name, int low, int high) const {
    const double v = number(name);
    if (v != std::floor(v) || v < low || v > high) fail(name, fmt::format("is {}, expected an integer in {} .. {}", v, low, high));
    return static_cast<int>(v);
  }

  // Extent of an axis of the raw field; axes of length 1 were dropped by the archive, so absent axes count as 1.
  static int extent(const RawField& f, std::size_t axis) { return axis < f.dims.size() ? f.dims[axis] : 1; }

  // (rows, slots): level-independent values with `slots` neighbors, horizontal axis first and possibly padded.
  HostField coefficients(const std::string& field, Location at, int slots, bool exact = true) const {
    const RawField f = raw(field);
    const int rows = sizes.rows(at), stored = extent(f, 0), columns = extent(f, 1);
    if (stored < rows || (exact ? columns != slots : columns < slots) || f.dims.size() > 2)
      fail(field, fmt::format("has shape {}, expected at least {} {}s x {}", shape_of(f), rows, name_of(at), slots));
    HostField out(at, rows, slots, 1);
    for (int j = 0; j < slots; ++j)
      for (int i = 0; i < rows; ++i)
        out(i, j) = f.values[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * static_cast<std::size_t>(stored)];
    return out;
  }
  // Stored neighbor-first: (slots, [components,] rows).
  HostField neighbor_first(const std::string& field, Location at, int slots, int component = 0, int components = 1) const {
    const RawField f = raw(field);
    const int rows = sizes.rows(at);
    const std::size_t row_axis = components > 1 ? 2 : 1;
    if (extent(f, 0) != slots || extent(f, row_axis) < rows || (components > 1 && extent(f, 1) != components) || f.dims.size() != row_axis + 1)
      fail(field, fmt::format("has shape {}, expected {}{} x at least {} {}s", shape_of(f), slots,
                              components > 1 ? fmt::format(" x {}", components) : "", rows, name_of(at)));
    HostField out(at, rows, slots, 1);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < slots; ++j)
        out(i, j) = f.values[static_cast<std::size_t>(j) + static_cast<std::size_t>(slots) *
                             (static_cast<std::size_t>(component) + static_cast<std::size_t>(components) * static_cast<std::size_t>(i))];
    return out;
  }
  HostField levels(const std::string& field, Location at, int n_levels) const {
    HostField out = read_field(archive, savepoint, field, at, sizes);
    if (out.levels != n_levels)
      fail(field, fmt::format("has {} levels, expected {}", out.levels, n_levels));
    return out;
  }
  HostField profile(const std::string& field, int n) const { return levels(field, none, n); }

  // Whole numbers of a (rows, slots) field.
  HostTable integers(const std::string& field, Location at, int slots, bool exact = true) const {
    const HostField f = coefficients(field, at, slots, exact);
    HostTable out(at, f.rows, f.slots, 1);
    for (std::size_t n = 0; n < f.values.size(); ++n) {
      if (f.values[n] != std::floor(f.values[n]) || std::abs(f.values[n]) > 2147483647.0)
        fail(field, fmt::format("holds {}, which is not an integer", f.values[n]));
      out.values[n] = static_cast<int>(f.values[n]);
    }
    return out;
  }
  // 1-based table with 0 or -1 for a missing neighbor -> 0-based with -1.
  HostTable table(const std::string& field, Location at, int slots, Location to, bool holes_allowed) const {
    HostTable t = integers(field, at, slots, false);
    const int limit = sizes.rows(to);
    for (int j = 0; j < slots; ++j)
      for (int i = 0; i < t.rows; ++i) {
        const int v = t(i, j);
        if (v > limit || v < -1 || (v < 1 && !holes_allowed))
          fail(field, fmt::format("entry ({}, {}) is {}, expected 1 .. {} ({}s){}", i + 1, j + 1, v, limit, name_of(to),
                                  holes_allowed ? ", or 0 or -1 for a missing one" : ""));
        t(i, j) = v < 1 ? -1 : v - 1;
      }
    return t;
  }
  // 1-based start and inclusive end of every zone. They are only checked: the bounds themselves come from the refinement control, because
  // ICON's arrays of the edges are zero or contradict each other in some data sets (spec/grid.md section 9).
  void check_zone_arrays(const std::string& letter, Location at, int entries) const {
    const int n = sizes.rows(at);
    std::vector<double> bound[2];
    const std::string names[2] = {letter + "_start_index", letter + "_end_index"};
    for (int which = 0; which < 2; ++which) {
      if (!has(names[which])) return;
      bound[which] = raw(names[which]).values;
      const auto& values = bound[which];
      if (values.size() != static_cast<std::size_t>(entries))
        fail(names[which], fmt::format("has {} entries, expected {}", values.size(), entries));
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!(values[i] >= 0) || values[i] > n + 1 - which || values[i] != std::floor(values[i]))
          fail(names[which], fmt::format("entry {} is {}, expected 0 .. {}", i + 1, values[i], n + 1 - which));
    }
    for (std::size_t i = 0; i < bound[0].size(); ++i) {
      if (bound[0][i] <= bound[1][i] + 1) continue;
      const std::string what = fmt::format("entry {} is {}, but {} there is {}", i + 1, bound[0][i], names[1], bound[1][i]);
      if (at != edge) fail(names[0], what);
      spdlog::warn("{}: {}; zones are computed from the refinement control", place(names[0]), what);
      return;
    }
  }
  // Indices of a list-type field: 1-based in the archive, 0-based here.
  std::vector<int> list(const std::string& field, int limit) const {
    const RawField f = raw(field);
    std::vector<int> out;
    for (std::size_t n = 0; n < f.values.size(); ++n) {
      const double v = f.values[n];
      if (v != std::floor(v) || v < 1 || v > limit) fail(field, fmt::format("entry {} is {}, expected 1 .. {}", n + 1, v, limit));
      out.push_back(static_cast<int>(v) - 1);
    }
    return out;
  }
};

void check_finite(const Reader& r, const std::string& field, const HostField& f) {
  for (int s = 0; s < f.slots; ++s)
    for (int i = 0; i < f.rows; ++i)
      for (int k = 0; k < f.levels; ++k)
        if (!std::isfinite(f(i, s, k)))
          r.fail(field, fmt::format("is {} at row {}, level {}; the state must be finite", f(i, s, k), i + 1, k + 1));
}

// Optional rows, all zero or one where the archive has none.
HostTable mask(const Reader& r, const std::string& field, Location at, int otherwise) {
  if (!r.has(field)) return HostTable(at, r.sizes.rows(at), 1, 1, otherwise);
  HostTable t = r.integers(field, at, 1);
  for (int& v : t.values) v = v != 0 ? 1 : 0;
  return t;
}

ZoneBounds zones_of(const Reader& r, CaseData& c, Location at, const char* letter, int entries) {
  const std::string p = letter;
  const int n = r.sizes.rows(at);
  r.check_zone_arrays(p, at, entries);
  std::vector<int> control, halo;
  for (const std::string& name : {p + "_refin_ctl", p + "_refin_ctrl"}) {
    if (!r.has(name) || !control.empty()) continue;
    const RawField f = r.raw(name);
    if (f.values.size() == 1 && f.values[0] == 0 && n > 1) continue;  // a grid without refinement control
    control = r.integers(name, at, 1).values;
    c.fixed.tables[p + "_refin_ctl"] = HostTable(at, n, 1, 1);
    c.fixed.tables[p + "_refin_ctl"].values = control;
  }
  if (r.has(p + "_decomp_domain")) halo = r.integers(p + "_decomp_domain", at, 1).values;
  const HostTable owner = mask(r, p + "_owner_mask", at, 1);
  return compute_zones(at, n, control, std::vector<char>(owner.values.begin(), owner.values.end()), halo);
}

void read_grid(Reader& r, CaseData& c) {
  Sizes& s = r.sizes;
  constexpr int many = 2000000000;
  s.n_cells = r.integer("num_cells", 1, many);
  s.n_edges = r.integer("num_edges", 1, many);
  s.n_vertices = r.integer("num_vert", 1, many);
  const RawField vct_a = r.raw("vct_a");
  s.nlev = static_cast<int>(vct_a.values.size()) - 1;
  if (const auto nlev = r.archive.number(r.savepoint, "nlev"); nlev && *nlev != s.nlev)
    r.fail("vct_a", fmt::format("has {} values, but the savepoint says nlev = {}", vct_a.values.size(), *nlev));
  if (s.nlev < 3) r.fail("vct_a", fmt::format("has {} values; at least 4 are needed (3 levels)", vct_a.values.size()));
  c.sizes = s;
  c.vct_a = vct_a.values;
  for (int k = 0; k <= s.nlev; ++k)
    if (!std::isfinite(c.vct_a[static_cast<std::size_t>(k)]) || (k > 0 && !(c.vct_a[static_cast<std::size_t>(k)] < c.vct_a[static_cast<std::size_t>(k) - 1])))
      r.fail("vct_a", fmt::format("is {} at half level {}; heights must fall from the model top to the surface", c.vct_a[static_cast<std::size_t>(k)], k + 1));
  if (r.has("vct_b")) c.vct_b = r.profile("vct_b", s.nlev + 1).values;
  c.nflatlev = r.integer("nflatlev", 1, s.nlev + 1) - 1;
  c.nflat_gradp = r.integer("nflat_gradp", 1, s.nlev + 1) - 1;
  c.nrdmax = r.integer("nrdmax", 1, s.nlev + 1) - 1;
  c.mean_cell_area = r.number("mean_cell_area");
  if (!(c.mean_cell_area > 0) || !std::isfinite(c.mean_cell_area)) r.fail("mean_cell_area", fmt::format("is {}", c.mean_cell_area));
  c.zones = {zones_of(r, c, cell, "c", 14), zones_of(r, c, edge, "e", 24), zones_of(r, c, vertex, "v", 13)};
  if (const auto lam = r.archive.number(r.savepoint, "limited_area"))
    c.limited_area = *lam != 0;
  else
    c.limited_area = c.zones.cells.end(Zone::lateral_boundary) > 0;

  auto& t = c.fixed.tables;
  t["c2e"] = r.table("c2e", cell, 3, edge, false);
  t["c2e2c"] = r.table("c2e2c", cell, 3, cell, true);
  t["e2c"] = r.table("e2c", edge, 2, cell, true);
  t["e2c2v"] = r.table("e2v", edge, 4, vertex, true);  // misnamed in ICON: the four vertices of the diamond
  t["e2v"] = HostTable(edge, s.n_edges, 2, 1);
  for (int i = 0; i < s.n_edges; ++i)
    for (int j = 0; j < 2; ++j)
      if ((t["e2v"](i, j) = t["e2c2v"](i, j)) < 0) r.fail("e2v", fmt::format("edge {} lacks end vertex {}", i + 1, j + 1));
  t["e2c2e"] = r.table("e2c2e", edge, 4, edge, true);
  t["v2e"] = r.table("v2e", vertex, 6, edge, true);
  t["v2c"] = r.table("v2c", vertex, 6, cell, true);
  if (r.has("c2v")) t["c2v"] = r.table("c2v", cell, 3, vertex, false);
  t["owner_mask_c"] = mask(r, "c_owner_mask", cell, 1);

  auto& f = c.fixed.fields;
  f["area"] = r.coefficients("cell_areas", cell, 1);
  f["area_edge"] = r.coefficients("edge_areas", edge, 1);
  for (const char* name : {"inv_primal_edge_length", "inv_dual_edge_length", "inv_vert_vert_length", "tangent_orientation", "f_e"})
    f[name] = r.coefficients(name, edge, 1);
  for (const char* vector : {"primal_normal", "dual_normal"})
    for (int i = 0; i < 2; ++i) {
      const std::string base = vector, axis = i == 0 ? "x" : "y", number = i == 0 ? "1" : "2";
      f[base + "_cell_" + number] = r.coefficients(base + "_cell_" + axis, edge, 2, false);
      f[base + "_vert_" + number] = r.coefficients(base + "_vert_" + axis, edge, 4, false);
      if (r.has(base + "_v" + number)) f[base + "_" + number] = r.coefficients(base + "_v" + number, edge, 1);
    }
  // what only output and comparisons use
  const std::array<std::pair<const char*, const char*>, 6> positions = {{{"clat", "cell_center_lat"}, {"clon", "cell_center_lon"},
      {"elat", "edges_center_lat"}, {"elon", "edges_center_lon"}, {"vlat", "verts_vertex_lat"}, {"vlon", "verts_vertex_lon"}}};
  for (const auto& [name, stored] : positions)
    if (r.has(stored)) f[name] = r.coefficients(stored, name[0] == 'c' ? cell : name[0] == 'e' ? edge : vertex, 1);
  for (const char* name : {"primal_edge_length", "dual_edge_length"})
    if (r.has(name)) f[name] = r.coefficients(name, edge, 1);
  for (const char* name : {"edge_cell_length", "edge_vert_length"})
    if (r.has(name)) f[name] = r.coefficients(name, edge, 2, false);
}

void read_interpolation(const Reader& r, CaseData& c) {
  auto& f = c.fixed.fields;
  f["c_lin_e"] = r.coefficients("c_lin_e", edge, 2);
  f["c_intp"] = r.coefficients("c_intp", vertex, 6);
  f["e_bln_c_s"] = r.coefficients("e_bln_c_s", cell, 3);
  f["e_flx_avg"] = r.coefficients("e_flx_avg", edge, 5);
  f["geofac_div"] = r.coefficients("geofac_div", cell, 3);
  f["geofac_rot"] = r.coefficients("geofac_rot", vertex, 6);
  f["geofac_n2s"] = r.coefficients("geofac_n2s", cell, 4);
  f["geofac_grdiv"] = r.coefficients("geofac_grdiv", edge, 5);
  f["nudgecoeff_e"] = r.coefficients("nudgecoeff_e", edge, 1);
  // ICON keeps more columns than the two that belong to the cells of the edge
  f["pos_on_tplane_e_1"] = r.coefficients("pos_on_tplane_e_x", edge, 2, false);
  f["pos_on_tplane_e_2"] = r.coefficients("pos_on_tplane_e_y", edge, 2, false);
  f["rbf_vec_coeff_e"] = r.neighbor_first("rbf_vec_coeff_e", edge, 4);
  if (r.has("rbf_vec_coeff_v")) {
    f["rbf_vec_coeff_v1"] = r.neighbor_first("rbf_vec_coeff_v", vertex, 6, 0, 2);
    f["rbf_vec_coeff_v2"] = r.neighbor_first("rbf_vec_coeff_v", vertex, 6, 1, 2);
  } else {  // archives made before the layout was settled: (6, V) each
    f["rbf_vec_coeff_v1"] = r.neighbor_first("rbf_vec_coeff_v1", vertex, 6);
    f["rbf_vec_coeff_v2"] = r.neighbor_first("rbf_vec_coeff_v2", vertex, 6);
  }
  for (const char* name : {"rbf_vec_coeff_c1", "rbf_vec_coeff_c2"})
    if (r.has(name)) f[name] = r.neighbor_first(name, cell, 9);
  if (r.has("c_bln_avg")) f["c_bln_avg"] = r.coefficients("c_bln_avg", cell, 4);
  const HostField x = read_field(r.archive, r.savepoint, "geofac_grg", cell, r.sizes, 0);
  const HostField y = read_field(r.archive, r.savepoint, "geofac_grg", cell, r.sizes, 1);
  if (x.levels != 4) r.fail("geofac_grg", fmt::format("has {} columns, expected 4", x.levels));
  for (const auto& [name, from] : {std::pair{"geofac_grg_x", &x}, std::pair{"geofac_grg_y", &y}}) {
    HostField g(cell, r.sizes.n_cells, 4, 1);
    for (int i = 0; i < g.rows; ++i)
      for (int j = 0; j < 4; ++j) g(i, j) = (*from)(i, 0, j);
    f[name] = std::move(g);
  }
}

// (edge, 2, level) -> two slots
HostField two_sided(const Reader& r, const std::string& field) {
  const RawField f = r.raw(field);
  const int rows = r.sizes.n_edges, nlev = r.sizes.nlev, stored = Reader::extent(f, 0);
  if (f.dims.size() != 3 || stored < rows || f.dims[1] != 2 || f.dims[2] != nlev)
    r.fail(field, fmt::format("has shape {}, expected at least {} edges x 2 x {}", shape_of(f), rows, nlev));
  HostField out(edge, rows, 2, nlev);
  for (int s = 0; s < 2; ++s)
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k < nlev; ++k)
        out(i, s, k) = f.values[static_cast<std::size_t>(i) + static_cast<std::size_t>(stored) * (static_cast<std::size_t>(s) + 2 * static_cast<std::size_t>(k))];
  return out;
}

void read_pressure_gradient(const Reader& r, CaseData& c) {
  const int nlev = r.sizes.nlev;
  c.fixed.fields["zdiff_gradp"] = two_sided(r, "zdiff_gradp");
  const HostField index = two_sided(r, "vertidx_gradp");  // absolute 1-based level; 0 = unused
  HostTable offset(edge, r.sizes.n_edges, 2, nlev);
  for (int s = 0; s < 2; ++s)
    for (int i = 0; i < index.rows; ++i)
      for (int k = 0; k < nlev; ++k) {
        const double v = index(i, s, k);
        if (v != std::floor(v) || v < 0 || v > nlev)
          r.fail("vertidx_gradp", fmt::format("entry ({}, {}, {}) is {}, expected 1 .. {} or 0", i + 1, s + 1, k + 1, v, nlev));
        offset(i, s, k) = v == 0 ? 0 : static_cast<int>(v) - 1 - k;
      }
  c.fixed.tables["vertoffset_gradp"] = std::move(offset);
  if (!r.has("pg_exdist")) return;
  HostField distance(edge, r.sizes.n_edges, 1, nlev);
  const auto edges = r.list("pg_edgeidx", r.sizes.n_edges), levels = r.list("pg_vertidx", nlev);
  const RawField values = r.raw("pg_exdist");
  if (edges.size() != values.values.size() || levels.size() != values.values.size())
    r.fail("pg_exdist", fmt::format("has {} entries, pg_edgeidx {} and pg_vertidx {}", values.values.size(), edges.size(), levels.size()));
  for (std::size_t n = 0; n < edges.size(); ++n) distance(edges[n], 0, levels[n]) = values.values[n];
  c.fixed.fields["pg_exdist"] = std::move(distance);
}

void read_steep_points(const Reader& r, CaseData& c) {
  if (!r.has("zd_diffcoef")) return;
  const int nlev = r.sizes.nlev, n_cells = r.sizes.n_cells;
  const RawField coefficient = r.raw("zd_diffcoef"), weight = r.raw("zd_intcoef");
  const auto levels = r.list("zd_vertidx", nlev);
  auto cells = r.list("zd_cellidx", n_cells);
  const std::size_t n = coefficient.values.size();
  // ICON's list holds the cell and its three neighbors for each point; the centre comes first
  const std::size_t per_point = cells.size() == 4 * n ? 4 : 1;
  if (cells.size() != per_point * n || levels.size() != 4 * n || weight.values.size() != 3 * n)
    r.fail("zd_diffcoef", fmt::format("has {} points, but zd_cellidx {} entries, zd_vertidx {}, zd_intcoef {}", n, cells.size(), levels.size(),
                                      weight.values.size()));
  HostField diffcoef(cell, n_cells, 1, nlev), intcoef(cell, n_cells, 3, nlev);
  HostTable offset(cell, n_cells, 3, nlev);
  for (std::size_t p = 0; p < n; ++p) {
    const int i = cells[per_point * p], k = levels[4 * p];
    diffcoef(i, 0, k) = coefficient.values[p];
    for (int j = 0; j < 3; ++j) {
      intcoef(i, j, k) = weight.values[3 * p + static_cast<std::size_t>(j)];
      offset(i, j, k) = levels[4 * p + 1 + static_cast<std::size_t>(j)] - k;
      if (levels[4 * p + 1 + static_cast<std::size_t>(j)] + 1 >= nlev)
        r.fail("zd_vertidx", fmt::format("point {} needs level {} of {} below neighbor {}", p + 1, levels[4 * p + 1 + static_cast<std::size_t>(j)] + 2, nlev, j + 1));
    }
  }
  c.fixed.fields["zd_diffcoef"] = std::move(diffcoef);
  c.fixed.fields["zd_intcoef"] = std::move(intcoef);
  c.fixed.tables["zd_vertoffset"] = std::move(offset);
}

void read_metrics(const Reader& r, CaseData& c) {
  auto& f = c.fixed.fields;
  const int full = r.sizes.nlev, half = full + 1;
  for (const char* name : {"ddqz_z_half", "wgtfac_c", "theta_ref_ic", "d_exner_dz_ref_ic"}) f[name] = r.levels(name, cell, half);
  for (const char* name : {"inv_ddqz_z_full", "coeff1_dwdz", "coeff2_dwdz", "exner_exfac", "exner_ref_mc", "rho_ref_mc", "theta_ref_mc",
                           "d2dexdz2_fac1_mc", "d2dexdz2_fac2_mc"})
    f[name] = r.levels(name, cell, full);
  for (const char* name : {"ddqz_z_full_e", "ddxn_z_full", "ddxt_z_full", "rho_ref_me", "theta_ref_me"}) f[name] = r.levels(name, edge, full);
  f["wgtfac_e"] = r.levels("wgtfac_e", edge, half);
  f["wgtfacq_c"] = r.coefficients("wgtfacq_c", cell, 3);  // stored upward: column 0 belongs to the lowest level
  f["wgtfacq_e"] = r.coefficients("wgtfacq_e", edge, 3);
  f["coeff_gradekin"] = r.coefficients("coeff_gradekin", edge, 2);
  f["vwind_expl_wgt"] = r.coefficients("vwind_expl_wgt", cell, 1);
  f["vwind_impl_wgt"] = r.coefficients("vwind_impl_wgt", cell, 1);
  f["hmask_dd3d"] = r.coefficients("hmask_dd3d", edge, 1);
  f["rayleigh_w"] = r.profile("rayleigh_w", half);
  f["scalfac_dd3d"] = r.profile("scalfac_dd3d", full);
  c.fixed.tables["mask_prog_halo_c"] = mask(r, "mask_prog_halo_c", cell, 0);
  for (const char* name : {"z_mc", "ddqz_z_full"})
    if (r.has(name)) f[name] = r.levels(name, cell, full);
  if (r.has("z_ifc")) f["z_ifc"] = r.levels("z_ifc", cell, half);
  read_pressure_gradient(r, c);
  read_steep_points(r, c);
}

void read_initial_state(Reader& r, CaseData& c) {
  const auto found = r.archive.find("prognostics", {{"location", std::string("initial-state")}});
  if (found.empty()) return;
  if (found.size() > 1) r.archive.find_one("prognostics", {{"location", std::string("initial-state")}, {"id", 1}});
  r.savepoint = found.front();
  c.initial.source = c.fixed.source;
  const int full = r.sizes.nlev;
  const auto take = [&](const char* name, Location at, int levels) {
    const std::string stored = r.spelling({std::string(name) + "_now", name});
    c.initial.fields[name] = r.levels(stored, at, levels);
    check_finite(r, stored, c.initial.fields[name]);
  };
  take("vn", edge, full);
  take("w", cell, full + 1);
  take("rho", cell, full);
  take("exner", cell, full);
  take("theta_v", cell, full);
  if (r.has("exner_pr")) {
    c.initial.fields["exner_pr"] = r.levels("exner_pr", cell, full);
    check_finite(r, "exner_pr", c.initial.fields["exner_pr"]);
  }
}

}  // namespace

HostField read_field(const Archive& archive, int savepoint, const std::string& field, Location location, const Sizes& sizes, int component) {
  const Reader r{archive, savepoint, sizes};
  const RawField f = r.raw(field);
  const int rows = sizes.rows(location);
  std::size_t axes = f.dims.size(), part = 0, stored = 1;
  if (component >= 0) {
    if (axes < 2 || component >= f.dims.back())
      r.fail(field, fmt::format("has shape {}, component {} is missing", shape_of(f), component + 1));
    part = f.values.size() / static_cast<std::size_t>(f.dims.back()) * static_cast<std::size_t>(component);
    --axes;
  }
  std::size_t first_level_axis = 0;
  if (location != none) {
    stored = static_cast<std::size_t>(Reader::extent(f, 0));
    first_level_axis = 1;
    if (static_cast<int>(stored) < rows)
      r.fail(field, fmt::format("has shape {}, expected at least {} {}s first", shape_of(f), rows, name_of(location)));
  }
  if (axes > first_level_axis + 1) r.fail(field, fmt::format("has shape {}, more axes than expected", shape_of(f)));
  const int levels = axes > first_level_axis ? f.dims[first_level_axis] : 1;
  HostField out(location, rows, 1, levels);
#pragma omp parallel for schedule(static) if (out.values.size() > 100000)
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < levels; ++k)
      out(i, 0, k) = f.values[part + static_cast<std::size_t>(i) + stored * static_cast<std::size_t>(k)];
  return out;
}

CaseData read_case_data(const Archive& archive) {
  CaseData c;
  c.fixed.source = "archive '" + archive.directory().string() + "'";
  const auto grids = archive.find("icon-grid");
  Reader r{archive, grids.size() == 1 ? grids.front() : archive.find_one("icon-grid", {{"id", 1}}), {}};
  read_grid(r, c);
  r.savepoint = archive.find_one("interpolation-state");
  read_interpolation(r, c);
  r.savepoint = archive.find_one("metric-state");
  read_metrics(r, c);
  read_initial_state(r, c);
  return c;
}

}  // namespace icodyn

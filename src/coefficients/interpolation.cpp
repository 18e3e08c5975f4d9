#include "coefficients/interpolation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "coefficients/constants.hpp"

namespace icodyn {

namespace {

constexpr auto cell = Location::cell, edge = Location::edge, vertex = Location::vertex;

int slot_of(const HostTable& t, int row, int value) {
  for (int j = 0; j < t.slots; ++j)
    if (t(row, j) == value) return j;
  return 0;
}

// The two cells of an edge and the edge's slots in them.
struct Diamond {
  int c0, c1, j, m;
};
Diamond diamond(const GridInputs& g, int e) {
  const int c0 = g.e2c(e, 0), c1 = g.e2c(e, 1);
  return {c0, c1, slot_of(g.c2e, c0, e), slot_of(g.c2e, c1, e)};
}

// First row of the second and later rows from the lateral boundary; 0 without a boundary.
int second_row(const ZoneBounds& z) { return z.start(Zone::lateral_boundary_level_2); }

// Linear interpolation from cells to edges: the weight of a cell is the distance of the other one.
HostField linear_cell_to_edge(const GridInputs& g) {
  HostField a(edge, g.sizes.n_edges, 2, 1);
#pragma omp parallel for schedule(static)
  for (int e = second_row(g.zones.edges); e < a.rows; ++e) {
    a(e, 0) = g.edge_cell_length(e, 1) * g.inv_dual_edge_length(e);
    a(e, 1) = 1.0 - a(e, 0);
  }
  return a;
}

HostField divergence(const GridInputs& g) {
  HostField a(cell, g.sizes.n_cells, 3, 1);
#pragma omp parallel for schedule(static)
  for (int c = 0; c < a.rows; ++c)
    for (int i = 0; i < 3; ++i) a(c, i) = g.primal_edge_length(g.c2e(c, i)) * g.cell_edge_orientation(c, i) / g.area(c);
  return a;
}

HostField rotation(const GridInputs& g) {
  HostField a(vertex, g.sizes.n_vertices, 6, 1);
#pragma omp parallel for schedule(static)
  for (int v = 0; v < a.rows; ++v)
    for (int j = 0; j < 6; ++j) {
      const int e = g.v2e(v, j);
      // some grid files hold no dual length on the outermost edges; the rows there are never used
      if (e >= 0 && std::isfinite(g.dual_edge_length(e)))
        a(v, j) = g.dual_edge_length(e) * g.vert_edge_orientation(v, j) / g.dual_area(v);
    }
  return a;
}

HostField laplacian(const GridInputs& g, const HostField& div) {
  HostField a(cell, g.sizes.n_cells, 4, 1);
#pragma omp parallel for schedule(static)
  for (int c = second_row(g.zones.cells); c < a.rows; ++c)
    for (int i = 0; i < 3; ++i) {
      const int e = g.c2e(c, i);
      const double flux = div(c, i) / g.dual_edge_length(e), sign = g.e2c(e, 0) == c ? -1.0 : 1.0;
      a(c, 0) += sign * flux;
      a(c, 1 + i) = -sign * flux;
    }
  return a;
}

// Green-Gauss gradient with one component of the edge normals as seen at the cell.
HostField green_gauss(const GridInputs& g, const HostField& div, const HostField& lin, const HostField& normal) {
  HostField a(cell, g.sizes.n_cells, 4, 1);
#pragma omp parallel for schedule(static)
  for (int c = second_row(g.zones.cells); c < a.rows; ++c)
    for (int i = 0; i < 3; ++i) {
      const int e = g.c2e(c, i), own = g.e2c(e, 0) == c ? 0 : 1;
      const double flux = normal(e, own) * div(c, i);
      a(c, 0) += flux * lin(e, own);
      a(c, 1 + i) = flux * lin(e, 1 - own);
    }
  return a;
}

HostField gradient_of_divergence(const GridInputs& g, const HostField& div) {
  HostField a(edge, g.sizes.n_edges, 5, 1);
#pragma omp parallel for schedule(static)
  for (int e = second_row(g.zones.edges); e < a.rows; ++e) {
    const auto [c0, c1, j, m] = diamond(g, e);
    const double inv = g.inv_dual_edge_length(e);
    a(e, 0) = (div(c1, m) - div(c0, j)) * inv;
    for (int i = 0; i < 2; ++i) {
      a(e, 1 + i) = -div(c0, (j + 1 + i) % 3) * inv;
      a(e, 3 + i) = div(c1, (m + 1 + i) % 3) * inv;
    }
  }
  return a;
}

// Edges to cells, the centre without weight of its own.
HostField bilinear_edge_to_cell(const GridInputs& g) {
  HostField a(cell, g.sizes.n_cells, 3, 1, 1.0 / 3.0);
  if (g.torus) return a;
#pragma omp parallel for schedule(static)
  for (int c = 0; c < a.rows; ++c) {
    LatLon around[3];
    double w[3];
    for (int i = 0; i < 3; ++i) around[i] = {g.elat(g.c2e(c, i)), g.elon(g.c2e(c, i))};
    bilinear_weights({g.clat(c), g.clon(c)}, around, 0.0, w);
    for (int i = 0; i < 3; ++i) a(c, i) = w[i];
  }
  return a;
}

// Averaging over a cell and its neighbors that conserves the area integral: bilinear weights, then 1000 corrections as
// in ICON (spec/interpolation.md 7.2). A correction uses the residuals of all cells, so it comes in a second sweep.
HostField cell_average(const GridInputs& g, double centre_weight) {
  const int n = g.sizes.n_cells, first = g.torus ? 0 : second_row(g.zones.cells),
            inner = g.zones.cells.start(Zone::lateral_boundary_level_3);
  struct Row {
    double weight[4] = {0, 0, 0, 0};
    int neighbor[4], back[4];  // the cell itself and its neighbors; slot of this cell in their rows
  };
  std::vector<Row> rows(static_cast<std::size_t>(n));
  const auto row = [&](int c) -> Row& { return rows[static_cast<std::size_t>(c)]; };
#pragma omp parallel for schedule(static)
  for (int c = first; c < n; ++c) {
    Row& r = row(c);
    double w[3] = {(1 - centre_weight) / 3, (1 - centre_weight) / 3, (1 - centre_weight) / 3};
    if (!g.torus) {
      LatLon around[3];
      for (int i = 0; i < 3; ++i) around[i] = {g.clat(g.c2e2c(c, i)), g.clon(g.c2e2c(c, i))};
      bilinear_weights({g.clat(c), g.clon(c)}, around, centre_weight, w);
    }
    r.weight[0] = centre_weight;
    r.neighbor[0] = c;
    r.back[0] = 0;
    for (int i = 0; i < 3; ++i) {
      r.weight[1 + i] = w[i];
      r.neighbor[1 + i] = g.c2e2c(c, i);
      r.back[1 + i] = 1 + slot_of(g.c2e2c, g.c2e2c(c, i), c);
    }
  }

  constexpr int corrections = 1000;
  std::vector<double> residual(static_cast<std::size_t>(n), 0.0);
#pragma omp parallel
  for (int it = 0; it < corrections; ++it) {
#pragma omp for schedule(static)
    for (int c = inner; c < n; ++c) {
      const Row& r = row(c);
      double sum = 0;
      for (int i = 0; i < 4; ++i) sum += row(r.neighbor[i]).weight[r.back[i]] * g.area(r.neighbor[i]);
      residual[static_cast<std::size_t>(c)] = sum / g.area(c) - 1.0;
    }
#pragma omp for schedule(static)
    for (int c = inner; c < n; ++c) {
      Row& r = row(c);
      double(&w)[4] = r.weight;
      if (it == corrections - 1) {
        w[0] -= residual[static_cast<std::size_t>(c)];
        continue;
      }
      for (int i = 0; i < 4; ++i) w[i] -= 0.46 * residual[static_cast<std::size_t>(r.neighbor[i])];
      const double excess = w[0] + w[1] + w[2] + w[3] - 1.0;
      for (int i = 0; i < 4; ++i) w[i] -= 0.25 * excess;
      w[0] = std::min(std::max(w[0], centre_weight - 0.003), centre_weight + 0.003);
    }
  }
  HostField a(cell, n, 4, 1);
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < n; ++c) a(c, i) = row(c).weight[i];
  return a;
}

// Mass flux averaged so that its divergence is the averaged divergence (spec/interpolation.md section 8).
HostField averaged_flux(const GridInputs& g, const HostField& div, const HostField& average) {
  HostField f(edge, g.sizes.n_edges, 5, 1);
  const int n = f.rows, row_4 = g.zones.edges.start(Zone::lateral_boundary_level_4),
            row_5 = g.zones.edges.start(Zone::lateral_boundary_level_5);
#pragma omp parallel for schedule(static)
  for (int e = row_4; e < n; ++e) {
    const auto [c0, c1, j, m] = diamond(g, e);
    for (int i = 0; i < 2; ++i) {
      f(e, 1 + i) = average(c1, m + 1) * div(c0, (j + 1 + i) % 3) / div(c1, m);
      f(e, 3 + i) = average(c0, j + 1) * div(c1, (m + 1 + i) % 3) / div(c0, j);
    }
  }
  // the weight that diamond edge a gives to e
  const auto returned = [&](int e, int a, int shared_cell) {
    const int q = g.e2c2e(e, a), first = g.e2c(q, 0) == shared_cell ? 0 : 2;
    return f(q, (a % 2 == 0 ? 2 : 1) + first);
  };
#pragma omp parallel for schedule(static)
  for (int e = row_5; e < n; ++e) {
    const auto [c0, c1, j, m] = diamond(g, e);
    const double a = div(c0, j) * average(c0, 0) + div(c1, m) * average(c0, j + 1) -
                     returned(e, 0, c0) * div(c0, (j + 1) % 3) - returned(e, 1, c0) * div(c0, (j + 2) % 3);
    const double b = div(c1, m) * average(c1, 0) + div(c0, j) * average(c1, m + 1) -
                     returned(e, 2, c1) * div(c1, (m + 1) % 3) - returned(e, 3, c1) * div(c1, (m + 2) % 3);
    f(e, 0) = 0.5 * (a / div(c0, j) + b / div(c1, m));
  }
  const HostField& normal = g.primal_cart_normal;
#pragma omp parallel for schedule(static)
  for (int e = row_5; e < n; ++e) {
    double sum = f(e, 0);
    for (int a = 0; a < 4; ++a) {
      const int q = g.e2c2e(e, a);
      sum += (normal(e, 0) * normal(q, 0) + normal(e, 1) * normal(q, 1) + normal(e, 2) * normal(q, 2)) * f(e, 1 + a);
    }
    for (int a = 0; a < 5; ++a) f(e, a) /= sum;
  }
  return f;
}

// Cells to vertices, weighted by the part of each cell that belongs to the vertex.
HostField cells_to_vertices(const GridInputs& g) {
  HostField a(vertex, g.sizes.n_vertices, 6, 1);
  const auto valid = [](const HostTable& t, int v, int j) {
    return t(v, j) >= 0 && (j == 0 || t(v, j) != t(v, j - 1));
  };
#pragma omp parallel for schedule(static)
  for (int v = second_row(g.zones.vertices); v < a.rows; ++v)
    for (int i = 0; i < 6; ++i) {
      if (!valid(g.v2c, v, i)) continue;
      double sum = 0;
      for (int j = 0; j < 6; ++j) {
        if (!valid(g.v2e, v, j)) continue;
        const int e = g.v2e(v, j), end = g.e2v(e, 0) == v ? 0 : 1;
        for (int k = 0; k < 2; ++k)
          if (g.e2c(e, k) == g.v2c(v, i)) sum += g.edge_vert_length(e, end) * g.edge_cell_length(e, k);
      }
      a(v, i) = 0.5 * sum / g.dual_area(v);
    }
  return a;
}

// Cell centres in the plane that touches the sphere at the edge midpoint, along the edge's normal (out1) and tangent
// (out2) [m].
void tangent_plane_positions(const GridInputs& g, HostField& out1, HostField& out2) {
  out1 = HostField(edge, g.sizes.n_edges, 2, 1);
  out2 = HostField(edge, g.sizes.n_edges, 2, 1);
#pragma omp parallel for schedule(static)
  for (int e = 0; e < out1.rows; ++e)
    for (int i = 0; i < 2; ++i) {
      const int c = g.e2c(e, i);
      if (c < 0 || (i == 1 && c == g.e2c(e, 0))) continue;
      if (g.torus) {  // all triangles of a torus are alike: ICON takes the first edge for all
        out1(e, i) = (i == 0 ? -0.5 : 0.5) * g.dual_edge_length(0);
        continue;
      }
      const double se = std::sin(g.elat(e)), ce = std::cos(g.elat(e)), sc = std::sin(g.clat(c)),
                   cc = std::cos(g.clat(c));
      const double angle = g.clon(c) - g.elon(e), z = 1.0 / (se * sc + ce * cc * std::cos(angle));
      const double x = z * cc * std::sin(angle) * constants::earth_radius;
      const double y = z * (ce * sc - se * cc * std::cos(angle)) * constants::earth_radius;
      out1(e, i) = x * g.primal_normal_1(e) + y * g.primal_normal_2(e);
      out2(e, i) = x * g.dual_normal_1(e) + y * g.dual_normal_2(e);
    }
}

HostField nudging(const GridInputs& g, const InterpolationConfig& c) {
  HostField a(edge, g.sizes.n_edges, 1, 1);
  constexpr int start = constants::grf_nudge_start_e;
  for (int e = g.zones.edges.start(Zone::nudging_level_2); e < a.rows; ++e) {
    const int r = g.refin_e_ctrl(e);
    if (r > 0 && r <= 2 * c.nudge_zone_width + (start - 3))
      a(e) = c.max_nudging_coefficient * std::exp(-(r - start) / (2 * c.nudge_efold_width));
  }
  return a;
}

}  // namespace

void bilinear_weights(const LatLon& centre, const LatLon (&around)[3], double own, double (&w)[3]) {
  // a rotated system whose pole is 90 degrees away from the centre, so that its axes are nearly straight there
  const double pole_lat = centre.lat >= 0 ? centre.lat - constants::pi / 2 : centre.lat + constants::pi / 2,
               pole_lon = centre.lon;
  const double sp = std::sin(pole_lat), cp = std::cos(pole_lat);
  const auto rotated = [&](const LatLon& p) -> LatLon {
    const double s = std::sin(p.lat), c = std::cos(p.lat), angle = p.lon - pole_lon;
    return {std::asin(s * sp + c * cp * std::cos(angle)),
            std::atan2(c * std::sin(angle), c * sp * std::cos(angle) - s * cp)};
  };
  const LatLon zero = rotated(centre);
  double x[3], y[3];
  for (int i = 0; i < 3; ++i) {
    const LatLon p = rotated(around[i]);
    y[i] = p.lat - zero.lat;
    x[i] = p.lon - zero.lon;
    if (x[i] > 3.5) x[i] -= 2 * constants::pi;
    if (x[i] < -3.5) x[i] += 2 * constants::pi;
  }
  const double q = 1.0 - own;
  // two ways to eliminate; the first divides by x1 - x0, which may vanish
  const auto eliminate = [&](int a, int b) {
    const double ratio = (y[a] - y[0]) / (x[a] - x[0]);
    w[b] = 1.0 / ((y[b] - y[0]) - (x[b] - x[0]) * ratio) * q * (-y[0] + x[0] * ratio);
    w[a] = (-q * x[0] - w[b] * (x[b] - x[0])) / (x[a] - x[0]);
  };
  if (std::abs(x[1] - x[0]) > 1e-11 && std::abs(y[2] - y[0]) > 1e-11)
    eliminate(1, 2);
  else
    eliminate(2, 1);
  w[0] = 1.0 - own - w[1] - w[2];
}

void check(const InterpolationConfig& c) {
  const InterpolationConfig defaults;
  for (const auto& [key, value, known] : {std::tuple{"lsq_dim_unk", c.lsq_dim_unk, defaults.lsq_dim_unk},
                                          std::tuple{"lsq_dim_c", c.lsq_dim_c, defaults.lsq_dim_c},
                                          std::tuple{"lsq_wgt_exp", c.lsq_wgt_exp, defaults.lsq_wgt_exp},
                                          std::tuple{"lsq_high_ord", c.lsq_high_ord, defaults.lsq_high_ord}})
    if (value != known)
      throw UsageError(fmt::format(
          "interpolation.{} is '{}'; only '{}' is accepted, because icodyn has no tracer transport that would use it",
          key, value, known));
  const double cw = c.divergence_averaging_central_cell_weight;
  if (!(cw > 0 && cw < 1))
    throw UsageError(fmt::format(
        "interpolation.divergence_averaging_central_cell_weight is '{}', expected a number between 0 and 1", cw));
  if (!(c.nudge_efold_width > 0))
    throw UsageError(
        fmt::format("interpolation.nudge_efold_width is '{}', expected a number above 0", c.nudge_efold_width));
  if (!(c.max_nudging_coefficient >= 0))
    throw UsageError(
        fmt::format("interpolation.max_nudging_coefficient is '{}', expected 0 or more", c.max_nudging_coefficient));
  if (c.nudge_zone_width < 0)
    throw UsageError(fmt::format("interpolation.nudge_zone_width is '{}', expected 0 or more", c.nudge_zone_width));
}

void compute_interpolation(const GridInputs& g, const InterpolationConfig& config, HostFields& out) {
  check(config);
  auto& f = out.fields;
  f["c_lin_e"] = linear_cell_to_edge(g);
  f["geofac_div"] = divergence(g);
  f["geofac_rot"] = rotation(g);
  const HostField &div = f["geofac_div"], &lin = f["c_lin_e"];
  f["geofac_n2s"] = laplacian(g, div);
  f["geofac_grg_x"] = green_gauss(g, div, lin, g.primal_normal_cell_1);
  f["geofac_grg_y"] = green_gauss(g, div, lin, g.primal_normal_cell_2);
  f["geofac_grdiv"] = gradient_of_divergence(g, div);
  f["e_bln_c_s"] = bilinear_edge_to_cell(g);
  f["c_bln_avg"] = cell_average(g, config.divergence_averaging_central_cell_weight);
  f["e_flx_avg"] = averaged_flux(g, div, f["c_bln_avg"]);
  f["c_intp"] = cells_to_vertices(g);
  tangent_plane_positions(g, f["pos_on_tplane_e_1"], f["pos_on_tplane_e_2"]);
  f["nudgecoeff_e"] = nudging(g, config);
}

}  // namespace icodyn

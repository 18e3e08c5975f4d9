#include "coefficients/rbf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace icodyn {

namespace {

struct Vector {
  double x = 0, y = 0, z = 0;
};
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector vector_at(const HostField& f, int row) { return {f(row, 0), f(row, 1), f(row, 2)}; }

// The direction (u, v) = (east, north) at a point as a Cartesian vector.
Vector direction(const GridInputs& g, double u, double v, double lat, double lon) {
  if (g.torus) return {u, v, 0};
  return {-u * std::sin(lon) - v * std::sin(lat) * std::cos(lon), u * std::cos(lon) - v * std::sin(lat) * std::sin(lon),
          v * std::cos(lat)};
}

// Angle between two points of the sphere [rad], or their shortest distance on the torus [m].
double distance(const GridInputs& g, const Vector& a, const Vector& b) {
  if (g.torus) {
    double dx = std::abs(a.x - b.x), dy = std::abs(a.y - b.y);
    dx = std::min(dx, g.domain_length - dx);
    dy = std::min(dy, g.domain_height - dy);
    return std::sqrt(dx * dx + dy * dy);
  }
  return std::acos(std::clamp(dot(a, b) / (std::sqrt(dot(a, a)) * std::sqrt(dot(b, b))), -1.0, 1.0));
}

struct Kernel {
  RbfKernel form;
  double scale;
  double operator()(double d) const {
    const double r = d / scale;
    return form == RbfKernel::gaussian ? std::exp(-(r * r)) : 1.0 / std::sqrt(1.0 + r * r);
  }
};

constexpr int most_edges = 9;

// Coefficients of `components` target directions at one point; false where the matrix is not positive definite.
bool solve_point(const GridInputs& g, const Kernel& kernel, const Vector& point, const HostTable& stencil, int row,
                 int components, const Vector* wanted, HostField* const* out) {
  Vector midpoint[most_edges], normal[most_edges];
  int slot[most_edges], n = 0;
  for (int j = 0; j < stencil.slots; ++j) {
    const int e = stencil(row, j);
    if (e < 0) continue;
    midpoint[n] = vector_at(g.edge_center, e);
    normal[n] = vector_at(g.primal_cart_normal, e);
    slot[n++] = j;
  }
  double matrix[most_edges * most_edges], x[2 * most_edges];
  for (int i = 0; i < n; ++i)
    for (int l = 0; l <= i; ++l)
      matrix[i * n + l] = dot(normal[i], normal[l]) * kernel(distance(g, midpoint[i], midpoint[l]));
  for (int i = 0; i < n; ++i) {
    const double value = kernel(distance(g, point, midpoint[i]));
    for (int k = 0; k < components; ++k) x[k * n + i] = dot(wanted[k], normal[i]) * value;
  }
  if (!cholesky_solve(n, matrix, x, components)) return false;
  for (int k = 0; k < components; ++k) {
    double sum = 0;  // so that a constant wind along the target direction is reproduced
    for (int i = 0; i < n; ++i) sum += dot(wanted[k], normal[i]) * x[k * n + i];
    for (int i = 0; i < n; ++i) (*out[k])(row, slot[i]) = x[k * n + i] / sum;
  }
  return true;
}

// Runs solve_point over all rows from the second boundary row on; `target(row, wanted)` gives point and directions.
template <class Target>
void solve_all(const GridInputs& g, const char* name, const Kernel& kernel, const HostTable& stencil, int first,
               int components, HostField* const* out, const Target& target) {
  std::atomic<int> failed{stencil.rows};
#pragma omp parallel for schedule(static)
  for (int i = first; i < stencil.rows; ++i) {
    Vector wanted[2];
    const Vector point = target(i, wanted);
    if (solve_point(g, kernel, point, stencil, i, components, wanted, out)) continue;
    for (int seen = failed; i < seen && !failed.compare_exchange_weak(seen, i);) {
    }
  }
  if (failed < stencil.rows)
    throw DataError(fmt::format(
        "{}: the matrix of row {} is not positive definite in double precision (scale {}); the grid is too fine or "
        "holds two edges at one place. Another interpolation.rbf_kernel_* may help",
        name, failed + 1, kernel.scale));
}

}  // namespace

bool cholesky_solve(int n, double* a, double* b, int count) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      if (i == j) {
        if (!(sum > 0)) return false;
        a[i * n + i] = std::sqrt(sum);
      } else {
        a[i * n + j] = sum / a[j * n + j];
      }
    }
  for (int r = 0; r < count; ++r) {
    double* x = b + r * n;
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < i; ++k) x[i] -= a[i * n + k] * x[k];
      x[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int k = i + 1; k < n; ++k) x[i] -= a[k * n + i] * x[k];
      x[i] /= a[i * n + i];
    }
  }
  return true;
}

RbfKernel rbf_kernel(const std::string& key, const std::string& name) {
  if (name == "GAUSSIAN") return RbfKernel::gaussian;
  if (name == "INVERSE_MULTIQUADRATIC") return RbfKernel::inverse_multiquadric;
  throw UsageError(fmt::format("interpolation.{} is '{}', expected GAUSSIAN or INVERSE_MULTIQUADRATIC", key, name));
}

double rbf_scale(Location target, double characteristic_length) {
  // fitted in ICON for the default kernels (spec/interpolation.md 11.3)
  struct Fit {
    double threshold, c1, c2, c3;
  };
  const Fit fit = target == Location::cell   ? Fit{2.5, 1.8, 3.75, 0.9}
                  : target == Location::edge ? Fit{2.0, 0.4, 2.0, 0.325}
                                             : Fit{2.0, 1.8, 3.0, 0.96};
  const double resolution = characteristic_length / 1000.0;
  double scale = 0.5;
  if (resolution < fit.threshold) scale = 0.5 / (1.0 + fit.c1 * std::pow(std::log(fit.threshold / resolution), fit.c2));
  if (resolution <= 0.125) scale *= std::pow(resolution / 0.125, fit.c3);
  return scale;
}

void compute_rbf(const GridInputs& g, const InterpolationConfig& config, HostFields& out) {
  auto& f = out.fields;
  const Sizes& s = g.sizes;
  const auto kernel = [&](const char* key, const std::string& name, Location at) -> Kernel {
    return {rbf_kernel(key, name), g.torus ? g.mean_dual_edge_length : rbf_scale(at, g.characteristic_length)};
  };
  constexpr auto second_row = Zone::lateral_boundary_level_2;
  const auto east_north = [&](const HostField& lat, const HostField& lon, int i, Vector* wanted) {
    wanted[0] = direction(g, 1, 0, lat(i), lon(i));
    wanted[1] = direction(g, 0, 1, lat(i), lon(i));
  };

  HostField &c1 = f["rbf_vec_coeff_c1"] = HostField(Location::cell, s.n_cells, 9, 1), &c2 = f["rbf_vec_coeff_c2"] = c1;
  HostField* const cells[] = {&c1, &c2};
  solve_all(g, "rbf_vec_coeff_c1", kernel("rbf_kernel_cell", config.rbf_kernel_cell, Location::cell), g.c2e2c2e,
            g.zones.cells.start(second_row), 2, cells, [&](int i, Vector* wanted) {
              east_north(g.clat, g.clon, i, wanted);
              return vector_at(g.cell_center, i);
            });

  HostField& e = f["rbf_vec_coeff_e"] = HostField(Location::edge, s.n_edges, 4, 1);
  HostField* const edges[] = {&e};
  solve_all(g, "rbf_vec_coeff_e", kernel("rbf_kernel_edge", config.rbf_kernel_edge, Location::edge), g.e2c2e,
            g.zones.edges.start(second_row), 1, edges, [&](int i, Vector* wanted) {
              wanted[0] = direction(g, g.dual_normal_1(i), g.dual_normal_2(i), g.elat(i), g.elon(i));
              return vector_at(g.edge_center, i);
            });

  HostField &v1 = f["rbf_vec_coeff_v1"] = HostField(Location::vertex, s.n_vertices, 6, 1),
            &v2 = f["rbf_vec_coeff_v2"] = v1;
  HostField* const vertices[] = {&v1, &v2};
  solve_all(g, "rbf_vec_coeff_v1", kernel("rbf_kernel_vertex", config.rbf_kernel_vertex, Location::vertex), g.v2e,
            g.zones.vertices.start(second_row), 2, vertices, [&](int i, Vector* wanted) {
              east_north(g.vlat, g.vlon, i, wanted);
              return vector_at(g.vertex_position, i);
            });
}

}  // namespace icodyn

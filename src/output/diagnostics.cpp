#include "output/diagnostics.hpp"

#include <cmath>

#include "grid/tables.hpp"

namespace icodyn {

namespace {
constexpr double rd = 287.04, cpd = 1004.64, grav = 9.80665, p0ref = 1e5;  // spec/grid.md section 10
constexpr double cpd_o_rd = cpd / rd, grav_o_rd = grav / rd;
}  // namespace

Winds cell_winds(const HostField& vn, const CaseData& data) {
  const HostFields& fixed = data.fixed;
  const HostField &c1 = fixed.field("rbf_vec_coeff_c1"), &c2 = fixed.field("rbf_vec_coeff_c2");
  const auto known = fixed.tables.find("c2e2c2e");
  const HostTable edges = known != fixed.tables.end() ? known->second : make_c2e2c2e(fixed.table("c2e2c"), fixed.table("c2e"));
  const int first = data.zones.cells.end(Zone::lateral_boundary_level_2), n = data.sizes.n_cells, nlev = vn.levels;
  Winds w{HostField(Location::cell, n, 1, nlev), HostField(Location::cell, n, 1, nlev)};
#pragma omp parallel for schedule(static)
  for (int c = first; c < n; ++c)
    for (int j = 0; j < 9; ++j) {
      const int e = edges(c, j);
      if (e < 0) continue;
      for (int k = 0; k < nlev; ++k) {
        w.u(c, 0, k) += c1(c, j) * vn(e, 0, k);
        w.v(c, 0, k) += c2(c, j) * vn(e, 0, k);
      }
    }
  return w;
}

HostField dry_temperature(const HostField& theta_v, const HostField& exner) {
  HostField out(Location::cell, theta_v.rows, 1, theta_v.levels);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < out.values.size(); ++i) out.values[i] = theta_v.values[i] * exner.values[i];
  return out;
}

Pressure hydrostatic_pressure(const HostField& exner, const HostField& temperature, const HostField& thickness) {
  const int n = exner.rows, nlev = exner.levels;
  if (nlev < 3) throw DataError("the pressure for output needs at least 3 levels, there are " + std::to_string(nlev));
  Pressure p{HostField(Location::cell, n, 1, nlev), HostField(Location::cell, n, 1, 1)};
#pragma omp parallel for schedule(static)
  for (int c = 0; c < n; ++c) {
    const auto share = [&](int k) { return thickness(c, 0, k) / temperature(c, 0, k); };
    p.surface(c) = p0ref * std::exp(cpd_o_rd * std::log(exner(c, 0, nlev - 3)) + grav_o_rd * (share(nlev - 1) + share(nlev - 2) + 0.5 * share(nlev - 3)));
    double below = p.surface(c);
    for (int k = nlev - 1; k >= 0; --k) {
      const double above = below * std::exp((-grav_o_rd * thickness(c, 0, k)) / temperature(c, 0, k));
      p.full(c, 0, k) = std::sqrt(below * above);
      below = above;
    }
  }
  return p;
}

HostField layer_thickness(const CaseData& data) {
  if (data.fixed.has("ddqz_z_full")) return data.fixed.field("ddqz_z_full");
  HostField out = data.fixed.field("inv_ddqz_z_full");
  for (double& x : out.values) x = 1 / x;
  return out;
}

}  // namespace icodyn

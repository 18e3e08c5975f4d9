#include "cases/balance.hpp"

#include <cmath>

#include "coefficients/constants.hpp"

namespace icodyn {

using namespace constants;

double density(double exner, double theta_v) { return std::pow(exner, cvd_o_rd) * p0ref / (rd * theta_v); }

void hydrostatic_at_fixed_temperature(const HostFields& fixed, HostField& rho, HostField& exner, HostField& theta_v) {
  const HostField &exner_ref = fixed.field("exner_ref_mc"), &theta_ref = fixed.field("theta_ref_mc"),
                  &theta_ref_ic = fixed.field("theta_ref_ic"), &d_exner = fixed.field("d_exner_dz_ref_ic"),
                  &weight = fixed.field("wgtfac_c"), &dz = fixed.field("ddqz_z_half");
  const int nlev = exner.levels;
#pragma omp parallel for schedule(static)
  for (int c = 0; c < exner.rows; ++c) {
    double below = theta_v(c, 0, nlev - 1) * exner(c, 0, nlev - 1);  // virtual temperature of level k+1
    for (int k = nlev - 2; k >= 0; --k) {
      const int q = k + 1;
      const double w = weight(c, 0, q), d = dz(c, 0, q), p = d_exner(c, 0, q), x = exner(c, 0, q);
      const double here = theta_v(c, 0, k) * exner(c, 0, k);
      // the balance is quadratic in exner(k): a x^2 - b x - g = 0
      const double fac1 = w * (below - theta_ref(c, 0, q) * x) - (1.0 - w) * theta_ref(c, 0, k) * x;
      const double fac2 = (1.0 - w) * here * x;
      const double fac3 = exner_ref(c, 0, q) - exner_ref(c, 0, k) - x;
      const double a = (theta_ref_ic(c, 0, q) * x + fac1) / d;
      const double b = -(a * fac3 + fac2 / d + fac1 * p);
      const double g = -(fac2 * fac3 / d + fac2 * p);
      exner(c, 0, k) = (b + std::sqrt(b * b + 4.0 * a * g)) / (2.0 * a);
      theta_v(c, 0, k) = here / exner(c, 0, k);
      rho(c, 0, k) = density(exner(c, 0, k), theta_v(c, 0, k));
      below = here;
    }
  }
}

void hydrostatic_at_fixed_theta_v(const HostFields& fixed, HostField& rho, HostField& exner, const HostField& theta_v) {
  const HostField &exner_ref = fixed.field("exner_ref_mc"), &theta_ref = fixed.field("theta_ref_mc"),
                  &theta_ref_ic = fixed.field("theta_ref_ic"), &d_exner = fixed.field("d_exner_dz_ref_ic"),
                  &weight = fixed.field("wgtfac_c"), &dz = fixed.field("ddqz_z_half");
  const int nlev = exner.levels;
#pragma omp parallel for schedule(static)
  for (int c = 0; c < exner.rows; ++c) {
    for (int k = nlev - 2; k >= 0; --k) {
      const int q = k + 1;
      const double w = weight(c, 0, q);
      const double perturbation =
          w * (theta_v(c, 0, q) - theta_ref(c, 0, q)) + (1.0 - w) * (theta_v(c, 0, k) - theta_ref(c, 0, k));
      exner(c, 0, k) = exner(c, 0, q) + (exner_ref(c, 0, k) - exner_ref(c, 0, q)) -
                       dz(c, 0, q) / (perturbation + theta_ref_ic(c, 0, q)) * perturbation * d_exner(c, 0, q);
    }
    for (int k = nlev - 1; k >= 0; --k) rho(c, 0, k) = density(exner(c, 0, k), theta_v(c, 0, k));
  }
}

HostField terrain_following_w(const GridInputs& g, const HostFields& fixed, const std::vector<double>& vct_b,
                              const HostField& vn) {
  const HostField& z_ifc = fixed.field("z_ifc");
  const int nlev = vn.levels;
  std::vector<double> at_edges(static_cast<std::size_t>(vn.rows), 0.0);
  for (int e = g.zones.edges.start(Zone::lateral_boundary_level_2); e < vn.rows; ++e) {
    const double slope = (z_ifc(g.e2c(e, 1), 0, nlev) - z_ifc(g.e2c(e, 0), 0, nlev)) * g.inv_dual_edge_length(e);
    at_edges[static_cast<std::size_t>(e)] = vn(e, 0, nlev - 1) * slope;
  }
  HostField w(Location::cell, z_ifc.rows, 1, nlev + 1);
#pragma omp parallel for schedule(static)
  for (int c = g.zones.cells.start(Zone::lateral_boundary_level_2); c < w.rows; ++c) {
    double surface = 0;
    for (int j = 0; j < 3; ++j) {
      const int e = g.c2e(c, j), i = g.e2c(e, 0) == c ? 0 : 1;
      surface +=
          at_edges[static_cast<std::size_t>(e)] * (g.edge_cell_length(e, i) * g.primal_edge_length(e) / g.area(c));
    }
    for (int k = 1; k <= nlev; ++k) w(c, 0, k) = surface * vct_b[static_cast<std::size_t>(k)];
  }
  return w;
}

}  // namespace icodyn

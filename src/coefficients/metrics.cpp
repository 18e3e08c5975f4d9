#include "coefficients/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "coefficients/diffusion_metrics.hpp"
#include "coefficients/heights.hpp"
#include "coefficients/reference_atmosphere.hpp"

namespace icodyn {

namespace {

using namespace constants;
constexpr auto cell = Location::cell, edge = Location::edge;
// The pressure gradient is taken at most this far below the surface of the higher neighbor [m].
constexpr double extrapol_dist = 5.0;

const double* column(const HostField& f, int row, int slot = 0) { return &f(row, slot, 0); }
double* column(HostField& f, int row, int slot = 0) { return &f(row, slot, 0); }

// Fields of cell columns, computed level by level from z_ifc alone.
class CellFields {
 public:
  CellFields(const Sizes& s, HostFields& out) : nlev_(s.nlev), z_ifc_(out.field("z_ifc")) {
    const auto make = [&](const char* name, int levels) -> HostField& {
      return out.fields[name] = HostField(cell, s.n_cells, 1, levels);
    };
    for (auto& [field, name] : {std::pair{&z_mc, "z_mc"},
                                {&ddqz_z_full, "ddqz_z_full"},
                                {&inv_ddqz_z_full, "inv_ddqz_z_full"},
                                {&coeff1_dwdz, "coeff1_dwdz"},
                                {&coeff2_dwdz, "coeff2_dwdz"},
                                {&exner_ref_mc, "exner_ref_mc"},
                                {&rho_ref_mc, "rho_ref_mc"},
                                {&theta_ref_mc, "theta_ref_mc"},
                                {&d2dexdz2_fac1_mc, "d2dexdz2_fac1_mc"},
                                {&d2dexdz2_fac2_mc, "d2dexdz2_fac2_mc"}})
      full_.push_back(*field = &make(name, nlev_));
    for (auto& [field, name] : {std::pair{&ddqz_z_half, "ddqz_z_half"},
                                {&wgtfac_c, "wgtfac_c"},
                                {&theta_ref_ic, "theta_ref_ic"},
                                {&d_exner_dz_ref_ic, "d_exner_dz_ref_ic"}})
      half_.push_back(*field = &make(name, nlev_ + 1));
    wgtfacq_c = &(out.fields["wgtfacq_c"] = HostField(cell, s.n_cells, 3, 1));
  }

  // `flat`: full levels from the top whose values are those of the first column.
  void compute(int flat) {
    if (z_mc->rows == 0) return;
    fill(0, 0);
#pragma omp parallel for schedule(static)
    for (int c = 1; c < z_mc->rows; ++c) {
      for (HostField* f : full_) std::copy_n(column(*f, 0), flat, column(*f, c));
      for (HostField* f : half_) std::copy_n(column(*f, 0), flat, column(*f, c));
      fill(c, flat);
    }
  }

  HostField *z_mc, *ddqz_z_full, *inv_ddqz_z_full, *coeff1_dwdz, *coeff2_dwdz, *exner_ref_mc, *rho_ref_mc,
      *theta_ref_mc, *d2dexdz2_fac1_mc, *d2dexdz2_fac2_mc, *ddqz_z_half, *wgtfac_c, *theta_ref_ic, *d_exner_dz_ref_ic,
      *wgtfacq_c;

 private:
  void fill(int c, int from) {
    const double* zi = column(z_ifc_, c);
    double *zm = column(*z_mc, c), *dz = column(*ddqz_z_full, c), *inv = column(*inv_ddqz_z_full, c);
    for (int k = from; k < nlev_; ++k) {
      zm[k] = 0.5 * (zi[k] + zi[k + 1]);
      dz[k] = zi[k] - zi[k + 1];
      inv[k] = 1.0 / dz[k];
    }
    double *half = column(*ddqz_z_half, c), *weight = column(*wgtfac_c, c);
    double *c1 = column(*coeff1_dwdz, c), *c2 = column(*coeff2_dwdz, c);
    for (int k = std::max(1, from); k < nlev_; ++k) {
      half[k] = zm[k - 1] - zm[k];
      weight[k] = (zi[k - 1] - zi[k]) / (zi[k - 1] - zi[k + 1]);
      c1[k] = dz[k] / dz[k - 1] / (zi[k - 1] - zi[k + 1]);
      c2[k] = dz[k - 1] / dz[k] / (zi[k - 1] - zi[k + 1]);
    }
    if (from == 0) {
      half[0] = 2.0 * (zi[0] - zm[0]);
      weight[0] = (zi[1] - zi[0]) / (zi[2] - zi[0]);
    }
    half[nlev_] = 2.0 * (zm[nlev_ - 1] - zi[nlev_]);
    weight[nlev_] = (zi[nlev_ - 1] - zi[nlev_]) / (zi[nlev_ - 2] - zi[nlev_]);

    for (int k = from; k < nlev_; ++k) {
      const ReferenceState r = reference_state(zm[k]);
      column(*exner_ref_mc, c)[k] = r.exner;
      column(*rho_ref_mc, c)[k] = r.rho;
      column(*theta_ref_mc, c)[k] = r.theta;
      column(*d2dexdz2_fac1_mc, c)[k] = -grav / (cpd * (r.theta * r.theta)) * inv[k];
      column(*d2dexdz2_fac2_mc, c)[k] = 2.0 * grav / (cpd * (r.theta * r.theta * r.theta)) *
                                        (grav / cpd - del_t_bg / h_scal_bg * std::exp(-zm[k] / h_scal_bg)) / r.exner;
    }
    for (int k = from; k <= nlev_; ++k) {
      const double theta = reference_state(zi[k]).theta;
      column(*theta_ref_ic, c)[k] = theta;
      column(*d_exner_dz_ref_ic, c)[k] = -grav / cpd / theta;
    }

    // extrapolation to the surface by a parabola through the three lowest levels; slot j belongs to level nlev-1-j
    const double z1 = 0.5 * (zi[nlev_ - 1] - zi[nlev_]), z2 = 0.5 * (zi[nlev_ - 1] + zi[nlev_ - 2]) - zi[nlev_],
                 z3 = 0.5 * (zi[nlev_ - 2] + zi[nlev_ - 3]) - zi[nlev_];
    const double q3 = z1 * z2 / (z2 - z3) / (z1 - z3), q2 = (z1 - q3 * (z1 - z3)) / (z1 - z2);
    (*wgtfacq_c)(c, 0) = 1.0 - (q2 + q3);
    (*wgtfacq_c)(c, 1) = q2;
    (*wgtfacq_c)(c, 2) = q3;
  }

  int nlev_;
  const HostField& z_ifc_;
  std::vector<HostField*> full_, half_;
};

// Heights of half levels at the vertices. Flat levels are not left out: the weights add up to 1 to rounding only, and
// icon4py has this too.
HostField heights_at_vertices(const GridInputs& g, const HostField& c_intp, const HostField& z_ifc) {
  HostField z(Location::vertex, g.sizes.n_vertices, 1, z_ifc.levels);
#pragma omp parallel for schedule(static)
  for (int v = 0; v < z.rows; ++v) {
    double* zv = column(z, v);
    for (int i = 0; i < 6; ++i) {
      const double weight = c_intp(v, i);
      if (g.v2c(v, i) < 0 || weight == 0) continue;
      const double* zc = column(z_ifc, g.v2c(v, i));
      for (int k = 0; k < z.levels; ++k) zv[k] += weight * zc[k];
    }
  }
  return z;
}

// Level of cell column `zi` that holds height z, searched downward; the lowest one where none does.
int level_at(const double* zi, double z, int from, int nlev) {
  int k = from;
  while (k < nlev - 1 && !(zi[k + 1] <= z && z <= zi[k])) ++k;
  return k;
}

// Slopes on the surface, which the vertical solver's off-centring depends on.
struct SurfaceSlopes {
  std::vector<double> normal, tangent;  // edges
};

// Slopes, interpolation to edges and pressure-gradient geometry. Returns the surface slopes.
SurfaceSlopes edge_fields(const GridInputs& g, const CellFields& cells, int flat, CaseData& data) {
  auto& f = data.fixed.fields;
  const int n = g.sizes.n_edges, nlev = data.sizes.nlev, row_2 = g.zones.edges.start(Zone::lateral_boundary_level_2),
            row_3 = g.zones.edges.start(Zone::lateral_boundary_level_3),
            nudged = g.zones.edges.start(Zone::nudging_level_2);
  const HostField &lin = data.fixed.field("c_lin_e"), &z_ifc = data.fixed.field("z_ifc");
  const auto make = [&](const char* name, int slots, int levels) -> HostField& {
    return f[name] = HostField(edge, n, slots, levels);
  };
  HostField &dz_e = make("ddqz_z_full_e", 1, nlev), &ddxn = make("ddxn_z_full", 1, nlev),
            &ddxt = make("ddxt_z_full", 1, nlev), &weight = make("wgtfac_e", 1, nlev + 1),
            &weight_q = make("wgtfacq_e", 3, 1), &rho = make("rho_ref_me", 1, nlev),
            &theta = make("theta_ref_me", 1, nlev), &zdiff = make("zdiff_gradp", 2, nlev),
            &gradekin = make("coeff_gradekin", 2, 1);
  HostTable& offset = data.fixed.tables["vertoffset_gradp"] = HostTable(edge, n, 2, nlev);
  SurfaceSlopes surface{std::vector<double>(static_cast<std::size_t>(n), 0.0),
                        std::vector<double>(static_cast<std::size_t>(n), 0.0)};
  const HostField zv = heights_at_vertices(g, data.fixed.field("c_intp"), z_ifc);

  // the lowest level on which the edge's height lies inside the same level of both cells, and where extrapolation
  // starts
  std::vector<int> flat_level(static_cast<std::size_t>(n), 0);
  int lowest_common = nlev - 1, extrapolated = 0;
#pragma omp parallel reduction(min : lowest_common) reduction(+ : extrapolated)
  {
    std::vector<double> zme(static_cast<std::size_t>(nlev)), slope(static_cast<std::size_t>(nlev) + 1);
#pragma omp for schedule(static)
    for (int e = row_2; e < n; ++e) {
      const int c[2] = {g.e2c(e, 0), g.e2c(e, 1)};
      const double w0 = lin(e, 0), w1 = lin(e, 1);
      const double *zi0 = column(z_ifc, c[0]), *zi1 = column(z_ifc, c[1]);
      const auto to_edge = [&](const HostField& from, double* to, int levels) {
        const double *x0 = column(from, c[0]), *x1 = column(from, c[1]);
        std::copy_n(x0, flat, to);  // the same in both cells
        for (int k = flat; k < levels; ++k) to[k] = w0 * x0[k] + w1 * x1[k];
      };
      to_edge(*cells.ddqz_z_full, column(dz_e, e), nlev);
      to_edge(*cells.wgtfac_c, column(weight, e), nlev + 1);
      to_edge(*cells.z_mc, zme.data(), nlev);
      for (int j = 0; j < 3; ++j) weight_q(e, j) = w0 * (*cells.wgtfacq_c)(c[0], j) + w1 * (*cells.wgtfacq_c)(c[1], j);
      std::copy_n(column(*cells.rho_ref_mc, c[0]), flat, column(rho, e));
      std::copy_n(column(*cells.theta_ref_mc, c[0]), flat, column(theta, e));
      for (int k = flat; k < nlev; ++k) {
        const ReferenceState r =
            reference_state(zme[static_cast<std::size_t>(k)]);  // the height is interpolated, not the state
        rho(e, 0, k) = r.rho;
        theta(e, 0, k) = r.theta;
      }
      gradekin(e, 0) = g.edge_cell_length(e, 1) / g.edge_cell_length(e, 0) * g.inv_dual_edge_length(e);
      gradekin(e, 1) = g.edge_cell_length(e, 0) / g.edge_cell_length(e, 1) * g.inv_dual_edge_length(e);

      const auto average_slope = [&](const double* upper, const double* lower, double factor, double inverse_length,
                                     int from, HostField& to) {
        for (int k = from; k <= nlev; ++k)
          slope[static_cast<std::size_t>(k)] = factor * (upper[k] - lower[k]) * inverse_length;
        for (int k = from; k < nlev; ++k)
          to(e, 0, k) = 0.5 * (slope[static_cast<std::size_t>(k)] + slope[static_cast<std::size_t>(k) + 1]);
        return slope[static_cast<std::size_t>(nlev)];
      };
      surface.normal[static_cast<std::size_t>(e)] = average_slope(zi1, zi0, 1.0, g.inv_dual_edge_length(e), flat, ddxn);
      if (e >= row_3)
        surface.tangent[static_cast<std::size_t>(e)] =
            average_slope(column(zv, g.e2v(e, 1)), column(zv, g.e2v(e, 0)), g.tangent_orientation(e),
                          g.inv_primal_edge_length(e), 0, ddxt);

      // where the pressure gradient takes its values in the two columns (spec/metrics.md section 7)
      int common = 0;
      for (int k = 0; k < nlev; ++k) {
        const double z = zme[static_cast<std::size_t>(k)];
        if (zi0[k + 1] <= z && z <= zi0[k] && zi1[k + 1] <= z && z <= zi1[k]) common = k;
      }
      flat_level[static_cast<std::size_t>(e)] = common;
      lowest_common = std::min(lowest_common, common);
      const double lowest = std::max(zi0[nlev], zi1[nlev]) - extrapol_dist;
      for (int i = 0; i < 2; ++i) {
        const double *zi = i == 0 ? zi0 : zi1, *zm = column(*cells.z_mc, c[i]);
        for (int k = 0; k <= common; ++k) zdiff(e, i, k) = zme[static_cast<std::size_t>(k)] - zm[k];
        int found = common, found_below = common;
        for (int k = common + 1; k < nlev; ++k) {
          double z = zme[static_cast<std::size_t>(k)];
          // icon4py starts anew on each level for the first cell and goes on for the second: it matters where z lies on
          // an interface
          found = level_at(zi, z, i == 0 ? common : found, nlev);
          int level = found;
          if (e >= nudged && z < lowest) {
            z = lowest;
            level = found_below = level_at(zi, z, found_below, nlev);
            ++extrapolated;
          }
          offset(e, i, k) = level - k;
          zdiff(e, i, k) = z - zm[level];
        }
      }
    }
  }
  data.nflat_gradp = lowest_common;

  if (extrapolated == 0) return surface;
  HostField& distance = make("pg_exdist", 1, nlev);
#pragma omp parallel for schedule(static)
  for (int e = nudged; e < n; ++e) {
    const int c0 = g.e2c(e, 0), c1 = g.e2c(e, 1);
    const double lowest = std::max(z_ifc(c0, 0, nlev), z_ifc(c1, 0, nlev)) - extrapol_dist;
    for (int k = flat_level[static_cast<std::size_t>(e)] + 1; k < nlev; ++k) {
      const double z = k < flat ? (*cells.z_mc)(c0, 0, k)
                                : lin(e, 0) * (*cells.z_mc)(c0, 0, k) + lin(e, 1) * (*cells.z_mc)(c1, 0, k);
      if (z < lowest) distance(e, 0, k) = z - lowest;
    }
  }
  return surface;
}

// Off-centring of the implicit solver, from the steepness at the surface and from compressed layers near it (section
// 9).
void vertical_wind_weights(const GridInputs& g, const SurfaceSlopes& surface, const VerticalCoordinate& vertical,
                           double offctr, CaseData& data) {
  auto& f = data.fixed.fields;
  const HostField& z_ifc = data.fixed.field("z_ifc");
  const int nlev = data.sizes.nlev, first = g.zones.cells.start(Zone::lateral_boundary_level_2);
  HostField &implicit = f["vwind_impl_wgt"] = HostField(cell, g.sizes.n_cells, 1, 1),
            &explicit_ = f["vwind_expl_wgt"] = implicit;
#pragma omp parallel for schedule(static)
  for (int c = 0; c < implicit.rows; ++c) {
    double steepest = 0, highest = 0;
    for (int i = 0; i < 3; ++i) {
      const auto e = static_cast<std::size_t>(g.c2e(c, i));
      const double normal = std::abs(surface.normal[e]);
      steepest = std::max({steepest, normal, std::abs(surface.tangent[e])});
      if (normal > 0) highest = std::max(highest, normal * g.dual_edge_length(static_cast<int>(e)));
    }
    const double a = 0.425 * std::pow(steepest, 0.75), b = std::min(0.25, 0.00025 * (highest - 250.0));
    double w = 0.5 + std::min(std::max(offctr, 0.75), std::max(offctr, std::max(a, b)));
    if (c >= first)
      for (int k = std::max(0, nlev - 9); k < nlev; ++k) {
        const auto l = static_cast<std::size_t>(k);
        const double left = (z_ifc(c, 0, k) - z_ifc(c, 0, k + 1)) / (vertical.vct_a[l] - vertical.vct_a[l + 1]);
        if (left < 0.6) w = std::max(1.2 - left, w);
      }
    implicit(c) = w;
    explicit_(c) = 1.0 - w;
  }
}

}  // namespace

void check(const MetricsConfig& c) {
  const auto refuse = [](const char* key, auto value, const char* rule) {
    throw UsageError(fmt::format("metrics.{} is '{}', expected {}", key, value, rule));
  };
  if (c.rayleigh_type != 2) refuse("rayleigh_type", c.rayleigh_type, "2 (Klemp), the only one that is implemented");
  if (c.igradp_method != 3) refuse("igradp_method", c.igradp_method, "3, the only one that is implemented");
  if (c.divdamp_type != 3 && c.divdamp_type != 32) refuse("divdamp_type", c.divdamp_type, "3 or 32");
  if (!(c.divdamp_trans_end > c.divdamp_trans_start))
    refuse("divdamp_trans_end", c.divdamp_trans_end, "more than metrics.divdamp_trans_start");
  for (const auto& [key, value] : {std::pair{"exner_expol", c.exner_expol},
                                   {"vwind_offctr", c.vwind_offctr},
                                   {"thslp_zdiffu", c.thslp_zdiffu},
                                   {"thhgtd_zdiffu", c.thhgtd_zdiffu},
                                   {"rayleigh_coeff", c.rayleigh_coeff}})
    if (!(value >= 0) || !std::isfinite(value)) refuse(key, value, "a number of 0 or more");
}

double exner_extrapolation(double exner_expol, double slope, double height_difference, bool inside) {
  double x = exner_expol;
  if (inside)
    x *= std::min(1.0 - (4.0 * slope) * (4.0 * slope), 1.0 - (0.002 * height_difference) * (0.002 * height_difference));
  x = std::max(0.0, x);
  if (slope > 1.5) x = std::max(-1.0 / 6.0, 1.0 / 9.0 * (1.5 - slope));
  return x;
}

std::vector<double> rayleigh_profile(const std::vector<double>& vct_a, int nrdmax, double damping_height,
                                     double coefficient) {
  std::vector<double> r(vct_a.size(), 0.0);
  for (int k = 0; k <= nrdmax; ++k) {
    const auto l = static_cast<std::size_t>(k);
    r[l] = coefficient * (1.0 - std::tanh(3.8 * (vct_a[0] - vct_a[l]) / std::max(1e-6, vct_a[0] - damping_height)));
  }
  return r;
}

std::vector<double> divdamp_profile(const std::vector<double>& vct_a, const MetricsConfig& c) {
  std::vector<double> factor(vct_a.size() - 1, 1.0);
  if (c.divdamp_type != 32) return factor;
  for (std::size_t k = 0; k < factor.size(); ++k) {
    const double z = 0.5 * (vct_a[k] + vct_a[k + 1]);
    if (z < c.divdamp_trans_start) continue;
    factor[k] = (c.divdamp_trans_end - z) / (c.divdamp_trans_end - c.divdamp_trans_start);
    if (z >= c.divdamp_trans_end && !c.divdamp_negative_above_trans_end) factor[k] = 0;
  }
  return factor;
}

double divdamp_mask(int r) {
  constexpr int start = grf_nudge_start_e, width = grf_nudgezone_width;
  if (r <= 0 || r >= start + 2 * (width - 1)) return 1.0;
  return r > start + width - 1 ? 1.0 / (width - 1) * (r - (start + width - 1)) : 0.0;
}

void compute_metrics(const GridInputs& g, const VerticalCoordinate& vertical, const VerticalConfig& vertical_config,
                     const MetricsConfig& config, CaseData& data) {
  check(config);
  auto& f = data.fixed.fields;
  const Sizes& s = data.sizes;
  const int nlev = s.nlev;
  // full level k is the same in all columns where half levels 0 .. k+1 are; the topmost weight needs two such levels
  int flat = flat_half_levels(data.fixed.field("z_ifc"), vertical.vct_a) - 1;
  if (flat < 2) flat = 0;

  CellFields cells(s, data.fixed);
  cells.compute(flat);
  const SurfaceSlopes surface = edge_fields(g, cells, flat, data);
  vertical_wind_weights(g, surface, vertical, config.vwind_offctr, data);

  // steepness seen from the cells: largest slope and height difference over the three edges, 0 on flat levels
  const HostField& ddxn = data.fixed.field("ddxn_z_full");
  HostField slope(cell, s.n_cells, 1, nlev), difference(cell, s.n_cells, 1, nlev);
  HostField& exfac = f["exner_exfac"] = HostField(cell, s.n_cells, 1, nlev);
  const int inner = g.zones.cells.start(Zone::lateral_boundary_level_2);
  const double unsteep = exner_extrapolation(config.exner_expol, 0, 0, true);
#pragma omp parallel for schedule(static)
  for (int c = 0; c < s.n_cells; ++c) {
    double *slp = column(slope, c), *hgt = column(difference, c), *out = column(exfac, c);
    for (int i = 0; i < 3; ++i) {
      const int e = g.c2e(c, i);
      const double* d = column(ddxn, e);
      const double length = g.dual_edge_length(e);
      if (!std::isfinite(length)) continue;  // outermost edges of some grid files; their slope is 0
      for (int k = flat; k < nlev; ++k) {
        slp[k] = std::max(slp[k], std::abs(d[k]));
        hgt[k] = std::max(hgt[k], std::abs(d[k] * length));
      }
    }
    std::fill_n(out, flat, unsteep);
    for (int k = flat; k < nlev; ++k) out[k] = exner_extrapolation(config.exner_expol, slp[k], hgt[k], c >= inner);
  }
  steep_slope_diffusion(g, data.fixed.field("c_bln_avg"), slope, difference, data.fixed.field("z_mc"), config,
                        data.fixed);

  const auto profile = [](std::vector<double> values) {
    HostField p(Location::none, 1, 1, static_cast<int>(values.size()));
    p.values = std::move(values);
    return p;
  };
  f["rayleigh_w"] = profile(rayleigh_profile(vertical.vct_a, vertical.nrdmax, vertical_config.rayleigh_damping_height,
                                             config.rayleigh_coeff));
  f["scalfac_dd3d"] = profile(divdamp_profile(vertical.vct_a, config));
  HostField& mask = f["hmask_dd3d"] = HostField(edge, s.n_edges, 1, 1);
  for (int e = g.zones.edges.start(Zone::lateral_boundary_level_2); e < s.n_edges; ++e)
    mask(e) = divdamp_mask(g.refin_e_ctrl(e));
  HostTable& halo = data.fixed.tables["mask_prog_halo_c"] = HostTable(cell, s.n_cells, 1, 1);
  for (int c = g.zones.cells.start(Zone::halo); c < s.n_cells; ++c)
    halo(c) = g.refin_c_ctrl(c) >= 1 && g.refin_c_ctrl(c) <= 4 ? 0 : 1;
}

}  // namespace icodyn

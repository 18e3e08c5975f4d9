#include "cases/initial_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cases/balance.hpp"
#include "cases/options.hpp"
#include "coefficients/constants.hpp"

namespace icodyn {

namespace {

using namespace constants;
constexpr auto cell = Location::cell, edge = Location::edge;

double central_angle(double lon_0, double lat_0, double lon, double lat) {
  return std::acos(
      std::clamp(std::sin(lat_0) * std::sin(lat) + std::cos(lat_0) * std::cos(lat) * std::cos(lon - lon_0), -1.0, 1.0));
}

// The winds start inside the second boundary row.
int first_wind_edge(const GridInputs& g) { return g.zones.edges.end(Zone::lateral_boundary_level_2); }

// Parts of the Jablonowski-Williamson formulas that depend on the latitude only.
struct JwLatitude {
  double fac1, fac2;
  explicit JwLatitude(double lat) {
    const double s = std::sin(lat), c = std::cos(lat), s2 = s * s;
    fac1 = 1.0 / 6.3 - 2.0 * (s2 * s2 * s2) * (c * c + 1.0 / 3.0);
    fac2 = (8.0 / 5.0 * (c * c * c) * (s2 + 2.0 / 3.0) - 0.25 * pi) * earth_radius * earth_angular_velocity;
  }
};

// Newton's method for eta from a start above the point (at less pressure).
constexpr double jw_start = 1e-7;
JwPoint jw_newton(const JwLatitude& l, double z, double start, const JwOptions& o) {
  constexpr int iterations = 100;
  const double lapse = rd * o.gamma / grav, geopotential = grav * z;
  const double t2 = o.eta_t * o.eta_t, t3 = t2 * o.eta_t, t4 = t3 * o.eta_t, t5 = t4 * o.eta_t;
  double eta = start, before = 0, temperature = 0;
  for (int it = 0; it < iterations; ++it) {
    const double ev = (eta - o.eta_0) * pi * 0.5, ce = std::cos(ev), se = std::sin(ev), root = std::sqrt(ce),
                 wind = o.u0 * (ce * root);
    const double power = std::pow(eta, lapse);
    double t_avg = o.temp0 * power, phi_avg = o.temp0 * grav / o.gamma * (1.0 - power);
    if (eta < o.eta_t) {
      const double d = o.eta_t - eta, e2 = eta * eta, e3 = e2 * eta;
      t_avg += o.dtemp * (d * d * d * d * d);
      phi_avg -= rd * o.dtemp *
                 ((std::log(eta / o.eta_t) + 137.0 / 60.0) * t5 - 5.0 * t4 * eta + 5.0 * t3 * e2 -
                  10.0 / 3.0 * t2 * e3 + 1.25 * o.eta_t * (e2 * e2) - 0.2 * (e3 * e2));
    }
    const double phi = phi_avg + wind * (l.fac1 * wind + l.fac2);
    temperature = t_avg + 0.75 * eta * pi * o.u0 / rd * se * root * (2.0 * l.fac1 * wind + l.fac2);
    const double next = eta - (phi - geopotential) / (-rd / eta * temperature);
    // Converged, or going to and fro between two neighboring numbers: the state after all iterations is known.
    const bool still = next == eta, alternating = next == before && (iterations - 1 - it) % 2 == 0;
    before = eta;
    eta = next;
    if (still || alternating || !(eta > 0)) break;
  }
  const double exner = std::pow(eta * o.p_sfc / p0ref, rd_o_cpd), theta_v = temperature / exner;
  return {eta, temperature, exner, theta_v, std::pow(exner, cvd_o_rd) * p0ref / rd / theta_v};
}

JwOptions jw_options(const CaseOptions& given, const std::string& name) {
  Options o(given, "initial_condition", "initial state '" + name + "'");
  JwOptions j;
  j.p_sfc = o.positive("p_sfc", j.p_sfc);
  j.baroclinic_amplitude = o.get("baroclinic_amplitude", j.baroclinic_amplitude);
  j.u0 = o.get("u0", j.u0);
  j.temp0 = o.positive("temp0", j.temp0);
  j.eta_0 = o.get("eta_0", j.eta_0);
  j.eta_t = o.positive("eta_t", j.eta_t);
  j.gamma = o.positive("gamma", j.gamma);
  j.dtemp = o.get("dtemp", j.dtemp);
  j.lon_perturbation_center = o.get("lon_perturbation_center", j.lon_perturbation_center);
  j.lat_perturbation_center = o.get("lat_perturbation_center", j.lat_perturbation_center);
  constexpr const char* no_tracers = "icodyn has no water vapour";
  o.without_effect("rh_at_1000hpa", 0.7, no_tracers);
  o.without_effect("qv_max", 0.02, no_tracers);
  o.without_effect("moisture_init_iterations", 10, no_tracers);
  o.without_effect("global_moisture_content", 25.006, no_tracers);
  o.without_effect("normalize_global_moisture", 0, no_tracers);
  o.finish();
  if (name == "jw_steady") j.baroclinic_amplitude = 0;
  return j;
}

void jablonowski_williamson(const std::string& name, const CaseOptions& given, const GridInputs& g, CaseData& data) {
  const JwOptions o = jw_options(given, name);
  if (g.torus) throw UsageError(fmt::format("initial state '{}' needs a sphere, but the grid is a torus", name));
  auto& f = data.initial.fields;
  const HostField &z_mc = data.fixed.field("z_mc"), &lin = data.fixed.field("c_lin_e");
  const int nlev = data.sizes.nlev;
  HostField &rho = f["rho"] = HostField(cell, z_mc.rows, 1, nlev), &exner = f["exner"] = rho,
            &theta_v = f["theta_v"] = rho, eta_v = rho;
#pragma omp parallel for schedule(dynamic, 64)
  for (int c = 0; c < z_mc.rows; ++c) {
    const JwLatitude l(g.clat(c));
    double start = jw_start;  // then the level above: a third of the iterations, the same root
    for (int k = 0; k < nlev; ++k) {
      const JwPoint p = jw_newton(l, z_mc(c, 0, k), start, o);
      if (p.eta > 0) start = p.eta;
      eta_v(c, 0, k) = (p.eta - o.eta_0) * pi * 0.5;
      exner(c, 0, k) = p.exner;
      theta_v(c, 0, k) = p.theta_v;
      rho(c, 0, k) = p.rho;
    }
  }
  HostField& vn = f["vn"] = HostField(edge, g.sizes.n_edges, 1, nlev);
#pragma omp parallel for schedule(static)
  for (int e = first_wind_edge(g); e < vn.rows; ++e) {
    const double s = std::sin(2.0 * g.elat(e));
    double bump = 0;
    if (o.baroclinic_amplitude > 1e-20) {
      const double r = 10.0 * central_angle(o.lon_perturbation_center, o.lat_perturbation_center, g.elon(e), g.elat(e));
      bump = o.baroclinic_amplitude * std::exp(-(r * r));
    }
    for (int k = 0; k < nlev; ++k) {
      const double ce = std::cos(eta_v(g.e2c(e, 0), 0, k) * lin(e, 0) + eta_v(g.e2c(e, 1), 0, k) * lin(e, 1));
      vn(e, 0, k) = (o.u0 * (ce * std::sqrt(ce)) * (s * s) + bump) * g.primal_normal_1(e);
    }
  }
  f["w"] = terrain_following_w(g, data.fixed, data.vct_b, vn);
  hydrostatic_at_fixed_temperature(data.fixed, rho, exner, theta_v);
}

void gauss3d(const CaseOptions& given, const GridInputs& g, CaseData& data) {
  Options o(given, "initial_condition", "initial state 'gauss3d'");
  const double u0 = o.get("u0", 0.0), t0 = o.positive("t0", 300.0), frequency = o.get("brunt_vais", 0.01);
  o.finish();
  auto& f = data.initial.fields;
  const HostField& z_mc = data.fixed.field("z_mc");
  const int nlev = data.sizes.nlev, lowest = nlev - 1;
  HostField& vn = f["vn"] = HostField(edge, g.sizes.n_edges, 1, nlev);
  for (int e = first_wind_edge(g); e < vn.rows; ++e) std::fill_n(&vn(e), nlev, u0 * g.primal_normal_1(e));
  HostField &rho = f["rho"] = HostField(cell, z_mc.rows, 1, nlev), &exner = f["exner"] = rho,
            &theta_v = f["theta_v"] = rho;
  const double growth = (frequency / grav) * (frequency / grav) * grav;  // of ln(theta_v) with height [1/m]
#pragma omp parallel for schedule(static)
  for (int c = 0; c < z_mc.rows; ++c) {
    for (int k = 0; k < nlev; ++k) theta_v(c, 0, k) = t0 * std::exp(growth * z_mc(c, 0, k));
    const double z = z_mc(c, 0, lowest);
    exner(c, 0, lowest) = frequency != 0
                              ? (grav / frequency) * (grav / frequency) / t0 / cpd * (std::exp(-growth * z) - 1.0) + 1.0
                              : 1.0 - grav * z / cpd / t0;
  }
  hydrostatic_at_fixed_theta_v(data.fixed, rho, exner, theta_v);
  f["w"] = terrain_following_w(g, data.fixed, data.vct_b, vn);
}

double vapour_pressure_over_water(double t) { return 610.78 * std::exp(17.269 * (t - 273.15) / (t - 35.86)); }
double specific_humidity(double e, double p) { return rdv * e / (p - (1.0 - rdv) * e); }
double pressure_of(double exner) { return p0ref * std::pow(exner, cpd_o_rd); }

WkOptions wk_options(const CaseOptions& given) {
  Options o(given, "initial_condition", "initial state 'wk82'");
  WkOptions w;
  w.h_min = o.get("h_min", w.h_min);
  w.h_tropopause = o.positive("h_tropopause", w.h_tropopause);
  w.theta_surface = o.positive("theta_surface", w.theta_surface);
  w.theta_tropopause = o.positive("theta_tropopause", w.theta_tropopause);
  w.exponent_theta = o.get("exponent_theta", w.exponent_theta);
  w.exponent_relative_humidity = o.get("exponent_relative_humidity", w.exponent_relative_humidity);
  w.t_tropopause = o.positive("t_tropopause", w.t_tropopause);
  w.rh_min = o.get("rh_min", w.rh_min);
  w.rh_max = o.get("rh_max", w.rh_max);
  w.wind_scale_height = o.get("wind_scale_height", w.wind_scale_height);
  w.max_wind_speed = o.get("max_wind_speed", w.max_wind_speed);
  w.qv_max = o.get("qv_max", w.qv_max);
  w.bubble_center_x = o.get("bubble_center_x", w.bubble_center_x);
  w.bubble_center_y = o.get("bubble_center_y", w.bubble_center_y);
  w.bubble_center_z = o.get("bubble_center_z", w.bubble_center_z);
  w.bubble_horizontal_width = o.positive("bubble_horizontal_width", w.bubble_horizontal_width);
  w.bubble_vertical_width = o.positive("bubble_vertical_width", w.bubble_vertical_width);
  w.bubble_amplitude = o.get("bubble_amplitude", w.bubble_amplitude);
  w.bubble_radius = o.get("bubble_radius", w.bubble_radius);
  o.finish();
  if (!(w.wind_scale_height > w.h_min))
    throw UsageError(fmt::format("initial_condition.wind_scale_height is '{}', expected more than h_min ({})",
                                 w.wind_scale_height, w.h_min));
  return w;
}

void weisman_klemp(const CaseOptions& given, const GridInputs& g, CaseData& data) {
  const WkOptions o = wk_options(given);
  auto& f = data.initial.fields;
  const HostField &z_mc = data.fixed.field("z_mc"), &z_ifc = data.fixed.field("z_ifc");
  const int nlev = data.sizes.nlev;
  for (int c = 0; c < z_ifc.rows; ++c)
    if (z_ifc(c, 0, nlev) != z_ifc(0, 0, nlev))
      throw UsageError(fmt::format(
          "initial state 'wk82' needs flat ground, but the surface of cell {} lies at {} m and that of cell 1 at {} m; "
          "set topography: flat",
          c + 1, z_ifc(c, 0, nlev), z_ifc(0, 0, nlev)));
  const std::vector<double> h(&z_mc(0), &z_mc(0) + nlev);
  const WkColumn column = wk_column(h, o);
  HostField &rho = f["rho"] = HostField(cell, z_mc.rows, 1, nlev), &exner = f["exner"] = rho,
            &theta_v = f["theta_v"] = rho;
  for (int k = 0; k < nlev; ++k) {
    const auto l = static_cast<std::size_t>(k);
    theta_v(0, 0, k) = column.theta_v[l];
    exner(0, 0, k) = column.exner[l];
    rho(0, 0, k) = std::pow(column.exner[l], cvd_o_rd) * p0ref / rd / column.theta_v[l];
  }
  for (HostField* x : {&rho, &exner, &theta_v})
    for (int c = 1; c < x->rows; ++c) std::copy_n(&(*x)(0), nlev, &(*x)(c));

  HostField& vn = f["vn"] = HostField(edge, g.sizes.n_edges, 1, nlev);
  for (int e = first_wind_edge(g); e < vn.rows; ++e)
    for (int k = 0; k < nlev; ++k)
      vn(e, 0, k) = o.max_wind_speed *
                    (std::tanh((h[static_cast<std::size_t>(k)] - o.h_min) / (o.wind_scale_height - o.h_min)) - 0.45) *
                    g.primal_normal_1(e);
  f["w"] = terrain_following_w(g, data.fixed, data.vct_b, vn);
  hydrostatic_at_fixed_temperature(data.fixed, rho, exner, theta_v);

  // The warm bubble. On a torus distances do not wrap around; on a sphere the centre is given in degrees (lon, lat).
#pragma omp parallel for schedule(static)
  for (int c = 0; c < z_mc.rows; ++c) {
    double away;
    if (g.torus) {
      const double dx = g.cell_center(c, 0) - o.bubble_center_x, dy = g.cell_center(c, 1) - o.bubble_center_y;
      away = std::sqrt(dx * dx + dy * dy);
    } else {
      away = earth_radius *
             central_angle(o.bubble_center_x * pi / 180, o.bubble_center_y * pi / 180, g.clon(c), g.clat(c));
    }
    for (int k = 0; k < nlev; ++k) {
      const double x = away / o.bubble_horizontal_width,
                   y = (z_mc(c, 0, k) - o.bubble_center_z) / o.bubble_vertical_width;
      const double d = std::sqrt(x * x + y * y);
      if (!(d < o.bubble_radius)) continue;
      const double shape = std::cos(d * pi / 2);
      theta_v(c, 0, k) +=
          o.bubble_amplitude * (shape * shape) * (1.0 + vtmpc1 * column.qv[static_cast<std::size_t>(k)]);
      rho(c, 0, k) = density(exner(c, 0, k), theta_v(c, 0, k));
    }
  }
}

}  // namespace

const std::vector<std::string>& initial_state_names() {
  static const std::vector<std::string> names = {"jw", "jw_steady", "gauss3d", "wk82"};
  return names;
}

JwPoint jw_point(double lat, double z, const JwOptions& o) { return jw_newton(JwLatitude(lat), z, jw_start, o); }

WkColumn wk_column(const std::vector<double>& h, const WkOptions& o) {
  const int n = static_cast<int>(h.size());
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  int tropopause = -1;  // lowest level in the isothermal stratosphere
  while (tropopause + 1 < n && h[at(tropopause + 1)] >= o.h_tropopause) ++tropopause;
  if (tropopause < 0 || tropopause >= n - 1)
    throw UsageError(
        fmt::format("initial state 'wk82': no level lies {} initial_condition.h_tropopause ({} m); the full levels "
                    "reach from {} to {} m",
                    tropopause < 0 ? "above" : "below", o.h_tropopause, h.back(), h.front()));
  WkColumn w;
  w.theta_v.resize(h.size());
  w.exner.resize(h.size());
  w.qv.resize(h.size());
  w.exner_tropopause = o.t_tropopause / o.theta_tropopause;
  w.p_tropopause = pressure_of(w.exner_tropopause);
  const double vapour = o.rh_min * vapour_pressure_over_water(o.t_tropopause);
  w.qv_tropopause = specific_humidity(vapour, w.p_tropopause);
  const double theta_v_tropopause = o.theta_tropopause * (1.0 + vtmpc1 * w.qv_tropopause);

  for (int k = 0; k <= tropopause; ++k) {
    const double x = grav_o_cpd / o.t_tropopause * (h[at(k)] - o.h_tropopause);
    w.exner[at(k)] = w.exner_tropopause * std::exp(-x);
    w.qv[at(k)] = specific_humidity(vapour, pressure_of(w.exner[at(k)]));
    w.theta_v[at(k)] = o.theta_tropopause * std::exp(x) * (1.0 + vtmpc1 * w.qv[at(k)]);
  }
  // Downward from the tropopause: exner from the layer's mean theta_v, with a first guess of the humidity that is
  // corrected once.
  const auto layer = [&](int k, double exner_above, double theta_v_above, double qv_guess) {
    const bool first = k == tropopause + 1;
    const double relative = h[at(k)] / o.h_tropopause;
    const double theta =
        o.theta_surface + (o.theta_tropopause - o.theta_surface) * std::pow(relative, o.exponent_theta);
    const double rh = std::min(1.0 - 0.75 * std::pow(relative, o.exponent_relative_humidity), o.rh_max);
    const double dh = h[at(k)] - (first ? o.h_tropopause : h[at(k - 1)]);
    const auto exner_with = [&](double qv) {
      const double t = theta * (1.0 + vtmpc1 * qv);
      return exner_above - grav_o_cpd * dh / (t - theta_v_above) * std::log(t / theta_v_above);
    };
    const auto humidity = [&](double exner) {
      const double qv = specific_humidity(rh * vapour_pressure_over_water(theta * exner), pressure_of(exner));
      return first ? qv : std::min(o.qv_max, qv);
    };
    w.exner[at(k)] = exner_with(humidity(exner_with(qv_guess)));
    w.qv[at(k)] = humidity(w.exner[at(k)]);
    w.theta_v[at(k)] = theta * (1.0 + vtmpc1 * w.qv[at(k)]);
  };
  layer(tropopause + 1, w.exner_tropopause, theta_v_tropopause, w.qv_tropopause);
  for (int k = tropopause + 2; k < n; ++k) {
    const double gradient = (w.qv[at(k - 2)] - w.qv[at(k - 1)]) / (h[at(k - 2)] - h[at(k - 1)]);
    layer(k, w.exner[at(k - 1)], w.theta_v[at(k - 1)],
          std::min(o.qv_max, w.qv[at(k - 1)] + gradient * (h[at(k)] - h[at(k - 1)])));
  }
  return w;
}

void compute_initial_state(const std::string& name, const CaseOptions& options, const GridInputs& g, CaseData& data) {
  data.initial.source = "initial state '" + name + "'";
  if (name == "jw" || name == "jw_steady")
    jablonowski_williamson(name, options, g, data);
  else if (name == "gauss3d")
    gauss3d(options, g, data);
  else if (name == "wk82")
    weisman_klemp(options, g, data);
  else
    throw UsageError(fmt::format("initial_state '{}' is not known; known with a grid: {}", name,
                                 fmt::join(initial_state_names(), ", ")));

  auto& f = data.initial.fields;
  HostField& pr = f["exner_pr"] = f.at("exner");
  const HostField& ref = data.fixed.field("exner_ref_mc");
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < pr.values.size(); ++n) pr.values[n] -= ref.values[n];
  for (const auto& [field, values] : f)
    for (int i = 0; i < values.rows; ++i)
      for (int k = 0; k < values.levels; ++k)
        if (!std::isfinite(values(i, 0, k)))
          throw UsageError(
              fmt::format("initial state '{}': {} is {} at row {}, level {} of {}; the options in initial_condition "
                          "and vertical give no "
                          "state there (a lower vertical.model_top_height may help)",
                          name, field, values(i, 0, k), i + 1, k + 1, values.levels));
}

}  // namespace icodyn

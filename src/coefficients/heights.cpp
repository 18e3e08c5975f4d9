#include "coefficients/heights.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

namespace icodyn {

HostField smooth_topography(const GridInputs& g, const HostField& geofac_n2s, const HostField& topography) {
  constexpr int steps = 25;
  constexpr double strength = 0.125;
  HostField now = topography, next = topography;
  for (int it = 0; it < steps; ++it) {
#pragma omp parallel for schedule(static)
    for (int c = 0; c < now.rows; ++c) {
      double laplacian = geofac_n2s(c, 0) * now(c);
      for (int i = 0; i < 3; ++i)
        if (g.c2e2c(c, i) >= 0) laplacian += geofac_n2s(c, 1 + i) * now(g.c2e2c(c, i));
      next(c) = now(c) + strength * laplacian * g.area(c);
    }
    std::swap(now, next);
  }
  return now;
}

HostField terrain_following_heights(const VerticalConfig& config, const VerticalCoordinate& vertical,
                                    const HostField& topography, const HostField& smooth) {
  const int n = static_cast<int>(vertical.vct_a.size()) - 1, flat = vertical.nflatlev;
  const std::vector<double>& a = vertical.vct_a;
  const auto at = [](int k) { return static_cast<std::size_t>(k); };

  // what depends on the level only: how much of the terrain is left, and the least thickness
  std::vector<double> large(at(n)), small(at(n)), least(at(n));
  const auto decay = [&](double z, double scale) {
    const double top = std::pow(config.model_top_height / scale, config.SLEVE_decay_exponent);
    return std::sinh(top - std::pow(z / scale, config.SLEVE_decay_exponent)) / std::sinh(top);
  };
  for (int k = 0; k < n; ++k) {
    large[at(k)] = decay(a[at(k)], config.SLEVE_decay_scale_1);
    small[at(k)] = decay(a[at(k)], config.SLEVE_decay_scale_2);
    const double dz = a[at(k)] - a[at(k + 1)], d1 = config.SLEVE_minimum_layer_thickness_1,
                 d2 = config.SLEVE_minimum_layer_thickness_2, r1 = config.SLEVE_minimum_relative_layer_thickness_1,
                 r2 = config.SLEVE_minimum_relative_layer_thickness_2;
    double limit;
    if (dz < d1) {
      limit = r1 * dz;
    } else if (dz < d2) {
      const double w = ((d2 - dz) / (d2 - d1)) * ((d2 - dz) / (d2 - d1));
      limit = (r1 * w + r2 * (1.0 - w)) * dz;
    } else {
      limit = r2 * d2 * std::pow(dz / d2, 1.0 / 3.0);
    }
    least[at(k)] = std::max(limit, std::min(50.0, config.lowest_layer_thickness));
  }

  HostField z(Location::cell, topography.rows, 1, n + 1);
  const int tested = std::max(0, flat - 1);
  int too_low = z.rows, not_flat = z.rows;  // first cell of each kind
#pragma omp parallel for schedule(static) reduction(min : too_low, not_flat)
  for (int c = 0; c < z.rows; ++c) {
    double* zc = &z(c, 0, 0);
    for (int k = 0; k <= flat; ++k) zc[k] = a[at(k)];
    for (int k = flat + 1; k < n; ++k)
      zc[k] = a[at(k)] + smooth(c) * large[at(k)] + (topography(c) - smooth(c)) * small[at(k)];
    zc[n] = topography(c);

    int top = n;  // topmost level that the limiter changes
    for (int k = n - 1; k >= 0; --k)
      if (zc[k + 1] + least[at(k)] > zc[k]) {
        zc[k] = zc[k + 1] + least[at(k)];
        top = k;
      }
    if (top >= 3 && top <= n - 3) {  // thickness grows smoothly from the limited layers to those above
      const double z1 = zc[top + 1] - zc[top + 2], z2 = zc[top - 3] - zc[top - 2];
      const double growth = std::pow(z2 / z1, 0.25);
      const double z3 = (zc[top - 2] - zc[top + 1]) / (growth * (1.0 + growth * (1.0 + growth)));
      zc[top] = std::max(zc[top], zc[top + 1] + z3 * growth);
      zc[top - 1] = std::max(zc[top - 1], zc[top] + z3 * growth * growth);
    }
    if (top <= 2) too_low = std::min(too_low, c);
    if (zc[tested] != a[at(tested)]) not_flat = std::min(not_flat, c);
  }
  if (too_low < z.rows) {
    const std::string what = fmt::format(
        "the least layer thickness reaches the model top above cell {} (surface height {} m, model top {} m)",
        too_low + 1, topography(too_low), a[0]);
    if (n > 6) throw UsageError(what + "; raise vertical.model_top_height or lower vertical.lowest_layer_thickness");
    spdlog::warn("{}", what);
  }
  if (not_flat < z.rows)
    throw UsageError(
        fmt::format("half level {} should be flat at {} m, but lies at {} m above cell {} (surface height {} m); raise "
                    "vertical.flat_height",
                    tested + 1, a[at(tested)], z(not_flat, 0, tested), not_flat + 1, topography(not_flat)));
  return z;
}

int flat_half_levels(const HostField& z_ifc, const std::vector<double>& vct_a) {
  int flat = z_ifc.levels;
#pragma omp parallel for schedule(static) reduction(min : flat)
  for (int c = 0; c < z_ifc.rows; ++c) {
    int k = 0;
    while (k < z_ifc.levels && k < flat && z_ifc(c, 0, k) == vct_a[static_cast<std::size_t>(k)]) ++k;
    flat = std::min(flat, k);
  }
  return flat;
}

}  // namespace icodyn

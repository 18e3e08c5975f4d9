#include "coefficients/vertical_coordinate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <tuple>

#include "coefficients/constants.hpp"
#include "runtime/error.hpp"

namespace icodyn {

namespace {

using Heights = std::vector<double>;
std::size_t at(int k) { return static_cast<std::size_t>(k); }

void check(const VerticalConfig& c) {
  const auto refuse = [](const char* key, double value, const char* rule) {
    throw UsageError(fmt::format("vertical.{} is '{}', expected {}", key, value, rule));
  };
  if (c.num_levels < 3) refuse("num_levels", c.num_levels, "at least 3 (the surface extrapolation uses three levels)");
  if (!(c.model_top_height > 0) || !std::isfinite(c.model_top_height))
    refuse("model_top_height", c.model_top_height, "a height above 0 m");
  if (!(c.lowest_layer_thickness < c.model_top_height))
    refuse("lowest_layer_thickness", c.lowest_layer_thickness, "less than vertical.model_top_height");
  if (!(c.stretch_factor > 0) || !std::isfinite(c.stretch_factor))
    refuse("stretch_factor", c.stretch_factor, "a number above 0");
  for (const auto& [key, value] : {std::pair{"SLEVE_decay_scale_1", c.SLEVE_decay_scale_1},
                                   {"SLEVE_decay_scale_2", c.SLEVE_decay_scale_2},
                                   {"SLEVE_decay_exponent", c.SLEVE_decay_exponent}})
    if (!(value > 0) || !std::isfinite(value)) refuse(key, value, "a number above 0");
  for (const auto& [key, value] :
       {std::pair{"flat_height", c.flat_height},
        {"rayleigh_damping_height", c.rayleigh_damping_height},
        {"maximal_layer_thickness", c.maximal_layer_thickness},
        {"top_height_limit_for_maximal_layer_thickness", c.top_height_limit_for_maximal_layer_thickness}})
    if (!std::isfinite(value)) refuse(key, value, "a finite height");
  if (!(c.SLEVE_minimum_layer_thickness_1 > 0 && c.SLEVE_minimum_layer_thickness_2 > c.SLEVE_minimum_layer_thickness_1))
    refuse("SLEVE_minimum_layer_thickness_2", c.SLEVE_minimum_layer_thickness_2,
           "more than vertical.SLEVE_minimum_layer_thickness_1, and that more than 0");
  for (const auto& [key, value] :
       {std::pair{"SLEVE_minimum_relative_layer_thickness_1", c.SLEVE_minimum_relative_layer_thickness_1},
        {"SLEVE_minimum_relative_layer_thickness_2", c.SLEVE_minimum_relative_layer_thickness_2}})
    if (!(value > 0 && value < 1)) refuse(key, value, "a number between 0 and 1");
}

// Distribution with thickness growing upward from lowest_layer_thickness.
Heights stretched(const VerticalConfig& c) {
  const int n = c.num_levels;
  const double top = std::pow(double(n), c.stretch_factor), two_over_pi = 2.0 / constants::pi;
  const double exponent = std::log(c.lowest_layer_thickness / c.model_top_height) /
                          std::log(two_over_pi * std::acos(std::pow(double(n - 1), c.stretch_factor) / top));
  Heights a(at(n + 1));
  for (int k = 0; k <= n; ++k)
    a[at(k)] =
        c.model_top_height * std::pow(two_over_pi * std::acos(std::pow(double(k), c.stretch_factor) / top), exponent);
  return a;
}

// Limits the thickness to maximal_layer_thickness below top_height_limit_..., with a smooth passage above
// (spec/vertical.md 2.1).
void limit_thickness(const VerticalConfig& c, Heights& a) {
  const int n = c.num_levels;
  const double dz_max = c.maximal_layer_thickness, h_lim = c.top_height_limit_for_maximal_layer_thickness;
  if (!(2 * c.lowest_layer_thickness < dz_max && dz_max < 0.5 * h_lim)) return;
  Heights dz(at(n));  // of the unlimited distribution
  int too_thick = -1;
  for (int k = 0; k < n; ++k) {
    dz[at(k)] = a[at(k)] - a[at(k + 1)];
    if (dz[at(k)] > dz_max) too_thick = k;
  }
  if (too_thick < 0) return;  // nothing to limit (icon4py stops here with an error)

  Heights m(at(n + 1), 0.0);
  int unlimited = 0,
      shift = 0;  // lowest half level of the part above the limit, and where its thicknesses are taken from
  for (int k = n - 1; k >= 0; --k) {
    if (m[at(k + 1)] < h_lim) {
      m[at(k)] = m[at(k + 1)] + std::min(dz_max, dz[at(k)]);
    } else {
      if (unlimited == 0) {
        unlimited = k + 1;
        shift = std::max(0, too_thick - unlimited);
      }
      m[at(k)] = m[at(k + 1)] + dz[at(k + shift)];
    }
  }
  const double stretch =
      shift == 0 ? 1.0
                 : (a[0] - m[at(unlimited)] - unlimited * dz_max) / (m[0] - m[at(unlimited)] - unlimited * dz_max);
  for (int k = n - 1; k >= 0; --k)
    a[at(k)] = a[at(k + 1)] < h_lim ? a[at(k + 1)] + std::min(dz_max, dz[at(k)])
                                    : a[at(k + 1)] + dz_max + (dz[at(k + shift)] - dz_max) * stretch;

  if (stretch == 1.0 || too_thick >= n - 4) return;
  for (int k = n - 1; k >= 0; --k) {
    if (m[at(k + 1)] < h_lim) {
      m[at(k)] = a[at(k)];
    } else {
      // the ratio is taken anew each time: the levels that it is made of may have been replaced in this loop
      const double own = 1.025 * (a[at(k)] - a[at(k + 1)]);
      const double grown = 1.025 * (m[at(too_thick + 1)] - m[at(too_thick + 2)]) /
                           (m[at(too_thick + 2)] - m[at(too_thick + 3)]) * (m[at(k + 1)] - m[at(k + 2)]);
      m[at(k)] = std::min(a[at(k)], m[at(k + 1)] + std::min(own, grown));
    }
  }
  if (m[0] == a[0]) {
    a[1] = m[1];
    for (int k = unlimited + 1; k < n; ++k) a[at(k)] = m[at(k)];
    for (int k = 2; k <= unlimited; ++k) a[at(k)] = 0.5 * (m[at(k - 1)] + m[at(k + 1)]);
  }
}

// One header line, then num_levels + 1 lines "k vct_a vct_b" from the top to the surface.
void read_table(const std::string& path, int n, VerticalCoordinate& v) {
  std::ifstream in(path);
  if (!in) throw DataError(fmt::format("vertical.file_path: cannot open '{}'", path));
  std::string line;
  std::getline(in, line);
  for (int k = 0; k <= n; ++k) {
    if (!std::getline(in, line))
      throw DataError(
          fmt::format("'{}' has {} lines after its header, expected {} (vertical.num_levels + 1)", path, k, n + 1));
    std::istringstream words(line);
    double number = 0, a = 0, b = 0;
    if (!(words >> number >> a >> b) || !std::isfinite(a) || !std::isfinite(b))
      throw DataError(
          fmt::format("'{}' line {}: '{}', expected three numbers: level, vct_a [m], vct_b", path, k + 2, line));
    v.vct_a.push_back(a);
    v.vct_b.push_back(b);
  }
}

// Largest k with vct_a[k] >= height; 0 where the model top lies below it.
int last_level_above(const Heights& a, double height) {
  int last = 0;
  for (int k = 0; k < static_cast<int>(a.size()); ++k)
    if (a[at(k)] >= height) last = k;
  return last;
}

}  // namespace

VerticalCoordinate compute_vertical_coordinate(const VerticalConfig& c) {
  check(c);
  VerticalCoordinate v;
  const int n = c.num_levels;
  if (!c.file_path.empty()) {
    read_table(c.file_path, n, v);
  } else {
    if (c.lowest_layer_thickness > 0.01) {
      v.vct_a = stretched(c);
      limit_thickness(c, v.vct_a);
    } else {
      for (int k = 0; k <= n; ++k) v.vct_a.push_back(c.model_top_height * (n - k) / n);
    }
    for (const double a : v.vct_a) v.vct_b.push_back(std::exp(-a / 5000.0));
  }
  for (int k = 0; k < n; ++k)
    if (!(v.vct_a[at(k)] > v.vct_a[at(k + 1)])) {
      const std::string what =
          fmt::format("half level {} lies at {} m and the one below at {} m; heights must decrease", k + 1,
                      v.vct_a[at(k)], v.vct_a[at(k + 1)]);
      if (!c.file_path.empty()) throw DataError(fmt::format("'{}': {}", c.file_path, what));
      throw UsageError("vertical: " + what +
                       "; change lowest_layer_thickness, model_top_height, stretch_factor or num_levels");
    }
  v.nrdmax = last_level_above(v.vct_a, c.rayleigh_damping_height);
  v.nflatlev = last_level_above(v.vct_a, c.flat_height);
  for (const auto& [key, level, value] : {std::tuple{"rayleigh_damping_height", v.nrdmax, c.rayleigh_damping_height},
                                          std::tuple{"flat_height", v.nflatlev, c.flat_height}})
    if (level >= n)
      throw UsageError(fmt::format("vertical.{} is '{}' m, expected more than the lowest half level ({} m)", key, value,
                                   v.vct_a.back()));
  return v;
}

}  // namespace icodyn

// Nominal heights of the half levels and the level indices that follow from them (spec/vertical.md sections 2 and 3).
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"

namespace icodyn {

// Level 0 is the model top. vct_a and vct_b have num_levels + 1 entries.
struct VerticalCoordinate {
  std::vector<double> vct_a;  // nominal height of half level k [m], strictly decreasing
  std::vector<double> vct_b;  // decay of the terrain-following w with height [-]
  int nrdmax = 0;             // last half level with Rayleigh damping, inclusive
  int nflatlev = 0;           // half levels 0 .. nflatlev are flat
};

// Throws UsageError for parameters that give no decreasing heights, DataError for a bad table file
// (vertical.file_path).
VerticalCoordinate compute_vertical_coordinate(const VerticalConfig& config);

}  // namespace icodyn

// A small case with its initial state, from a grid file of data/grids.
#pragma once

#include <filesystem>
#include <string>

#include "coefficients/set_up.hpp"
#include "grid/grid_file.hpp"
#include "grid/numbering.hpp"

namespace icodyn::test {

inline Grid grid_of(const std::string& name) { return read_grid(std::filesystem::path(ICODYN_DATA_DIR) / "grids" / name); }

inline CaseData case_of(const Grid& g) {
  Config c;
  c.vertical.num_levels = 10;
  c.vertical.lowest_layer_thickness = 200;
  c.vertical.model_top_height = 25000;
  c.vertical.flat_height = 12000;
  c.vertical.rayleigh_damping_height = 20000;
  c.topography = "flat";
  if (g.geometry == GridGeometry::torus) c.initial_condition = {{"u0", 10.0}};
  return set_up_case(c, g);
}

}  // namespace icodyn::test

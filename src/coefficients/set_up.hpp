// From a grid file and a configuration to everything that a run needs: the alternative to reading an archive.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "coefficients/grid_inputs.hpp"
#include "config/config.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

struct Grid;

// Called before each part with what is computed next and the share of the set-up that is done, 0 .. 1.
using ProgressCallback = std::function<void(const std::string& part, double done)>;

// Tables, geometry, coefficients, metric fields and the initial state of config.initial_state ("" counts as "jw" on a
// sphere, "gauss3d" on a torus) over config.topography ("" counts as the one that belongs to the state), on
// config.vertical.num_levels levels. Throws UsageError for options that do not fit, DataError for a grid or file that
// does not, DeviceError when the host's memory does not hold the result.
CaseData set_up_case(const Config& config, const Grid& grid, const ProgressCallback& progress = {});

// The same without the grid's own fields: data.sizes, zones and limited_area are set, and the fields behind `g` may lie
// in data.fixed. file_row: file row of each cell, for a topography file (empty: the same order).
void compute_case(const Config& config, const GridInputs& g, const std::vector<int>& file_row, CaseData& data,
                  const ProgressCallback& progress = {});

// Host memory of the set-up at its largest [bytes], from the sizes alone.
std::size_t set_up_bytes(const Sizes& sizes);

}  // namespace icodyn

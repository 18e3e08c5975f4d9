// Points of steep slopes on which temperature diffuses along true horizontals (spec/metrics.md section 14).
#pragma once

#include "coefficients/grid_inputs.hpp"
#include "config/config.hpp"

namespace icodyn {

// slope [-] and height_difference [m]: largest values over the edges of each cell (cells, full levels). Adds
// zd_diffcoef, zd_intcoef (3 slots) and zd_vertoffset (3 slots) to `out`, or nothing where no cell is steep.
void steep_slope_diffusion(const GridInputs& g, const HostField& c_bln_avg, const HostField& slope,
                           const HostField& height_difference, const HostField& z_mc, const MetricsConfig& config,
                           HostFields& out);

}  // namespace icodyn

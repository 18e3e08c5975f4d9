// Terrain-following heights of the half levels: SLEVE coordinate with a limited layer thickness (spec/vertical.md
// section 4).
#pragma once

#include "coefficients/grid_inputs.hpp"
#include "coefficients/vertical_coordinate.hpp"

namespace icodyn {

// Topography [m] after 25 diffusion steps: the large scales, which the coordinate keeps up to greater heights than the
// small ones.
HostField smooth_topography(const GridInputs& g, const HostField& geofac_n2s, const HostField& topography);

// z_ifc [m] (cells, num_levels + 1). Throws UsageError where the model top is too low for the terrain or the level
// nflatlev is not flat.
HostField terrain_following_heights(const VerticalConfig& config, const VerticalCoordinate& vertical,
                                    const HostField& topography, const HostField& smooth);

// Number of half levels from the top on which every cell has the height vct_a, exactly. Fields on these levels do not
// depend on the cell.
int flat_half_levels(const HostField& z_ifc, const std::vector<double>& vct_a);

}  // namespace icodyn

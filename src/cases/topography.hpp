// Surface heights (spec/vertical.md section 6).
#pragma once

#include <string>
#include <vector>

#include "coefficients/grid_inputs.hpp"
#include "config/config.hpp"

namespace icodyn {

// Names that `topography` takes beside the path of a NetCDF file.
const std::vector<std::string>& topography_names();  // flat, jw, gaussian_hill

// The topography that belongs to an initial state: jw -> "jw", gauss3d -> "gaussian_hill", wk82 -> "flat".
std::string default_topography(const std::string& initial_state);

// Surface height [m] (cells). A name that is not known is taken as a file: variable topography_c or topography over the
// cells of the grid file; `file_row` gives the 0-based file row of each cell (empty: the same order). Throws UsageError
// for an unknown name or option or where the grid does not fit the case, DataError for a file that does not fit the
// grid.
HostField compute_topography(const std::string& name, const CaseOptions& options, const GridInputs& g,
                             const std::vector<int>& file_row = {});

// The Jablonowski-Williamson surface height at a latitude [rad] [m].
double jw_surface_height(double lat, double u0, double eta_0);

}  // namespace icodyn

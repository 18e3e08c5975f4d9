// Metric fields: what the terrain-following coordinate does to the equations (spec/metrics.md).
#pragma once

#include "coefficients/grid_inputs.hpp"
#include "coefficients/vertical_coordinate.hpp"

namespace icodyn {

// Refuses by name what is not implemented. Throws UsageError.
void check(const MetricsConfig& config);

// Needs z_ifc, c_lin_e, c_intp and c_bln_avg in data.fixed, and data.sizes.nlev. Adds z_mc, ddqz_z_full and all metric
// fields of for_each_static, and sets data.nflat_gradp. pg_exdist and the zd_* fields are left out where they would be
// 0 everywhere. Levels on which every column has the same heights are computed once.
void compute_metrics(const GridInputs& g, const VerticalCoordinate& vertical, const VerticalConfig& vertical_config,
                     const MetricsConfig& config, CaseData& data);

// Off-centring of the vertical solver and time extrapolation of the Exner function at one place, from the slope of the
// coordinate surfaces [-] and the height difference between neighboring columns [m] (spec/metrics.md sections 9 and
// 10).
double exner_extrapolation(double exner_expol, double slope, double height_difference, bool inside);
std::vector<double> rayleigh_profile(const std::vector<double>& vct_a, int nrdmax, double damping_height,
                                     double coefficient);
std::vector<double> divdamp_profile(const std::vector<double>& vct_a, const MetricsConfig& config);
// Share of 3-D divergence damping on an edge from its raw refinement control (section 12).
double divdamp_mask(int refin_e_ctrl);

}  // namespace icodyn

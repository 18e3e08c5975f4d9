// Operator and interpolation coefficients that depend on the grid only (spec/interpolation.md).
#pragma once

#include "coefficients/grid_inputs.hpp"
#include "config/config.hpp"

namespace icodyn {

// Adds to `out`: c_lin_e, geofac_div, geofac_rot, geofac_n2s, geofac_grg_x, geofac_grg_y, geofac_grdiv, e_bln_c_s,
// c_bln_avg, e_flx_avg, c_intp, pos_on_tplane_e_1, pos_on_tplane_e_2, nudgecoeff_e. Rows outside a coefficient's range
// are 0.
void compute_interpolation(const GridInputs& g, const InterpolationConfig& config, HostFields& out);

// Weights of three points around a centre that reproduce a linear field there, next to the weight `own` of the centre
// itself (spec/interpolation.md section 7). Latitudes and longitudes in radian.
struct LatLon {
  double lat, lon;
};
void bilinear_weights(const LatLon& centre, const LatLon (&around)[3], double own, double (&weights)[3]);

// Refuses by name the options that only tracer transport has, and numbers that make no sense. Throws UsageError.
void check(const InterpolationConfig& config);

}  // namespace icodyn

// Analytic initial states (spec/driver.md section 5): Jablonowski-Williamson, Gauss3D, Weisman-Klemp. All of them are
// dry for the dycore; Weisman-Klemp keeps the effect of its water vapour on theta_v.
#pragma once

#include <string>
#include <vector>

#include "coefficients/grid_inputs.hpp"
#include "config/config.hpp"

namespace icodyn {

const std::vector<std::string>& initial_state_names();  // jw, jw_steady, gauss3d, wk82

// Fills data.initial with vn, w, rho, exner, theta_v and exner_pr from data.fixed (metric fields, c_lin_e, z_mc, z_ifc)
// and data.vct_b. Throws UsageError for an unknown name or option, for a grid or topography that the case does not
// have, and where the options give no finite state.
void compute_initial_state(const std::string& name, const CaseOptions& options, const GridInputs& g, CaseData& data);

// The Jablonowski-Williamson state at one point, before the hydrostatic adjustment.
struct JwOptions {
  double p_sfc = 1e5, baroclinic_amplitude = 1.0, u0 = 35.0, temp0 = 288.0, eta_0 = 0.252, eta_t = 0.2, gamma = 0.005,
         dtemp = 4.8e5, lon_perturbation_center = 0.34906585039886590, lat_perturbation_center = 0.69813170079773180;
};
struct JwPoint {
  double eta;          // pressure over p_sfc
  double temperature;  // of the last Newton iterate before its update [K]
  double exner, theta_v, rho;
};
JwPoint jw_point(double lat, double z, const JwOptions& o);

// The Weisman-Klemp column over flat ground: theta_v [K], exner and specific humidity at the heights h [m] (from the
// top).
struct WkOptions {
  double h_min = 0, h_tropopause = 12000, theta_surface = 300, theta_tropopause = 343, exponent_theta = 1.25,
         exponent_relative_humidity = 1.25, t_tropopause = 213, rh_min = 0.10, rh_max = 0.95, wind_scale_height = 3000,
         max_wind_speed = 15, qv_max = 0.014, bubble_center_x = 0, bubble_center_y = 0, bubble_center_z = 1400,
         bubble_horizontal_width = 5000, bubble_vertical_width = 1400, bubble_amplitude = 2, bubble_radius = 1;
};
struct WkColumn {
  double exner_tropopause, p_tropopause, qv_tropopause;
  std::vector<double> theta_v, exner, qv;
};
WkColumn wk_column(const std::vector<double>& h, const WkOptions& o);

}  // namespace icodyn

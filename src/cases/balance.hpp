// Parts that the initial states share: hydrostatic adjustment and the vertical wind over terrain (spec/driver.md 5.1).
#pragma once

#include "coefficients/grid_inputs.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

// Both adjust exner and rho (cells, full levels) in place to discrete hydrostatic balance, upward from the lowest
// level, which is kept. They need exner_ref_mc, theta_ref_mc, theta_ref_ic, d_exner_dz_ref_ic, wgtfac_c and ddqz_z_half
// in `fixed`. Virtual temperature theta_v*exner stays as it is, theta_v changes with it:
void hydrostatic_at_fixed_temperature(const HostFields& fixed, HostField& rho, HostField& exner, HostField& theta_v);
// theta_v stays as it is; rho is set on all levels:
void hydrostatic_at_fixed_theta_v(const HostFields& fixed, HostField& rho, HostField& exner, const HostField& theta_v);

// w (cells, half levels) of a flow along the terrain, decaying upward with vct_b; from the lowest level of vn. Needs
// z_ifc in `fixed`.
HostField terrain_following_w(const GridInputs& g, const HostFields& fixed, const std::vector<double>& vct_b,
                              const HostField& vn);

double density(double exner, double theta_v);  // [kg/m3]

}  // namespace icodyn

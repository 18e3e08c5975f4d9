// Physical constants of the set-up, as in ICON's mo_physical_constants (spec/grid.md section 10).
#pragma once

namespace icodyn::constants {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double rd = 287.04;                          // gas constant of dry air [J/(kg K)]
inline constexpr double cpd = 1004.64;                        // specific heat at constant pressure [J/(kg K)]
inline constexpr double cvd = cpd - rd;                       // specific heat at constant volume [J/(kg K)]
inline constexpr double rv = 461.51;                          // gas constant of water vapour [J/(kg K)]
inline constexpr double grav = 9.80665;                       // [m/s2]
inline constexpr double p0ref = 100000.0;                     // reference pressure of the Exner function [Pa]
inline constexpr double earth_radius = 6.371229e6;            // [m]
inline constexpr double earth_angular_velocity = 7.29212e-5;  // [1/s]
inline constexpr double rd_o_cpd = rd / cpd, cpd_o_rd = cpd / rd, cvd_o_rd = cvd / rd, grav_o_cpd = grav / cpd;
inline constexpr double vtmpc1 = rv / rd - 1.0, rdv = rd / rv;

// Reference atmosphere (spec/metrics.md section 3).
inline constexpr double p0sl_bg = 101325.0;   // sea-level pressure [Pa]
inline constexpr double t0sl_bg = 288.15;     // sea-level temperature [K]
inline constexpr double del_t_bg = 75.0;      // difference to the stratosphere [K]
inline constexpr double h_scal_bg = 10000.0;  // scale height [m]

// Edge row in which lateral nudging starts, and the width of the zone that hmask_dd3d assumes (spec/grid.md 7.3).
inline constexpr int grf_nudge_start_e = 10;
inline constexpr int grf_nudgezone_width = 8;

}  // namespace icodyn::constants

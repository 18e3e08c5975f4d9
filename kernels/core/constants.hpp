// Physical constants of ICON as icon4py's common/constants.py has them (spec/nonhydro.md 2.1).
//
// Derived constants are formed by the same expressions in double, so that their last bit agrees, and are rounded once to wp.
#pragma once

#include "core/types.hpp"

namespace icodyn::phys {

namespace in_double {
inline constexpr double rd = 287.04;        // gas constant of dry air [J/(K kg)]
inline constexpr double cpd = 1004.64;      // specific heat at constant pressure [J/(K kg)]
inline constexpr double cvd = cpd - rd;     // specific heat at constant volume [J/(K kg)]
inline constexpr double p0ref = 100000.0;   // reference pressure of the Exner function [Pa]
inline constexpr double grav = 9.80665;     // gravity [m/s2]
inline constexpr double dbl_eps = 0x1p-52;  // relative spacing of doubles
}  // namespace in_double

inline constexpr wp rd = static_cast<wp>(in_double::rd);
inline constexpr wp cpd = static_cast<wp>(in_double::cpd);
inline constexpr wp cvd = static_cast<wp>(in_double::cvd);
inline constexpr wp cvd_o_rd = static_cast<wp>(in_double::cvd / in_double::rd);
inline constexpr wp rd_o_cvd = static_cast<wp>(in_double::rd / in_double::cvd);
inline constexpr wp rd_o_p0ref = static_cast<wp>(in_double::rd / in_double::p0ref);
inline constexpr wp grav_o_cpd = static_cast<wp>(in_double::grav / in_double::cpd);

}  // namespace icodyn::phys

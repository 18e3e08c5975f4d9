// The reference atmosphere at a height: isothermal stratosphere below which temperature grows (spec/metrics.md section
// 3).
#pragma once

#include <cmath>

#include "coefficients/constants.hpp"

namespace icodyn {

struct ReferenceState {
  double exner;  // [-]
  double rho;    // [kg/m3]
  double theta;  // [K]
};

inline ReferenceState reference_state(double z) {
  using namespace constants;
  constexpr double cold = t0sl_bg - del_t_bg;  // temperature of the stratosphere [K]
  const double p = p0sl_bg * std::exp(-grav / rd * h_scal_bg / cold *
                                      std::log((std::exp(z / h_scal_bg) * cold + del_t_bg) / t0sl_bg));
  const double temperature = cold + del_t_bg * std::exp(-z / h_scal_bg);
  const double exner = std::pow(p / p0ref, rd_o_cpd);
  return {exner, p / (rd * temperature), temperature / exner};
}

}  // namespace icodyn

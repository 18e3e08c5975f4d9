// Coefficients of divergence damping that follow from the configuration (spec/nonhydro.md 2.3, 2.4).
#pragma once

#include <vector>

#include "config/config.hpp"

namespace icodyn {

// enh_divdamp_fac: factor of 4th-order divergence damping on full levels. vct_a: nominal heights of the half levels [m], top first
// (nlev + 1 values).
std::vector<double> fourth_order_divdamp_factor(const NonhydrostaticConfig& c, const std::vector<double>& vct_a);

// Which kinds of damping the corrector applies with this 2nd-order factor. mean_cell_area in m2.
struct DivdampChoice {
  double scal_divdamp_o2 = 0;  // factor of the 2nd-order damping [m2]
  bool apply_o2 = false, apply_o4 = false;
};
DivdampChoice divdamp_choice(const NonhydrostaticConfig& c, double divdamp_fac_o2, double mean_cell_area);

}  // namespace icodyn

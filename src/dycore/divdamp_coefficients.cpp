#include "dycore/divdamp_coefficients.hpp"

#include "dycore/quadratic_profile.hpp"

namespace icodyn {

std::vector<double> fourth_order_divdamp_factor(const NonhydrostaticConfig& c, const std::vector<double>& vct_a) {
  return quadratic_profile({c.fourth_order_divdamp_factor, c.fourth_order_divdamp_factor2, c.fourth_order_divdamp_factor3,
                            c.fourth_order_divdamp_factor4, c.fourth_order_divdamp_z, c.fourth_order_divdamp_z2,
                            c.fourth_order_divdamp_z3, c.fourth_order_divdamp_z4},
                           vct_a);
}

DivdampChoice divdamp_choice(const NonhydrostaticConfig& c, double divdamp_fac_o2, double mean_cell_area) {
  DivdampChoice out;
  out.scal_divdamp_o2 = divdamp_fac_o2 * mean_cell_area;
  const bool combined = c.divdamp_order == 24;
  out.apply_o2 = c.divdamp_order == 2 || (combined && out.scal_divdamp_o2 > 1.0e-6);
  out.apply_o4 = c.divdamp_order == 4 || (combined && divdamp_fac_o2 <= 4.0 * c.fourth_order_divdamp_factor);
  return out;
}

}  // namespace icodyn

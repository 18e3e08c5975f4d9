#include "dycore/diffusion_coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "dycore/quadratic_profile.hpp"
#include "runtime/error.hpp"

namespace icodyn {

DiffusionScalars diffusion_scalars(const DiffusionConfig& c, bool initial_run) {
  const double eps = std::numeric_limits<double>::epsilon();
  const double substeps = static_cast<double>(c.ndyn_substeps);
  DiffusionScalars s;
  s.K2 = c.hdiff_efdt_ratio > 0 ? 1.0 / (c.hdiff_efdt_ratio * 8.0) : 0.0;
  s.K4 = s.K2 / 8.0;
  s.K4W = c.hdiff_w_efdt_ratio > 0 ? 1.0 / (c.hdiff_w_efdt_ratio * 36.0) : 0.0;
  s.nudgezone_diff = 0.04 / (c.max_nudging_coefficient + eps);
  s.bdy_diff = 0.015 / (c.max_nudging_coefficient + eps);
  s.fac_bdydiff_v = std::sqrt(substeps) / c.velocity_boundary_diffusion_denominator;
  s.diff_multfac_w = std::min(1.0 / 48.0, s.K4W * substeps);
  if (initial_run) {
    s.diff_multfac_vn = s.K4 / 3.0 * c.hdiff_efdt_ratio;
    s.smag_offset = 0.0;
  } else {
    s.diff_multfac_vn = std::min(1.0 / 128.0, s.K4 * substeps / 3.0);
    s.smag_offset = 0.25 * s.K4 * substeps;
  }
  s.smag_limit = 0.125 - 4.0 * s.diff_multfac_vn;
  return s;
}

DiffusionCoefficients diffusion_coefficients(const DiffusionConfig& c, const std::vector<double>& vct_a, int nrdmax) {
  const int nlev = static_cast<int>(vct_a.size()) - 1;
  if (nlev < 1 || nrdmax < 0 || nrdmax >= nlev)
    throw DataError("diffusion: nrdmax '" + std::to_string(nrdmax) + "' (0-based) is outside the " + std::to_string(nlev) +
                    " levels of vct_a; check nrdmax and vct_a of the case");
  const ProfileNodes nodes{c.smagorinski_scaling_factor,  c.smagorinski_scaling_factor2, c.smagorinski_scaling_factor3,
                           c.smagorinski_scaling_factor4, c.smagorinski_scaling_height,  c.smagorinski_scaling_height2,
                           c.smagorinski_scaling_height3, c.smagorinski_scaling_height4};
  DiffusionCoefficients out{diffusion_scalars(c), quadratic_profile(nodes, vct_a),
                            std::vector<double>(static_cast<std::size_t>(nlev), 0.0)};
  // vct_a as it is, not the heights over terrain
  const double base = vct_a[static_cast<std::size_t>(nrdmax) + 1];
  for (std::size_t k = 1; k <= static_cast<std::size_t>(nrdmax); ++k)
    out.diff_multfac_n2w[k] = 1.0 / 12.0 * std::pow((vct_a[k] - base) / (vct_a[1] - base), 4);
  return out;
}

int last_damped_level(const std::vector<double>& vct_a, double damp_height) {
  int last = 0;
  for (std::size_t k = 0; k < vct_a.size(); ++k)
    if (vct_a[k] >= damp_height) last = static_cast<int>(k);
  return last;
}

}  // namespace icodyn

// A factor that depends on height: constant, then linear, then quadratic, then constant again.
//
// ICON and icon4py build two profiles with it, enh_divdamp_fac (4th-order divergence damping) and enh_smag_fac (Smagorinsky
// diffusion), spec/nonhydro.md 2.4 and spec/diffusion.md section 3. Source: icon4py common/math/smagorinsky.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace icodyn {

// Factors at four heights [m]: constant below z1, linear up to z2, a parabola through (z3, factor3) up to z4, constant above.
struct ProfileNodes {
  double factor1 = 0, factor2 = 0, factor3 = 0, factor4 = 0;
  double z1 = 0, z2 = 0, z3 = 0, z4 = 0;
};

// One value per full level at its nominal mid height; vct_a: nominal heights of the half levels [m], top first (nlev + 1 values).
// The configuration is checked before: z1 != z2, z2 != z3, z2 != z4 and z3 != z4, else the result is not finite.
inline std::vector<double> quadratic_profile(const ProfileNodes& n, const std::vector<double>& vct_a) {
  const double dz21 = n.z2 - n.z1, alin = (n.factor2 - n.factor1) / dz21;
  const double df32 = n.factor3 - n.factor2, df42 = n.factor4 - n.factor2, dz32 = n.z3 - n.z2, dz42 = n.z4 - n.z2;
  // the third height only fixes the parabola; it may lie below the second
  const double bqdr = (df42 * dz32 - df32 * dz42) / (dz32 * dz42 * (dz42 - dz32));
  const double aqdr = df32 / dz32 - bqdr * dz32;

  std::vector<double> factor(vct_a.empty() ? 0 : vct_a.size() - 1);
  for (std::size_t k = 0; k < factor.size(); ++k) {
    const double zf = 0.5 * (vct_a[k] + vct_a[k + 1]);
    const double dzlin = std::min(dz21, std::max(0.0, zf - n.z1));
    const double dzqdr = std::min(dz42, std::max(0.0, zf - n.z2));
    factor[k] = n.factor1 + dzlin * alin + dzqdr * (aqdr + dzqdr * bqdr);
  }
  return factor;
}

}  // namespace icodyn

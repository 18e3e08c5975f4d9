// For tests of the solve: a horizontally uniform atmosphere on the tiny torus, in exact discrete hydrostatic balance.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "core/constants.hpp"
#include "dycore/dycore.hpp"
#include "kernels/tiny_torus.hpp"

namespace icodyn::test {

struct Atmosphere {
  static constexpr int nlev = 9;
  static constexpr double dz = 500;
  TinyTorus mesh{5, 4};
  std::vector<double> theta_ref, exner_ref, rho_ref, theta_ref_ic, d_exner_dz_ref_ic;  // full levels, then half levels
  std::vector<double> theta, exner, rho;                                                // warmer than the reference, in balance

  Atmosphere() {
    using namespace phys::in_double;
    const auto density = [](double ex, double th) { return p0ref / rd * std::pow(ex, cvd / rd) / th; };
    for (int k = 0; k < nlev; ++k) {
      const double z = dz * (nlev - k - 0.5);
      theta_ref.push_back(300 + 0.004 * z);
      exner_ref.push_back(1 - grav * z / (cpd * 310));
      rho_ref.push_back(density(exner_ref.back(), theta_ref.back()));
      theta.push_back(theta_ref.back() + 2 * std::sin(0.002 * z) + 1);
    }
    for (int k = 0; k <= nlev; ++k) {
      theta_ref_ic.push_back(300 + 0.004 * dz * (nlev - k));
      d_exner_dz_ref_ic.push_back(-grav / (cpd * theta_ref_ic.back()));
    }
    // balance of NH-6 and of the implicit part: theta_ic * d(exner')/dz + theta'_ic * d(exner_ref)/dz = 0, weights 1/2
    std::vector<double> exner_pr(nlev, 0.0);
    for (int k = nlev - 1; k >= 1; --k) {
      const auto i = static_cast<std::size_t>(k);
      const double theta_ic = 0.5 * (theta[i] + theta[i - 1]);
      const double deviation = 0.5 * (theta[i] - theta_ref[i]) + 0.5 * (theta[i - 1] - theta_ref[i - 1]);
      exner_pr[i - 1] = exner_pr[i] - deviation * d_exner_dz_ref_ic[i] * dz / theta_ic;
    }
    for (std::size_t k = 0; k < nlev; ++k) {
      exner.push_back(exner_ref[k] + exner_pr[k]);
      rho.push_back(density(exner[k], theta[k]));
    }
  }

  CaseData case_data() const {
    CaseData d = mesh.case_data(nlev, dz);
    d.nflatlev = 3, d.nflat_gradp = 5, d.nrdmax = 2;
    const auto levels = [&](const char* name, const std::vector<double>& profile) {
      HostField& f = d.fixed.fields.at(name);
      for (int i = 0; i < f.rows; ++i)
        for (int k = 0; k < f.levels; ++k) f(i, 0, k) = profile[static_cast<std::size_t>(k)];
    };
    levels("theta_ref_mc", theta_ref), levels("theta_ref_me", theta_ref);
    levels("exner_ref_mc", exner_ref);
    levels("rho_ref_mc", rho_ref), levels("rho_ref_me", rho_ref);
    levels("theta_ref_ic", theta_ref_ic), levels("d_exner_dz_ref_ic", d_exner_dz_ref_ic);
    const auto slots = [&](const char* name, const auto& value) {
      HostField& f = d.fixed.fields.at(name);
      for (int i = 0; i < f.rows; ++i)
        for (int j = 0; j < f.slots; ++j)
          for (int k = 0; k < f.levels; ++k) f(i, j, k) = value(j);
    };
    slots("vwind_expl_wgt", [](int) { return 0.35; }), slots("vwind_impl_wgt", [](int) { return 0.65; });
    slots("exner_exfac", [](int) { return 1.0 / 3; });
    slots("e_flx_avg", [](int j) { return j == 0 ? 0.5 : 0.125; });
    slots("pos_on_tplane_e_1", [&](int j) { return (j == 0 ? -0.5 : 0.5) * mesh.dual_length; });
    slots("hmask_dd3d", [](int) { return 1.0; }), slots("scalfac_dd3d", [](int) { return 1.0; });
    HostField& rayleigh = d.fixed.fields.at("rayleigh_w");
    for (int k = 0; k < 3; ++k) rayleigh(0, 0, k) = 0.05 * (3 - k);
    return d;
  }
};

// The atmosphere on the device, at rest, with a dycore that works on it.
struct AtmosphereCase : TinyCase {
  NonhydrostaticConfig nonhydrostatic;
  DiffusionConfig diffusion;
  Dycore dycore{stream, fixed, state, nonhydrostatic, diffusion};

  explicit AtmosphereCase(const Atmosphere& air, const CaseData& data) : TinyCase(data) {
    dycore.kstart_moist = 2;
    prepare_profiles(dycore);
    const auto level = [](const std::vector<double>& p) {
      return [&p](int, int k) { return p[static_cast<std::size_t>(k)]; };
    };
    for (const char* when : {"now.", "next."}) {
      set(std::string(when) + "rho", level(air.rho));
      set(std::string(when) + "exner", level(air.exner));
      set(std::string(when) + "theta_v", level(air.theta));
    }
    set("exner_pr", [&](int, int k) { return air.exner[static_cast<std::size_t>(k)] - air.exner_ref[static_cast<std::size_t>(k)]; });
  }
  explicit AtmosphereCase(const Atmosphere& air) : AtmosphereCase(air, air.case_data()) {}

  void stir(double amplitude) {
    set("now.vn", [=](int e, int k) { return amplitude * wave(e, k); });
    set("now.w", [=](int c, int k) { return k == 0 || k == Atmosphere::nlev ? 0.0 : 0.1 * amplitude * wave(c, k, 2); });
  }
  double largest(const std::string& name) {
    double m = 0;
    for (double v : get(name).values) m = std::isnan(v) ? v : std::max(m, std::abs(v));
    return m;
  }
};

}  // namespace icodyn::test

// Coefficients of horizontal diffusion that follow from the configuration and the nominal heights (spec/diffusion.md section 3).
#pragma once

#include <vector>

#include "config/config.hpp"

namespace icodyn {

struct DiffusionScalars {
  double K2 = 0, K4 = 0, K4W = 0;  // dimensionless: share removed per step of a wave of two grid lengths
  double diff_multfac_vn = 0;      // the same on all levels
  double smag_limit = 0;           // upper bound of kh_smag_e, the same on all levels
  double smag_offset = 0;
  double diff_multfac_w = 0;
  double fac_bdydiff_v = 0;        // boundary rows of a limited area
  double nudgezone_diff = 0, bdy_diff = 0;
};

// Formulas of 3.1 and 3.2, or with `initial_run` those of 3.3 (diff_multfac_vn, smag_limit and smag_offset differ).
// Does not allocate, so it may be called in a time step.
DiffusionScalars diffusion_scalars(const DiffusionConfig& c, bool initial_run = false);

struct DiffusionCoefficients {
  DiffusionScalars scalars;              // of a normal call
  std::vector<double> enh_smag_fac;      // full levels [1/s]
  std::vector<double> diff_multfac_n2w;  // levels 0..nlev-1; 0 outside 1..nrdmax
};

// vct_a: nominal heights of the half levels [m], top first (nlev + 1 values); nrdmax: last damped level, 0-based and inclusive
// (see last_damped_level). Throws DataError when nrdmax does not fit the heights.
DiffusionCoefficients diffusion_coefficients(const DiffusionConfig& c, const std::vector<double>& vct_a, int nrdmax);

// Largest half level with vct_a >= damp_height [m], 0-based; 0 when the damping starts above the model top.
int last_damped_level(const std::vector<double>& vct_a, double damp_height);

}  // namespace icodyn

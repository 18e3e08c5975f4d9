// temporary_fields_for_turbulence_diagnostics: diffusion coefficient and divergence at cells.
//
// Covers S3, first half (mo_nh_diffusion_stencil_02). In: kh_smag_ec, vn before its diffusion (edge, full), e_bln_c_s,
// geofac_div (cell x 3), diff_multfac_smag (full, > 0), c2e. Out: kh_c, div (cell, full). Domain: cells NUDGING..LOCAL,
// levels 0..nlev-1. 40 B per cell and level. Its own kernel because its results are needed on two levels.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct TemporaryFieldsForTurbulenceDiagnostics {
  Field<const vp> kh_smag_ec;
  Field<const wp> vn;
  Coeff<const wp, 3> e_bln_c_s, geofac_div;
  Profile<const wp> diff_multfac_smag;
  Table<3> c2e;
  Field<vp> kh_c, div;

  ICODYN_HD void operator()(int c, int k) const {
    const wp sum = neighbor_sum<3>([&](int j) { return kh_smag_ec(c2e(c, j), k) * e_bln_c_s(c, j); });
    kh_c(c, k) = static_cast<vp>(sum / diff_multfac_smag(k));
    div(c, k) = static_cast<vp>(neighbor_sum<3>([&](int j) { return vn(c2e(c, j), k) * geofac_div(c, j); }));
  }
};

}  // namespace icodyn::plain::diffu

// enhance_diffusion_coefficient_for_grid_point_cold_pools: raises the coefficient at edges of cold pools.
//
// Covers S7, second part (mo_nh_diffusion_stencil_12). In: enh_smag_cold (cell, full), e2c. In and out: kh_smag_e
// (edge, full). Domain: edges NUDGING..HALO, levels nlev-2 and nlev-1. 21 B per edge and level. In place and local to
// the point.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct EnhanceDiffusionCoefficientForGridPointColdPools {
  Field<const vp> enh_smag_cold;
  Table<2> e2c;
  Field<vp> kh_smag_e;

  ICODYN_HD void operator()(int e, int k) const {
    const vp strongest = max_of(enh_smag_cold(e2c(e, 0), k), enh_smag_cold(e2c(e, 1), k));
    kh_smag_e(e, k) = max_of(kh_smag_e(e, k), strongest);
  }
};

}  // namespace icodyn::plain::diffu

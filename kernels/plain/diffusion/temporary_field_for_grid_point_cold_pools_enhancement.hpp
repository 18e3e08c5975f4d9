// temporary_field_for_grid_point_cold_pools_enhancement: how strongly a cell that is much colder than its neighbors is
// to be diffused.
//
// Covers S7, first part (mo_nh_diffusion_stencil_11). In: theta_v, theta_ref_mc (cell, full), c2e2c. Out: enh_smag_cold
// (cell, full). Domain: cells LB4..HALO (both cells of all edges from NUDGING on), levels nlev-2 and nlev-1. 24 B per
// point. Its own kernel because edges read the result at two cells.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct TemporaryFieldForGridPointColdPoolsEnhancement {
  Field<const wp> theta_v;
  Field<const vp> theta_ref_mc;
  Table<3> c2e2c;
  Field<vp> enh_smag_cold;

  ICODYN_HD void operator()(int c, int k) const {
    const wp threshold = wp(-5);                     // thresh_tdiff [K]
    const wp neutral = wp(2.220446049250313e-16);    // icon4py's DBL_EPS; ICON takes -HUGE
    const wp tdiff = theta_v(c, k) - neighbor_sum<3>([&](int j) { return theta_v(c2e2c(c, j), k); }) / wp(3);
    const wp trefdiff = theta_ref_mc(c, k) - neighbor_sum<3>([&](int j) { return theta_ref_mc(c2e2c(c, j), k); }) / vp(3);
    const bool cold = ((tdiff - trefdiff) < threshold && trefdiff < wp(0)) || (tdiff - trefdiff) < wp(1.5) * threshold;
    enh_smag_cold(c, k) = static_cast<vp>(cold ? (threshold - tdiff + trefdiff) * wp(5.0e-4) : neutral);
  }
};

}  // namespace icodyn::plain::diffu

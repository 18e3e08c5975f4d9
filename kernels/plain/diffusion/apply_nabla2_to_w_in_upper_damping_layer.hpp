// apply_nabla2_to_w_in_upper_damping_layer: second-order diffusion of w near the model top.
//
// Covers S6, third part (mo_nh_diffusion_stencil_10). In: diff_multfac_n2w (full), area, z_nabla2_c (cell, half). In
// and out: w (cell, half). Domain: cells INTERIOR..LOCAL, levels 1..nrdmax (inclusive). 24 B per point. In place and
// local to the point; its own kernel because of its levels.
#pragma once

#include "core/view.hpp"

namespace icodyn::plain::diffu {

struct ApplyNabla2ToWInUpperDampingLayer {
  Profile<const wp> diff_multfac_n2w;
  Row<const wp> area;
  Field<const wp> z_nabla2_c;
  Field<wp> w;

  ICODYN_HD void operator()(int c, int k) const {
    w(c, k) = w(c, k) + diff_multfac_n2w(k) * area(c) * z_nabla2_c(c, k);
  }
};

}  // namespace icodyn::plain::diffu

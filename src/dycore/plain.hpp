// The phases with one kernel for each ICON loop: the oracle for the fused kernels and the unfused baseline.
//
// The same contracts as the functions of these names in dycore/dycore.hpp, which choose between plain and fused.
#pragma once

#include "dycore/dycore.hpp"

namespace icodyn::plain {

void velocity_advection_predictor(Dycore& d, wp dtime, bool lvn_only);
void velocity_advection_corrector(Dycore& d, wp dtime);

void solve_nonhydro_predictor(Dycore& d, const Substep& s);
void solve_nonhydro_corrector(Dycore& d, const Substep& s);
void solve_nonhydro_final(Dycore& d, const Substep& s);

void diffusion(Dycore& d, Prognostic& p, wp dtime, bool initial_run);

// Profiles of diffusion that depend on the configuration only; called once by prepare_profiles (copies to the device).
void prepare_diffusion_profiles(Dycore& d);

}  // namespace icodyn::plain

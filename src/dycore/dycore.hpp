// One dynamics substep and the diffusion call: which kernel runs when.
//
// Each phase reads and writes State in place; time levels are never swapped here (src/dycore/time_loop.hpp does that). Source of the
// numerics: spec/velocity-advection.md (VA-n), spec/nonhydro.md (NH-n), spec/diffusion.md (Sn).
#pragma once

#include "config/config.hpp"
#include "runtime/stream.hpp"
#include "state/state.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

// What the phases work on. The references must outlive it.
struct Dycore {
  Stream& stream;
  const StaticFields& fixed;
  State& state;
  const NonhydrostaticConfig& nonhydrostatic;
  const DiffusionConfig& diffusion;
  int kstart_moist = 0;     // first full level with moist processes (exner_dyn_incr)
  double damp_height = 0;   // rayleigh_damping_height [m]
};

// Arguments of one substep (spec/nonhydro.md 3.1).
struct Substep {
  wp dtime = 0;             // length of the substep [s]
  wp divdamp_fac_o2 = 0;    // second-order divergence damping factor
  int ndyn_substeps = 1;    // current number of substeps
  bool at_initial_timestep = false;
  bool at_first_substep = false;
  bool at_last_substep = false;
  bool lprep_adv = false;   // accumulate fluxes for tracer advection
  bool is_iau_active = false;
  wp iau_wgt_dyn = 0;
};

// Smallest full level whose nominal mid height lies below htop_moist_proc.
int first_moist_level(const std::vector<double>& vct_a, double htop_moist_proc);

// Profiles that depend on the configuration only; once before the first phase (launches kernels).
void prepare_profiles(Dycore& d);

// VA-1 ... VA-20 with vn, w of `now`, writing ddt_*_pc[0]; lvn_only leaves out what only ddt_w_adv needs.
void velocity_advection_predictor(Dycore& d, wp dtime, bool lvn_only);
// VA-7, 8, 10 ... 20 with vn, w of `next`, writing ddt_*_pc[1].
void velocity_advection_corrector(Dycore& d, wp dtime);

// The velocity advection that precedes it (first substep only), then NH-1 ... NH-42.
void solve_nonhydro_predictor(Dycore& d, const Substep& s);
// Velocity advection of `next`, then NH-43 ... NH-58.
void solve_nonhydro_corrector(Dycore& d, const Substep& s);
// NH-59, NH-60: exner and theta_v on the lateral boundary and in the halo.
void solve_nonhydro_final(Dycore& d, const Substep& s);
// Predictor, corrector and final.
void solve_nonhydro(Dycore& d, const Substep& s);

// S1 ... S8 on `p` in place with the full time step; initial_run uses the coefficients of spec/diffusion.md 3.3.
void diffusion(Dycore& d, Prognostic& p, wp dtime, bool initial_run);

}  // namespace icodyn

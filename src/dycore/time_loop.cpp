#include "dycore/time_loop.hpp"

#include <algorithm>
#include <cmath>

#include "core/launch.hpp"
#include "runtime/device.hpp"

namespace icodyn {

double second_order_divdamp_factor(const NonhydrostaticConfig& c, bool extra, double elapsed_midpoint, double dtime) {
  const double full_until = 1800.0, zero_from = 7200.0;  // [s], ICON's update_spinup_damping
  if (c.divdamp_order != 24) return c.fourth_order_divdamp_factor;
  if (!extra) return 0.0;
  if (elapsed_midpoint > zero_from + 0.5 * dtime) return 0.0;
  const double enhanced = 8.0 * c.fourth_order_divdamp_factor;
  if (elapsed_midpoint <= full_until) return enhanced;
  if (elapsed_midpoint <= zero_from) return enhanced * (zero_from - elapsed_midpoint) / (zero_from - full_until);
  return 0.0;
}

SubstepControl adjust_ndyn_substeps(double vcfl, double threshold, int ndyn_substeps, const SubstepControl& current) {
  SubstepControl out = current;
  out.near_limit = false;
  if (vcfl > 0.81 * threshold && !out.cfl_watch) out.cfl_watch = true;
  if (!out.cfl_watch) return out;

  int& n = out.ndyn_substeps_var;
  const int most = ndyn_substeps + 7;
  out.near_limit = vcfl * (static_cast<double>(n) / ndyn_substeps) > 0.9 * threshold;
  if (vcfl > threshold) {
    if (std::isfinite(vcfl)) {
      // nearbyint rounds halves to even, as Python's round does; cut before the cast, the CFL number may be huge
      const double more = std::nearbyint(n * (vcfl - threshold) / threshold);
      n = std::min(n + static_cast<int>(std::max(1.0, std::min(more, static_cast<double>(most)))), most);
    } else {
      n = most;
    }
  }
  if (n > ndyn_substeps && vcfl * (static_cast<double>(n) / (n - 1)) < 0.9 * threshold) {
    --n;
    if (n == ndyn_substeps && vcfl < 0.76 * threshold) out.cfl_watch = false;
  }
  return out;
}

namespace {

struct ResetMaximumVerticalCfl {
  Row<wp> max_vcfl_dyn;
  ICODYN_HD void operator()(int i) const { max_vcfl_dyn(i) = wp(0); }
};

// Views and structs of views: what moves are pointers. (nvcc 13 finds no std::swap for Field.)
template <class T>
void exchange(T& a, T& b) {
  const T kept = a;
  a = b;
  b = kept;
}

const char* substep_name(bool first, bool last) { return first ? "substep_first" : last ? "substep_last" : "substep_middle"; }

}  // namespace

TimeLoop::TimeLoop(Dycore& d, const TimeConfig& time, bool has_diffusion)
    : d_(d), time_(time), has_diffusion_(has_diffusion && d.diffusion.apply_to_horizontal_wind) {
  control_.ndyn_substeps_var = time.ndyn_substeps;
}

void TimeLoop::begin() {
  if (time_.diffuse_before_time_loop && has_diffusion_) diffusion(d_, d_.state.now, static_cast<wp>(time_.dtime), true);
}

void TimeLoop::step() {
  advance();
  integrate();
  finish();
}

void TimeLoop::advance() {
  ++steps_;
  if (prescribed_) prescribed_(date());
}

void TimeLoop::integrate() {
  State& state = d_.state;
  const Phase step_phase(d_.stream, "time_step");
  divdamp_fac_o2_ = second_order_divdamp_factor(d_.nonhydrostatic, time_.apply_extra_second_order_divdamp,
                                                elapsed() - 0.5 * time_.dtime, time_.dtime);

  const int n = control_.ndyn_substeps_var;
  Substep s;
  s.dtime = static_cast<wp>(time_.dtime / n);
  s.divdamp_fac_o2 = static_cast<wp>(divdamp_fac_o2_);
  s.ndyn_substeps = n;
  s.at_initial_timestep = first_step_;
  s.lprep_adv = time_.do_prep_adv;
  for (int i = 0; i < n; ++i) {
    s.at_first_substep = i == 0;
    s.at_last_substep = i == n - 1;
    // The corrector's tendency becomes the predictor's of the next substep. Pairs and time levels swap at different moments.
    if (!(first_step_ && s.at_first_substep)) exchange(state.diag.ddt_w_adv_pc[0], state.diag.ddt_w_adv_pc[1]);
    if (!s.at_first_substep) exchange(state.diag.ddt_vn_apc_pc[0], state.diag.ddt_vn_apc_pc[1]);
    const Phase substep_phase(d_.stream, substep_name(s.at_first_substep, s.at_last_substep));
    solve_nonhydro(d_, s);
    if (!s.at_last_substep) exchange(state.now, state.next);
  }
  if (has_diffusion_) diffusion(d_, state.next, static_cast<wp>(time_.dtime), false);
  exchange(state.now, state.next);
  first_step_ = false;
}

void TimeLoop::finish() {
  wp largest = 0;
  d_.stream.synchronize();
  copy_to_host(d_.stream.device(), &largest, d_.state.diag.max_vcfl_dyn.data, sizeof largest);
  launch(d_.stream, "reset_max_vcfl_dyn", Levels{{0, 1}}, ResetMaximumVerticalCfl{d_.state.diag.max_vcfl_dyn});
  max_vcfl_ = static_cast<double>(largest);
  control_ = adjust_ndyn_substeps(max_vcfl_, time_.vertical_cfl_threshold, time_.ndyn_substeps, control_);
}

}  // namespace icodyn

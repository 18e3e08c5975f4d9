// The time loop: order of substeps, swaps of time levels, diffusion, and the adaptive number of substeps (spec/driver.md 2 to 4, 6).
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "config/config.hpp"
#include "dycore/dycore.hpp"

namespace icodyn {

// Second-order divergence damping factor of a step of length dtime [s] whose middle lies `elapsed_midpoint` seconds after the start of
// the run. `extra` is apply_extra_second_order_divdamp.
double second_order_divdamp_factor(const NonhydrostaticConfig& c, bool extra, double elapsed_midpoint, double dtime);

// Number of substeps and what decides about it.
struct SubstepControl {
  int ndyn_substeps_var = 1;  // number of substeps of the next step
  bool cfl_watch = false;     // the vertical CFL number came near its limit; the number may change
  bool near_limit = false;    // worth a warning: the CFL number of the configured number of substeps exceeds 0.9 of the limit
};

// vcfl: largest vertical CFL number of the past step; NaN changes nothing, infinity takes the most substeps that are allowed
// (ndyn_substeps + 7). `threshold` is vertical_cfl_threshold, ndyn_substeps the configured number.
SubstepControl adjust_ndyn_substeps(double vcfl, double threshold, int ndyn_substeps, const SubstepControl& current);

class TimeLoop {
 public:
  // Called before each step with the date of its end: uploads the tendencies that are prescribed for it (grf_tend_*, ddt_*_phy).
  using PrescribedTendencies = std::function<void(const std::string& date)>;

  // `d` and `time` must outlive the loop. State::now holds the initial state and State::next a copy of it.
  TimeLoop(Dycore& d, const TimeConfig& time, bool has_diffusion);
  void prescribe(PrescribedTendencies hook) { prescribed_ = std::move(hook); }

  // Initial diffusion, if it is configured. Once, before the first step.
  void begin();

  // One full time step: advance(), integrate() and finish().
  void step();
  void advance();    // clock and prescribed tendencies
  void integrate();  // the kernels of one step; neither allocates, copies nor waits. Leaves the result in State::now.
  void finish();     // reads max_vcfl_dyn (waits for the device), resets it, adapts the number of substeps

  int steps() const { return steps_; }                                       // steps begun
  double elapsed() const { return steps_ * time_.dtime; }                    // end of the present step since the start [s]
  std::string date() const { return date_after(time_.start, elapsed()); }    // of the same instant
  bool is_first_step() const { return first_step_; }
  int ndyn_substeps_var() const { return control_.ndyn_substeps_var; }       // of the next step
  int max_ndyn_substeps() const { return time_.ndyn_substeps + 7; }
  bool cfl_watch() const { return control_.cfl_watch; }
  bool near_cfl_limit() const { return control_.near_limit; }                // of the past step: the caller warns
  double max_vcfl() const { return max_vcfl_; }                              // of the past step
  double divdamp_fac_o2() const { return divdamp_fac_o2_; }                  // of the past step

 private:
  Dycore& d_;
  const TimeConfig& time_;
  bool has_diffusion_;
  PrescribedTendencies prescribed_;
  int steps_ = 0;
  bool first_step_ = true;
  SubstepControl control_;
  double max_vcfl_ = 0, divdamp_fac_o2_ = 0;
};

}  // namespace icodyn

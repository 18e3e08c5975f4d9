// Which implementation of a phase runs. For now that is the plain one for all of them.
#include "dycore/dycore.hpp"

#include <cstddef>
#include <vector>

#include "dycore/divdamp_coefficients.hpp"
#include "dycore/plain.hpp"
#include "state/transfer.hpp"
#include "table.hpp"

namespace icodyn {

int first_moist_level(const std::vector<double>& vct_a, double htop_moist_proc) {
  const int nlev = vct_a.empty() ? 0 : static_cast<int>(vct_a.size()) - 1;
  for (int k = 0; k < nlev; ++k) {
    const auto level = static_cast<std::size_t>(k);
    if (0.5 * (vct_a[level] + vct_a[level + 1]) < htop_moist_proc) return k;
  }
  return nlev;
}

void prepare_profiles(Dycore& d) {
  upload_line(d.state.work.enh_divdamp_fac.data, fourth_order_divdamp_factor(d.nonhydrostatic, d.fixed.vct_a), d.stream.device());
  plain::prepare_diffusion_profiles(d);
}

void velocity_advection_predictor(Dycore& d, wp dtime, bool lvn_only) {
  const Phase phase(d.stream, phase_velocity_predictor);
  plain::velocity_advection_predictor(d, dtime, lvn_only);
}
void velocity_advection_corrector(Dycore& d, wp dtime) {
  const Phase phase(d.stream, phase_velocity_corrector);
  plain::velocity_advection_corrector(d, dtime);
}

// These open the timer rows themselves: velocity advection, which they call, has its own.
void solve_nonhydro_predictor(Dycore& d, const Substep& s) { plain::solve_nonhydro_predictor(d, s); }
void solve_nonhydro_corrector(Dycore& d, const Substep& s) { plain::solve_nonhydro_corrector(d, s); }
void solve_nonhydro_final(Dycore& d, const Substep& s) { plain::solve_nonhydro_final(d, s); }

void solve_nonhydro(Dycore& d, const Substep& s) {
  solve_nonhydro_predictor(d, s);
  solve_nonhydro_corrector(d, s);
  solve_nonhydro_final(d, s);
}

void diffusion(Dycore& d, Prognostic& p, wp dtime, bool initial_run) {
  const Phase phase(d.stream, phase_diffusion);
  plain::diffusion(d, p, dtime, initial_run);
}

}  // namespace icodyn

#include "verify/hash.hpp"

#include <bit>
#include <cmath>

namespace icodyn {

std::uint64_t hash_of(const HostField& f) {
  std::uint64_t h = 14695981039346656037ULL;
  for (const double v : f.values) {
    auto bits = std::bit_cast<std::uint64_t>(v);
    for (int b = 0; b < 8; ++b, bits >>= 8) h = (h ^ (bits & 0xFF)) * 1099511628211ULL;
  }
  return h;
}

bool all_finite(const HostField& f) {
  for (const double v : f.values)
    if (!std::isfinite(v)) return false;
  return true;
}

void for_each_hash(Model& model, const std::function<void(const std::string&, std::uint64_t)>& act) {
  for (const char* name : {"now.vn", "now.w", "now.rho", "now.exner", "now.theta_v", "exner_pr", "ddt_vn_apc_pc:0", "ddt_vn_apc_pc:1",
                           "ddt_w_adv_pc:0", "ddt_w_adv_pc:1", "exner_dyn_incr", "vn_traj", "mass_flx_me", "mass_flx_ic", "vol_flx_ic"})
    act(name, hash_of(download(model.state, name, model.device())));
}

}  // namespace icodyn

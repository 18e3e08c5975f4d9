#include "dycore/model.hpp"

namespace icodyn {

Model::Model(const Config& config, const CaseData& data, Device device)
    : arena_(device), stream(device, config.run.launch), dycore{stream, fixed, state, config.nonhydrostatic, config.diffusion} {
  declare(fixed, data, arena_);
  declare(state, data.sizes, arena_);
  arena_.commit();
  upload(fixed, data, device);
  dycore.kstart_moist = first_moist_level(fixed.vct_a, config.vertical.htop_moist_proc);
  dycore.damp_height = config.vertical.rayleigh_damping_height;
  reset();
}

void Model::reset() {
  clear(state, device());
  prepare_profiles(dycore);
  stream.synchronize();
}

}  // namespace icodyn

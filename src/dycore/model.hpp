// One case on one device: static fields, state and the dycore that works on them. All device memory is taken here, in one arena.
#pragma once

#include "config/config.hpp"
#include "dycore/dycore.hpp"
#include "runtime/arena.hpp"
#include "runtime/stream.hpp"
#include "state/state.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

class Model {
 public:
  // Throws DeviceError when the case does not fit, DataError when a field has a wrong shape or value. `config` must outlive it.
  Model(const Config& config, const CaseData& data, Device device);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // Everything as before the first step, without an initial state: fields zero (or poisoned), profiles computed.
  void reset();

  const Device& device() const { return arena_.device(); }
  std::size_t bytes() const { return arena_.bytes(); }

 private:
  Arena arena_;

 public:
  StaticFields fixed;
  State state;
  Stream stream;
  Dycore dycore;
};

}  // namespace icodyn

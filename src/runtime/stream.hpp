// The queue that kernels are launched into, with what launch() needs around a kernel: timing, profiler ranges, launch shapes,
// error checks, and the choice of single kernels.
#pragma once

#include <map>
#include <set>
#include <string>

#if defined(ICODYN_BACKEND_CUDA) || defined(ICODYN_BACKEND_HIP)
#include "runtime/gpu_api.hpp"
#endif
#include "runtime/device.hpp"
#include "runtime/interval_log.hpp"

namespace icodyn {

// Threads of a block: x along the index that is contiguous in memory, y along the other one.
struct LaunchShape {
  int x = 128, y = 1;
};

// Launch parameters per stencil name; the entry "default" serves every stencil that is not listed.
using LaunchTable = std::map<std::string, LaunchShape, std::less<>>;

class Stream {
 public:
  explicit Stream(Device device, LaunchTable table = {});
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  const Device& device() const { return device_; }
  bool on_device() const { return device_.gpu; }
  void synchronize();

#if defined(ICODYN_BACKEND_CUDA) || defined(ICODYN_BACKEND_HIP)
  GPU_NAME(Stream_t) native() const { return static_cast<GPU_NAME(Stream_t)>(native_); }
#endif

  // Around every launch. end() throws DeviceError when the launch failed; ICODYN_SYNC_LAUNCHES=1 in the environment also waits
  // for the kernel there, so that a fault is reported with the stencil's name.
  void begin(const char* name);
  void end(const char* name);
  void begin_phase(const char* name);
  void end_phase();

  LaunchShape shape(const char* name) const;
  const LaunchTable& launch_table() const { return table_; }

  // With a selection, launch() skips every kernel that is not in it (verify --kernel). nullptr: all kernels run.
  void select(const std::set<std::string, std::less<>>* names) { selection_ = names; }
  bool wants(const char* name) const { return !selection_ || selection_->count(name) != 0; }

  IntervalLog& log() { return log_; }
  std::size_t launches() const { return launches_; }

 private:
  Device device_;
  LaunchTable table_;
  const std::set<std::string, std::less<>>* selection_ = nullptr;
  IntervalLog log_;
  void* native_ = nullptr;
  bool synchronous_ = false;
  std::size_t launches_ = 0;
};

// A timer row and profiler range for all launches of a scope.
class Phase {
 public:
  Phase(Stream& s, const char* name) : stream_(s) { stream_.begin_phase(name); }
  ~Phase() { stream_.end_phase(); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  Stream& stream_;
};

}  // namespace icodyn

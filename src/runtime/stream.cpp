#include "runtime/stream.hpp"

#include <cstdlib>
#include <string_view>

#include "runtime/profiler_range.hpp"

namespace icodyn {

#if !defined(ICODYN_BACKEND_CUDA) && !defined(ICODYN_BACKEND_HIP)
Stream::Stream(Device device, LaunchTable table) : device_(device), table_(std::move(table)) {}
Stream::~Stream() = default;
void Stream::synchronize() {}
#endif

void Stream::begin(const char* name) {
  ++launches_;
  push_range(name);
  if (log_.enabled()) log_.open(name, IntervalLog::Kind::stencil, native_);
}

void Stream::end([[maybe_unused]] const char* name) {
  if (log_.enabled()) log_.close(native_);
  pop_range();
#if defined(ICODYN_BACKEND_CUDA) || defined(ICODYN_BACKEND_HIP)
  if (!device_.gpu) return;
  check_gpu(GPU_NAME(GetLastError)(), std::string("launch of ") + name);
  if (synchronous_) check_gpu(GPU_NAME(StreamSynchronize)(native()), std::string("run of ") + name);
#endif
}

void Stream::begin_phase(const char* name) {
  push_range(name);
  if (log_.enabled()) log_.open(name, IntervalLog::Kind::phase, native_);
}

void Stream::end_phase() {
  if (log_.enabled()) log_.close(native_);
  pop_range();
}

LaunchShape Stream::shape(const char* name) const {
  if (const auto it = table_.find(std::string_view(name)); it != table_.end()) return it->second;
  if (const auto it = table_.find(std::string_view("default")); it != table_.end()) return it->second;
  return {};
}

}  // namespace icodyn

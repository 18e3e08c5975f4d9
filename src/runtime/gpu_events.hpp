// The events behind IntervalLog on a GPU; in a CPU build a stub that is never made.
#pragma once

#include <cstddef>
#include <vector>

namespace icodyn {

class GpuEvents {
 public:
  explicit GpuEvents(std::size_t count);
  ~GpuEvents();
  GpuEvents(const GpuEvents&) = delete;
  GpuEvents& operator=(const GpuEvents&) = delete;
  void record(std::size_t event, void* native_stream);
  void wait() const;  // until everything submitted to the device is done
  double seconds_between(std::size_t first, std::size_t second) const;

 private:
  std::vector<void*> events_;
};

}  // namespace icodyn

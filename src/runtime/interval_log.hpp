// Start and stop of every launch and phase, recorded while the time loop runs and read after it.
//
// On a CPU the two instants come from a steady clock; on a GPU they are events in the stream. All memory is taken by reserve(), so
// recording neither allocates nor waits. When the log is full, later intervals are counted but not kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace icodyn {

class GpuEvents;  // the events of a device, defined in runtime_gpu.cpp

class IntervalLog {
 public:
  enum class Kind { stencil, phase };
  struct Row {
    const char* name;
    Kind kind;
    std::vector<double> seconds;  // one entry per call, in order; filled by read()
  };

  IntervalLog();
  ~IntervalLog();

  // Room for `intervals` launches and phases; on a GPU it makes twice as many events.
  void reserve(std::size_t intervals, bool gpu);
  bool enabled() const { return capacity_ > 0; }

  void open(const char* name, Kind kind, void* native_stream);
  void close(void* native_stream);

  void clear();                      // forgets all intervals (after warm-up)
  std::vector<Row> read() const;     // waits for the device; rows in order of first appearance
  std::size_t lost() const { return lost_; }

 private:
  struct Interval {
    int row;
    std::int64_t begin_ns, end_ns;
  };
  struct Name {
    const char* text = nullptr;
    Kind kind = Kind::stencil;
    int row = -1;
  };
  int row_of(const char* name, Kind kind);

  std::array<Name, 1024> names_{};  // open addressing on the address of the literal
  std::array<Name, 512> rows_{};
  int row_count_ = 0;
  std::vector<Interval> intervals_;
  std::size_t capacity_ = 0, used_ = 0, lost_ = 0;
  std::array<std::ptrdiff_t, 16> open_{};
  int depth_ = 0;
  std::unique_ptr<GpuEvents> events_;
};

}  // namespace icodyn

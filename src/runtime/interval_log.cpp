#include "runtime/interval_log.hpp"

#include <chrono>
#include <stdexcept>
#include <string_view>

#include "runtime/gpu_events.hpp"

namespace icodyn {

namespace {
std::int64_t now_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}
}  // namespace

IntervalLog::IntervalLog() = default;
IntervalLog::~IntervalLog() = default;

void IntervalLog::reserve(std::size_t intervals, bool gpu) {
  intervals_.assign(intervals, {});
  capacity_ = intervals;
  events_ = gpu ? std::make_unique<GpuEvents>(2 * intervals) : nullptr;
  clear();
}

void IntervalLog::clear() {
  used_ = lost_ = 0;
  depth_ = 0;
  row_count_ = 0;
  names_.fill({});
}

int IntervalLog::row_of(const char* name, Kind kind) {
  auto slot = (reinterpret_cast<std::uintptr_t>(name) >> 3) * 2654435761u % names_.size();
  for (std::size_t probe = 0; probe < names_.size(); ++probe, slot = (slot + 1) % names_.size()) {
    Name& n = names_[slot];
    if (n.text == name && n.kind == kind) return n.row;
    if (n.text) continue;
    // the same name may come from literals at different addresses
    int row = 0;
    while (row < row_count_ && !(rows_[row].kind == kind && std::string_view(rows_[row].text) == name)) ++row;
    if (row == row_count_) {
      if (row_count_ == static_cast<int>(rows_.size())) throw std::logic_error("IntervalLog: too many names");
      rows_[row_count_++] = {name, kind, row};
    }
    n = {name, kind, row};
    return row;
  }
  throw std::logic_error("IntervalLog: name table is full");
}

void IntervalLog::open(const char* name, Kind kind, void* native_stream) {
  if (depth_ == static_cast<int>(open_.size())) throw std::logic_error("IntervalLog: intervals nested too deep");
  if (used_ == capacity_) {
    ++lost_;
    open_[depth_++] = -1;
    return;
  }
  const auto index = used_++;
  intervals_[index].row = row_of(name, kind);
  open_[depth_++] = static_cast<std::ptrdiff_t>(index);
  if (events_)
    events_->record(2 * index, native_stream);
  else
    intervals_[index].begin_ns = now_ns();
}

void IntervalLog::close(void* native_stream) {
  const auto index = open_[--depth_];
  if (index < 0) return;
  if (events_)
    events_->record(2 * static_cast<std::size_t>(index) + 1, native_stream);
  else
    intervals_[index].end_ns = now_ns();
}

std::vector<IntervalLog::Row> IntervalLog::read() const {
  std::vector<Row> rows;
  for (int r = 0; r < row_count_; ++r) rows.push_back({rows_[r].text, rows_[r].kind, {}});
  if (events_) events_->wait();
  for (std::size_t i = 0; i < used_; ++i)
    rows[intervals_[i].row].seconds.push_back(events_ ? events_->seconds_between(2 * i, 2 * i + 1)
                                                      : 1e-9 * static_cast<double>(intervals_[i].end_ns - intervals_[i].begin_ns));
  return rows;
}

}  // namespace icodyn

#include "perf/timer_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace icodyn {

namespace {

TimerRow make_row(const IntervalLog::Row& from, double wall) {
  TimerRow r;
  r.name = from.name;
  r.calls = static_cast<int>(from.seconds.size());
  if (from.seconds.empty()) return r;
  r.first = from.seconds.front();
  r.total = std::accumulate(from.seconds.begin(), from.seconds.end(), 0.0);
  std::vector<double> later(from.seconds.begin() + (r.calls > 1 ? 1 : 0), from.seconds.end());
  std::sort(later.begin(), later.end());
  r.min = later.front();
  r.median = quantile(later, 0.5);
  r.p95 = quantile(later, 0.95);
  r.share = wall > 0 ? r.total / wall : 0;
  return r;
}

void append_rows(std::string& out, const char* title, const std::vector<TimerRow>& rows) {
  fmt::format_to(std::back_inserter(out), "  {:<66} {:>6} {:>10} {:>10} {:>10} {:>10} {:>10} {:>7}\n", title, "calls", "first us",
                 "min us", "median us", "p95 us", "total ms", "share");
  for (const TimerRow& r : rows)
    fmt::format_to(std::back_inserter(out), "  {:<66} {:>6} {:>10.1f} {:>10.1f} {:>10.1f} {:>10.1f} {:>10.3f} {:>6.1f}%\n", r.name, r.calls,
                   1e6 * r.first, 1e6 * r.min, 1e6 * r.median, 1e6 * r.p95, 1e3 * r.total, 100 * r.share);
}

nlohmann::json row_json(const TimerRow& r, const char* kind) {
  return {{"name", r.name},          {"run_name", r.name},           {"run_type", "iteration"},
          {"repetitions", 1},        {"repetition_index", 0},        {"threads", 1},
          {"iterations", r.calls},   {"real_time", 1e6 * r.median},  {"cpu_time", 1e6 * r.median},
          {"time_unit", "us"},       {"kind", kind},                 {"first_us", 1e6 * r.first},
          {"min_us", 1e6 * r.min},   {"median_us", 1e6 * r.median},  {"p95_us", 1e6 * r.p95},
          {"total_us", 1e6 * r.total}, {"share", r.share}};
}

}  // namespace

double quantile(const std::vector<double>& sorted, double p) {
  if (sorted.empty()) return 0;
  const double at = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

TimerTable make_timer_table(const std::vector<IntervalLog::Row>& rows, double wall, std::size_t lost) {
  TimerTable t;
  t.wall = wall;
  t.lost = lost;
  double timed = 0;
  for (const auto& r : rows) {
    const bool stencil = r.kind == IntervalLog::Kind::stencil;
    (stencil ? t.stencils : t.phases).push_back(make_row(r, wall));
    if (stencil) timed += t.stencils.back().total;
  }
  t.untimed = wall - timed;
  const auto longest_first = [](const TimerRow& a, const TimerRow& b) { return a.total > b.total; };
  std::stable_sort(t.stencils.begin(), t.stencils.end(), longest_first);
  return t;
}

std::string to_text(const TimerTable& t) {
  std::string out;
  append_rows(out, "stencil", t.stencils);
  fmt::format_to(std::back_inserter(out), "  {:<66} {:>6} {:>10} {:>10} {:>10} {:>10} {:>10.3f} {:>6.1f}%\n", "untimed", "", "", "", "", "",
                 1e3 * t.untimed, t.wall > 0 ? 100 * t.untimed / t.wall : 0.0);
  fmt::format_to(std::back_inserter(out), "  {:<66} {:>6} {:>10} {:>10} {:>10} {:>10} {:>10.3f} {:>6.1f}%\n", "wall time of the time loop", "",
                 "", "", "", "", 1e3 * t.wall, 100.0);
  if (t.lost) fmt::format_to(std::back_inserter(out), "  {} intervals did not fit into the log and are part of 'untimed'\n", t.lost);
  out += "\n";
  append_rows(out, "phase (contains stencils)", t.phases);
  return out;
}

nlohmann::json to_json(const TimerTable& t) {
  auto out = nlohmann::json::array();
  for (const auto& r : t.stencils) out.push_back(row_json(r, "stencil"));
  for (const auto& r : t.phases) out.push_back(row_json(r, "phase"));
  TimerRow untimed;
  untimed.name = "untimed";
  untimed.calls = 1;
  untimed.first = untimed.min = untimed.median = untimed.p95 = untimed.total = t.untimed;
  untimed.share = t.wall > 0 ? t.untimed / t.wall : 0;
  out.push_back(row_json(untimed, "untimed"));
  return out;
}

}  // namespace icodyn

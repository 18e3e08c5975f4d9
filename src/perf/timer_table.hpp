// Statistics of the intervals of a run: one row for each stencil and each phase.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/interval_log.hpp"

namespace icodyn {

struct TimerRow {
  std::string name;
  int calls = 0;
  double first = 0;                      // first call, kept apart from the statistics [s]
  double min = 0, median = 0, p95 = 0;   // over all calls but the first; over the first where it is the only one [s]
  double total = 0;                      // all calls [s]
  double share = 0;                      // of the wall time
};

struct TimerTable {
  std::vector<TimerRow> stencils, phases;
  double wall = 0;      // of the time loop [s]
  double untimed = 0;   // wall minus all stencils: launches, swaps, waiting [s]
  std::size_t lost = 0; // intervals that did not fit into the log
};

// p-quantile of sorted values, linear between the neighbors.
double quantile(const std::vector<double>& sorted, double p);

TimerTable make_timer_table(const std::vector<IntervalLog::Row>& rows, double wall, std::size_t lost);
std::string to_text(const TimerTable& table);

// Google-Benchmark's "benchmarks" array, times in microseconds, with our own fields beside its own.
nlohmann::json to_json(const TimerTable& table);

}  // namespace icodyn

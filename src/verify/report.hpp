// What `run` and `verify` print and write as JSON: one document with header, error tables, timers and the verdict.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "perf/timer_table.hpp"
#include "verify/phases.hpp"

namespace icodyn {

// Counts over all comparisons. passed(): nothing failed and at least one field was really compared.
struct Tally {
  int identical = 0, within = 0, failed = 0, nothing = 0;
  void add(const Comparison& c);
  bool passed() const { return failed == 0 && identical + within > 0; }
  std::string text() const;
  nlohmann::json json() const;
};

std::string to_text(const PhaseResult& r);
nlohmann::json to_json(const PhaseResult& r);

// One line for each phase: comparisons, how many are identical, the worst error and its field.
std::string summary_text(const std::vector<PhaseResult>& results);

struct StepComparison {
  int step = 0;
  std::string date;
  std::vector<Comparison> fields;
};
std::string to_text(const StepComparison& s);
nlohmann::json to_json(const StepComparison& s);

// Writes the document; never overwrites silently what is not a report: UsageError when the file cannot be written.
void write_json(const std::string& file, const nlohmann::json& document);

}  // namespace icodyn

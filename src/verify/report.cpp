#include "verify/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "runtime/error.hpp"

namespace icodyn {

void Tally::add(const Comparison& c) {
  switch (c.verdict) {
    case Verdict::identical: ++identical; break;
    case Verdict::within: ++within; break;
    case Verdict::verifies_nothing: ++nothing; break;
    case Verdict::failed: ++failed; break;
  }
}

std::string Tally::text() const {
  std::string out = fmt::format("{} fields identical, {} within tolerance, {} failed", identical, within, failed);
  if (nothing) out += fmt::format("; {} all-zero references verify nothing and are not counted", nothing);
  if (identical + within + failed == 0) out += "; no field was compared";
  return out;
}

nlohmann::json Tally::json() const {
  return {{"identical", identical}, {"within", within}, {"failed", failed}, {"verifies_nothing", nothing}, {"passed", passed()}};
}

std::string to_text(const PhaseResult& r) {
  std::string out = fmt::format("{}", r.phase);
  if (r.step) out += fmt::format(", step {}", r.step);
  if (r.substep) out += fmt::format(", substep {}", r.substep);
  if (!r.date.empty()) out += fmt::format(" ({})", r.date);
  if (!r.note.empty()) out += fmt::format(": {}", r.note);
  out += "\n" + to_text(r.fields);
  std::map<std::string, std::vector<std::string>> reasons;
  for (const auto& l : r.left_out) reasons[l.reason].push_back(l.stored);
  for (const auto& [reason, names] : reasons) out += fmt::format("  not compared ({}): {}\n", reason, fmt::join(names, ", "));
  return out;
}

nlohmann::json to_json(const PhaseResult& r) {
  nlohmann::json j = {{"phase", r.phase}, {"step", r.step}, {"substep", r.substep}, {"date", r.date}, {"note", r.note}, {"kernels", r.kernels}};
  j["fields"] = nlohmann::json::array();
  for (const auto& c : r.fields) j["fields"].push_back(to_json(c));
  j["left_out"] = nlohmann::json::array();
  for (const auto& l : r.left_out) j["left_out"].push_back({{"field", l.stored}, {"reason", l.reason}});
  return j;
}

std::string summary_text(const std::vector<PhaseResult>& results) {
  std::string out = fmt::format("  {:<32} {:>6} {:>9} {:>10} {:>7} {:>7} {:>8}  {}\n", "phase", "runs", "compared", "identical", "within", "failed",
                                "nothing", "worst error relative to the field's maximum");
  std::vector<std::string> order;
  for (const auto& r : results)
    if (std::find(order.begin(), order.end(), r.phase) == order.end()) order.push_back(r.phase);
  for (const auto& phase : order) {
    Tally t;
    int runs = 0;
    const Comparison* worst = nullptr;
    for (const auto& r : results) {
      if (r.phase != phase) continue;
      ++runs;
      for (const auto& c : r.fields) {
        t.add(c);
        if (!worst || c.max_relative > worst->max_relative) worst = &c;
      }
    }
    const std::string error = !worst ? "-" : worst->max_relative == 0 ? "0" : fmt::format("{:.2e} ({})", worst->max_relative, worst->field);
    out += fmt::format("  {:<32} {:>6} {:>9} {:>10} {:>7} {:>7} {:>8}  {}\n", phase, runs, t.identical + t.within + t.failed, t.identical, t.within,
                       t.failed, t.nothing, error);
  }
  return out;
}

std::string to_text(const StepComparison& s) { return fmt::format("after step {} ({})\n", s.step, s.date) + to_text(s.fields); }

nlohmann::json to_json(const StepComparison& s) {
  nlohmann::json j = {{"step", s.step}, {"date", s.date}};
  j["fields"] = nlohmann::json::array();
  for (const auto& c : s.fields) j["fields"].push_back(to_json(c));
  return j;
}

void write_json(const std::string& file, const nlohmann::json& document) {
  std::ofstream out(file);
  out << document.dump(1) << "\n";
  out.close();
  if (!out) throw UsageError("cannot write '" + file + "'; choose another place for --json");
}

}  // namespace icodyn

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "table.hpp"
#include "verify/report.hpp"

namespace icodyn {

namespace {

std::string names(const auto& projection) {
  std::vector<std::string> out;
  for (const auto& k : plain_kernels()) {
    const std::string n = projection(k);
    if (std::find(out.begin(), out.end(), n) == out.end()) out.push_back(n);
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

void print_dump(const Dump& d) {
  fmt::print("\ndump of {} in {}\n  {:>7} {:>6} {:>24} {:>24} {:>24} {:>11}\n", d.field, d.title, "row", "level", "input", "computed", "reference", "error");
  for (int i = 0; i < d.computed.rows; ++i)
    for (int k = 0; k < d.computed.levels; ++k) {
      const double a = d.computed(i, 0, k), b = d.reference(i, 0, k);
      if (a == b) continue;
      fmt::print("  {:>7} {:>6} {:>24} {:>24.17g} {:>24.17g} {:>11.3e}\n", i + 1, k + 1, d.input ? fmt::format("{:.17g}", (*d.input)(i, 0, k)) : "-", a, b, a - b);
    }
}

}  // namespace

int verify_command(const VerifyOptions& o) {
  const auto phase_of = [](const KernelEntry& k) { return std::string(k.phase); };
  const auto name_of_kernel = [](const KernelEntry& k) { return std::string(k.name); };
  const auto known = [](const auto& projection, const std::string& wanted) {
    return std::any_of(plain_kernels().begin(), plain_kernels().end(), [&](const KernelEntry& k) { return projection(k) == wanted; });
  };
  if (!o.phase.empty() && !known(phase_of, o.phase)) throw UsageError("--phase '" + o.phase + "' is unknown; phases: " + names(phase_of));
  if (!o.kernel.empty() && !known(name_of_kernel, o.kernel))
    throw UsageError("--kernel '" + o.kernel + "' is unknown; `icodyn list kernels` shows all names");

  Session s(o);
  if (!s.archive) throw UsageError("'" + o.source + "' names no archive; verify needs savepoints to compare with");
  Model model(s.config, s.data, s.device);
  fmt::print("{}\n", s.header("verify", model));

  int dumped = 0;
  const auto results = verify_phases(*s.archive, s.config, model, {o.phase, o.kernel, o.dump}, [&](const Dump& d) {
    ++dumped;
    print_dump(d);
  });
  Tally tally;
  for (const auto& r : results) {
    bool failed = false;
    for (const auto& c : r.fields) {
      tally.add(c);
      failed |= c.verdict == Verdict::failed;
    }
    if (!o.summary || failed) fmt::print("{}\n", to_text(r));
  }
  if (results.empty())
    fmt::print("nothing was run: the archive holds no init savepoint for {}, or its flags and grid do not launch it\n\n",
               !o.kernel.empty() ? "kernel '" + o.kernel + "'" : !o.phase.empty() ? "phase '" + o.phase + "'" : "any phase");
  if (!o.dump.empty() && dumped == 0) throw UsageError("--dump '" + o.dump + "': no compared field has this name");
  fmt::print("{}\n{}\n{}\n", summary_text(results), tally.text(), tally.passed() ? "PASSED" : "FAILED");

  if (!o.json.empty()) {
    nlohmann::json doc = {{"context", s.context(model)}, {"benchmarks", nlohmann::json::array()}, {"phases", nlohmann::json::array()}, {"tally", tally.json()}};
    for (const auto& r : results) doc["phases"].push_back(to_json(r));
    write_json(o.json, doc);
  }
  return tally.passed() ? 0 : 1;
}

}  // namespace icodyn

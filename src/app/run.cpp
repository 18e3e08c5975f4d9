#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <memory>

#include "app/commands.hpp"
#include "app/session.hpp"
#include "dycore/time_loop.hpp"
#include "output/output_file.hpp"
#include "verify/hash.hpp"
#include "verify/report.hpp"

namespace icodyn {

namespace {

const char* const prescribed[] = {"grf_tend_rho", "grf_tend_thv", "grf_tend_w", "grf_tend_vn", "ddt_exner_phy", "ddt_vn_phy"};

// Tendencies that the archive prescribes for the step ending at `date`; a field that it leaves out is zero.
void load_prescribed(const Archive& archive, State& state, const Device& device, const std::string& date) {
  const auto found = archive.find("solve-nonhydro-init", {{"istep", 1}, {"dyn_timestep", 1}, {"date", date}});
  if (found.empty()) return;
  for (const SavepointField& f : state_fields(archive, found.front(), TimeLevel::now))
    for (const char* name : prescribed)
      if (f.stored == name) upload(state, name, read_state_field(archive, found.front(), f, state), device);
}

StepComparison compare_step(const Archive& archive, int savepoint, Model& model, const Exactness& exact, int step, const std::string& date) {
  StepComparison out{step, date, {}};
  for (const SavepointField& f : state_fields(archive, savepoint, TimeLevel::now))
    out.fields.push_back(compare(f.stored, download(model.state, f.state, model.device()),
                                 read_state_field(archive, savepoint, f, model.state), run_tolerance(exact, f.stored, step)));
  return out;
}

HostFields prognostic_fields(Model& model) {
  HostFields out;
  out.source = "the state";
  for (const char* name : {"vn", "w", "rho", "exner", "theta_v"})
    out.fields[name] = download(model.state, std::string("now.") + name, model.device());
  return out;
}

}  // namespace

int run_command(const RunOptions& o) {
  Session s(o);
  if (o.steps) s.config.time.n_time_steps = o.steps;  // the command line admits positive numbers only
  if (s.config.verify_only)
    throw UsageError("archive '" + s.config.archive.string() + "' is for verify only: its state was changed between savepoints, so a run does not "
                     "lead from one to the next; use `icodyn verify`");
  if (s.data.initial.fields.empty())
    throw DataError(s.source + " has no initial state: savepoint prognostics[location=initial-state] is missing");

  Model model(s.config, s.data, s.device);
  set_initial_state(model.state, s.data, s.device);
  fmt::print("{}\n", s.header("run", model));

  TimeLoop loop(model.dycore, s.config.time, s.config.has_diffusion);
  if (s.archive) loop.prescribe([&](const std::string& date) { load_prescribed(*s.archive, model.state, s.device, date); });
  // substeps x (about 90 stencils and phases), twice that when the number of substeps grows
  const std::size_t per_step = static_cast<std::size_t>(s.config.time.ndyn_substeps + 7) * 120 + 100;
  if (!o.no_timers)
    model.stream.log().reserve(std::min<std::size_t>(per_step * static_cast<std::size_t>(s.config.time.n_time_steps), 2000000), s.device.gpu);

  Exactness exact = exactness(s.config.run.kernels, s.device.gpu, s.data.limited_area);
  exact.own_set_up = !s.config.grid.empty();
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto seconds = [](auto d) { return std::chrono::duration<double>(d).count(); };
  std::unique_ptr<OutputFile> output;
  if (!o.output.empty()) {
    OutputOptions options;
    options.title = s.config.name;
    options.start = s.config.time.start;
    options.history = "icodyn run " + o.source;
    options.torus = s.torus;
    output = std::make_unique<OutputFile>(o.output, s.data, options);
    output->write(0, prognostic_fields(model));
  }
  double wall = 0;
  auto begin = now();
  loop.begin();
  model.stream.synchronize();
  wall += seconds(now() - begin);

  std::vector<StepComparison> steps;
  Tally tally;
  for (int n = 1; n <= s.config.time.n_time_steps; ++n) {
    loop.advance();
    begin = now();
    loop.integrate();
    model.stream.synchronize();
    loop.finish();
    wall += seconds(now() - begin);
    if (output && n % o.output_every == 0) output->write(loop.elapsed(), prognostic_fields(model));
    if (loop.near_cfl_limit())
      spdlog::warn("step {}: vertical CFL number {:.3f} is near its limit {}; {} substeps next", n, loop.max_vcfl(), s.config.time.vertical_cfl_threshold,
                   loop.ndyn_substeps_var());
    if (!s.archive) continue;
    const auto found = s.archive->find("time-step-exit", {{"date", loop.date()}});
    if (found.empty()) {
      spdlog::info("step {} ({}): the archive has no time-step-exit to compare with", n, loop.date());
      continue;
    }
    steps.push_back(compare_step(*s.archive, found.front(), model, exact, n, loop.date()));
    for (const auto& c : steps.back().fields) tally.add(c);
    fmt::print("{}\n", to_text(steps.back()));
  }

  // a field that is not finite fails even where there was nothing to compare with
  std::vector<std::string> not_finite;
  for (const char* name : {"now.vn", "now.w", "now.rho", "now.exner", "now.theta_v"})
    if (!all_finite(download(model.state, name, s.device))) not_finite.emplace_back(name);
  if (!steps.empty()) fmt::print("tolerance: {}\n\n", steps.front().fields.front().tolerance.origin);

  const TimerTable timers = make_timer_table(model.stream.log().read(), wall, model.stream.log().lost());
  if (!o.no_timers) fmt::print("{}\n", to_text(timers));
  nlohmann::json hashes = nlohmann::json::object();
  if (o.hash) {
    fmt::print("hash of every field after step {} (FNV-1a over the values in file order)\n", s.config.time.n_time_steps);
    for_each_hash(model, [&](const std::string& name, std::uint64_t h) {
      fmt::print("  {:<20} {:016x}\n", name, h);
      hashes[name] = fmt::format("{:016x}", h);
    });
    fmt::print("\n");
  }
  fmt::print("{} steps, last substep count {}, wall {:.3f} s\n{}\n", s.config.time.n_time_steps, loop.ndyn_substeps_var(), wall, tally.text());
  for (const auto& name : not_finite) fmt::print("field {} holds NaN or Inf\n", name);
  // without an archive there is no reference: then all that can be said is that the fields are finite
  const bool passed = (s.archive ? tally.passed() : true) && not_finite.empty();
  if (!s.archive && passed) fmt::print("no archive to compare with: all prognostic fields are finite, nothing else was checked\n");
  fmt::print("{}\n", passed ? "PASSED" : "FAILED");

  if (!o.json.empty()) {
    nlohmann::json doc = {{"context", s.context(model)}, {"benchmarks", to_json(timers)}, {"wall_s", wall}, {"tally", tally.json()},
                          {"hashes", hashes}, {"steps", nlohmann::json::array()}};
    for (const auto& c : steps) doc["steps"].push_back(to_json(c));
    write_json(o.json, doc);
  }
  return passed ? 0 : 1;
}

}  // namespace icodyn

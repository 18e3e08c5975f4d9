#include "verify/phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "dycore/time_loop.hpp"
#include "table.hpp"

namespace icodyn {

namespace {

using Keys = std::map<std::string, MetaValue>;
using Names = std::set<std::string, std::less<>>;

// One pair of savepoints and what to run between them.
struct Pair {
  const char* phase;
  int init, exit;
  TimeLevel bare;  // meaning of vn, w ... in both
  std::function<void()> run;
};

struct Verifier {
  const Archive& archive;
  const Config& config;
  Model& model;

  const SavepointInfo& info(int s) const { return archive.savepoints()[static_cast<std::size_t>(s)]; }
  double number(int s, const std::string& name) const {
    if (const auto v = archive.number(s, name)) return *v;
    throw DataError(fmt::format("savepoint {} in archive '{}' has neither metainfo nor a field '{}'", label(info(s)),
                                archive.directory().string(), name));
  }
  double number_or(int s, const std::string& name, double otherwise) const { return archive.number(s, name).value_or(otherwise); }

  // The keys by which an exit savepoint belongs to its init savepoint.
  Keys keys_of(int s, std::initializer_list<const char*> wanted) const {
    Keys out;
    for (const char* k : wanted)
      if (const auto it = info(s).meta.find(k); it != info(s).meta.end()) out[k] = it->second;
    return out;
  }

  int step_of(int s) const {
    const auto it = info(s).meta.find("date");
    if (it == info(s).meta.end()) return 0;
    const std::string date = to_string(it->second);
    for (int n = 1; n <= 100000; ++n) {
      const std::string end = date_after(config.time.start, n * config.time.dtime);
      if (end == date) return n;
      if (end > date) break;
    }
    return 0;
  }

  Substep substep_of(int s) const {
    Substep a;
    a.dtime = static_cast<wp>(number(s, "dtime"));
    const double n_default = std::round(config.time.dtime / number(s, "dtime"));
    a.ndyn_substeps = static_cast<int>(number_or(s, "ndyn_substeps_var", n_default));
    const int here = static_cast<int>(number_or(s, "dyn_timestep", 1));
    a.at_first_substep = number_or(s, "at_first_substep", number_or(s, "recompute", here == 1)) != 0;
    a.at_initial_timestep = number_or(s, "at_initial_timestep", number_or(s, "linit", 0)) != 0;
    a.at_last_substep = number_or(s, "at_last_substep", here == a.ndyn_substeps) != 0;
    a.lprep_adv = number_or(s, "lprep_adv", number_or(s, "prep_adv", config.time.do_prep_adv)) != 0;
    const double midpoint = (std::max(1, step_of(s)) - 0.5) * config.time.dtime;
    a.divdamp_fac_o2 = static_cast<wp>(
        number_or(s, "divdamp_fac_o2",
                  second_order_divdamp_factor(config.nonhydrostatic, config.time.apply_extra_second_order_divdamp, midpoint, config.time.dtime)));
    return a;
  }

  std::vector<Pair> pairs() const {
    std::vector<Pair> out;
    for (int istep : {1, 2})
      for (int s : archive.find("velocity-tendencies-init", {{"istep", istep}})) {
        const int exit = archive.find_one("velocity-tendencies-exit", keys_of(s, {"istep", "date", "dyn_timestep"}));
        const auto dtime = static_cast<wp>(number(s, "dtime"));
        if (istep == 1) {
          const bool only = number_or(s, "vn_only", 0) != 0;
          out.push_back({phase_velocity_predictor, s, exit, TimeLevel::now, [=, this] { velocity_advection_predictor(model.dycore, dtime, only); }});
        } else {
          out.push_back({phase_velocity_corrector, s, exit, TimeLevel::next, [=, this] { velocity_advection_corrector(model.dycore, dtime); }});
        }
      }
    for (int istep : {1, 2})
      for (int s : archive.find("solve-nonhydro-init", {{"istep", istep}})) {
        const int exit = archive.find_one("solve-nonhydro-exit", keys_of(s, {"istep", "date", "dyn_timestep"}));
        const Substep a = substep_of(s);
        if (istep == 1)
          out.push_back({phase_nonhydro_predictor, s, exit, TimeLevel::next, [=, this] { solve_nonhydro_predictor(model.dycore, a); }});
        else
          out.push_back({phase_nonhydro_corrector, s, exit, TimeLevel::next, [=, this] { solve_nonhydro_corrector(model.dycore, a); }});
      }
    for (int s : archive.find("solve-nonhydro-final")) {
      Keys keys = keys_of(s, {"date", "dyn_timestep"});
      keys["istep"] = 2;
      const int corrector_exit = archive.find_one("solve-nonhydro-exit", keys);
      const Substep a = substep_of(archive.find_one("solve-nonhydro-init", keys));
      out.push_back({phase_nonhydro_final, corrector_exit, s, TimeLevel::next, [=, this] { solve_nonhydro_final(model.dycore, a); }});
    }
    for (int s : archive.find("diffusion-init")) {
      const int exit = archive.find_one("diffusion-exit", keys_of(s, {"linit", "date"}));
      const bool initial = number_or(s, "linit", 0) != 0;
      const auto dtime = static_cast<wp>(number(s, "dtime"));
      out.push_back({phase_diffusion, s, exit, TimeLevel::next,
                     [=, this] { diffusion(model.dycore, model.state.next, dtime, initial); }});
    }
    return out;
  }
};

// Table rows of a kernel that can run inside a phase: its own and, for the solve, those of the velocity advection in it.
bool belongs(const KernelEntry& k, const std::string& phase) {
  return phase == k.phase || (phase == phase_nonhydro_predictor && std::string(k.phase) == phase_velocity_predictor) ||
         (phase == phase_nonhydro_corrector && std::string(k.phase) == phase_velocity_corrector);
}

Names written_by(const std::vector<std::string>& kernels, const std::string& phase) {
  Names out;
  for (const KernelEntry& k : plain_kernels())
    if (belongs(k, phase) && std::find(kernels.begin(), kernels.end(), k.name) != kernels.end()) out.insert(k.writes.begin(), k.writes.end());
  return out;
}

// For one kernel alone: which kernels must run with it, and which inputs come from the exit savepoint.
struct Isolation {
  Names run;
  Names from_exit;
};

// The exit savepoint holds the final value of a field. So all kernels that change an output of the chosen kernel run too; an input that
// was produced before it comes from the exit savepoint, unless a later kernel changes it again or no savepoint holds it: then its
// producers run. An input that nobody produced before it is in the init savepoint.
Isolation isolate(const std::string& kernel, const std::string& phase, const Names& in_exit) {
  std::vector<const KernelEntry*> entries;  // in the order of execution: the velocity advection inside the solve comes first
  for (const bool own : {false, true})
    for (const KernelEntry& k : plain_kernels())
      if (belongs(k, phase) && (phase == k.phase) == own) entries.push_back(&k);
  const auto writes = [](const KernelEntry& k, const std::string& f) { return std::find(k.writes.begin(), k.writes.end(), f) != k.writes.end(); };

  Isolation out;
  Names from_init;
  std::vector<std::string> open = {kernel};
  const auto open_writers = [&](const std::string& f) {
    for (const KernelEntry* k : entries)
      if (writes(*k, f)) open.push_back(k->name);
  };
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!out.run.insert(name).second) continue;
    for (std::size_t at = 0; at < entries.size(); ++at) {
      const KernelEntry& k = *entries[at];
      if (k.name != name) continue;
      for (const char* f : k.writes) open_writers(f);
      for (const char* f : k.reads) {
        if (writes(k, f)) continue;
        bool before = false, after = false;
        for (std::size_t n = 0; n < entries.size(); ++n)
          if (n != at && writes(*entries[n], f)) (n < at ? before : after) = true;
        if (!before)
          from_init.insert(f);
        else if (!after && in_exit.count(f))
          out.from_exit.insert(f);
        else
          open_writers(f);
      }
    }
    // a field that one kernel needs as it was at the start cannot be overwritten by its final value: produce it
    for (auto it = out.from_exit.begin(); open.empty() && it != out.from_exit.end();) {
      if (!from_init.count(*it)) {
        ++it;
        continue;
      }
      open_writers(*it);
      it = out.from_exit.erase(it);
    }
  }
  return out;
}

Names names_in(const std::vector<SavepointField>& fields) {
  Names out;
  for (const auto& f : fields) out.insert(f.state);
  return out;
}

}  // namespace

std::vector<PhaseResult> verify_phases(const Archive& archive, const Config& config, Model& model, const PhaseRequest& request,
                                       const std::function<void(const Dump&)>& on_dump) {
  const Verifier v{archive, config, model};
  const Exactness exact = exactness(config.run.kernels, model.device().gpu, model.fixed.limited_area);
  const Device& device = model.device();
  std::vector<PhaseResult> results;
  model.stream.log().reserve(4096, device.gpu);

  for (const Pair& p : v.pairs()) {
    if (!request.phase.empty() && request.phase != p.phase) continue;
    Isolation alone;
    if (!request.kernel.empty()) {
      const auto& table = plain_kernels();
      if (std::none_of(table.begin(), table.end(), [&](const KernelEntry& k) { return request.kernel == k.name && std::string(k.phase) == p.phase; }))
        continue;
      alone = isolate(request.kernel, p.phase, names_in(state_fields(archive, p.exit, p.bare)));
    }

    model.reset();
    load_state(archive, p.init, p.bare, model.state, device);
    if (!request.kernel.empty()) {
      for (const SavepointField& f : state_fields(archive, p.exit, p.bare))
        if (alone.from_exit.count(f.state)) upload(model.state, f.state, read_state_field(archive, p.exit, f, model.state), device);
      model.stream.select(&alone.run);
    }
    model.stream.log().clear();
    p.run();
    model.stream.select(nullptr);
    model.stream.synchronize();

    PhaseResult r;
    r.phase = p.phase;
    r.step = v.step_of(p.exit);
    r.substep = static_cast<int>(v.number_or(p.exit, "dyn_timestep", 0));
    if (const auto it = v.info(p.exit).meta.find("date"); it != v.info(p.exit).meta.end()) r.date = to_string(it->second);
    if (v.number_or(p.exit, "linit", 0) != 0 && r.phase == phase_diffusion) r.note = "initial run";
    for (const auto& row : model.stream.log().read())
      if (row.kind == IntervalLog::Kind::stencil) r.kernels.push_back(row.name);
    if (!request.kernel.empty() && r.kernels.empty()) continue;  // not launched with these flags or on this grid

    Names written = written_by(r.kernels, p.phase);
    if (!request.kernel.empty()) {
      Names own;
      for (const KernelEntry& k : plain_kernels())
        if (request.kernel == k.name && std::string(k.phase) == p.phase) own.insert(k.writes.begin(), k.writes.end());
      written = own;
      std::vector<std::string> others;
      for (const auto& k : r.kernels)
        if (k != request.kernel) others.push_back(k);
      if (!others.empty()) r.note = fmt::format("with {} (same outputs, or inputs that no savepoint holds)", fmt::join(others, ", "));
    } else if (r.phase == phase_nonhydro_final) {
      // on a global grid the final part launches nothing: the savepoint then holds the corrector's result
      for (const char* f : {"next.vn", "next.w", "next.rho", "next.theta_v", "next.exner"}) written.insert(f);
    }
    for (const SavepointField& f : state_fields(archive, p.exit, p.bare)) {
      const std::string shown = f.component < 0 ? f.stored : fmt::format("{}({})", f.stored, f.component + 1);
      if (!written.count(f.state)) {
        r.left_out.push_back({shown, request.kernel.empty() ? "not written by this phase with these flags" : "not an output of this kernel"});
        continue;
      }
      Dump d{fmt::format("{} step {} substep {}", r.phase, r.step, r.substep), shown, std::nullopt, download(model.state, f.state, device),
             read_state_field(archive, p.exit, f, model.state)};
      r.fields.push_back(compare(shown, d.computed, d.reference, phase_tolerance(exact, r.phase, f.stored)));
      if (on_dump && (request.dump == shown || request.dump == f.stored || request.dump == f.state)) {
        for (const SavepointField& in : state_fields(archive, p.init, p.bare))
          if (in.state == f.state) d.input = read_state_field(archive, p.init, in, model.state);
        on_dump(d);
      }
    }
    for (const LeftOut& l : left_out_fields(archive, p.exit, p.bare)) r.left_out.push_back(l);
    results.push_back(std::move(r));
  }
  return results;
}

}  // namespace icodyn

// Command line of icodyn. Results go to stdout, log lines to stderr.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <exception>
#include <filesystem>
#include <new>

#include "app/build_info.hpp"
#include "app/commands.hpp"
#include "app/git_hash.hpp"
#include "core/types.hpp"
#include "runtime/device.hpp"
#include "runtime/error.hpp"

namespace {

using namespace icodyn;

std::string version_text() {
  return fmt::format("icodyn {} (git {}), {}, {}, backend {}{}, precision {}, layout {}, contraction {}", build::version, build::git_hash,
                     build::compiler, build::flags, built_backend(),
                     *build::gpu_architectures ? fmt::format(" for {}", build::gpu_architectures) : "", precision_name, layout_name, build::contraction);
}

// A report that cannot be written is refused before the work, not after it.
std::string writable_file(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(name).parent_path();
  if (fs::is_directory(name)) return "'" + name + "' is a folder; give the name of a file";
  if (!fs::is_directory(folder)) return "folder '" + folder.string() + "' does not exist";
  if (access((fs::exists(name) ? fs::path(name) : folder).c_str(), W_OK) != 0) return "'" + name + "' cannot be written";
  return "";
}

void add_case_options(CLI::App& command, CaseOptionsCli& o) {
  command.add_option("CASE", o.source, "YAML case file, or folder of an archive with a case.json")->required();
  command.add_option("--set", o.settings, "override one key: section.key=value (repeatable)");
  command.add_option("--device", o.device, "auto, cpu, cuda or hip, with a number (cuda:1)");
  command.add_option("--kernels", o.kernels, "plain: one kernel for each ICON loop");
  command.add_option("--threads", o.threads, "OpenMP threads on a CPU")->check(CLI::Range(1, 1024));
  command.add_option("--json", o.json, "write the report to this file too")->check(writable_file);
}

int dispatch(int argc, char** argv) {
  CLI::App app{"icodyn: the ICON dynamical core as a mini-app", "icodyn"};
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);

  RunOptions run;
  auto* run_app = app.add_subcommand("run", "advance the case, time every stencil, compare with the archive after every step");
  add_case_options(*run_app, run);
  run_app->add_option("--steps", run.steps, "time steps, instead of the case's number")->check(CLI::Range(1, 100000000));
  run_app->add_flag("--hash", run.hash, "print a hash of every field after the last step");
  run_app->add_option("--output", run.output, "NetCDF file for the fields (CF, UGRID); must not exist yet")->check(writable_file);
  run_app->add_option("--output-every", run.output_every, "steps between two records (default 1)")->check(CLI::Range(1, 100000000));
  run_app->add_flag("--profile", run.no_timers, "no timers, for a profiler");

  VerifyOptions verify;
  auto* verify_app = app.add_subcommand("verify", "each phase from its own savepoint, compared with its exit savepoint");
  add_case_options(*verify_app, verify);
  verify_app->add_option("--phase", verify.phase, "only this phase (icodyn list phases)");
  verify_app->add_option("--kernel", verify.kernel, "this stencil alone on serialized input (icodyn list kernels)");
  verify_app->add_option("--dump", verify.dump, "print input, computed, reference and error of this field where they differ");
  verify_app->add_flag("--summary", verify.summary, "print only the summary and what failed");

  InspectOptions inspect;
  auto* inspect_app = app.add_subcommand("inspect", "what an archive or a grid file holds; two archives or two savepoints: compare");
  inspect_app->add_option("ARCHIVE", inspect.sources, "one or two archive folders, or one grid file")->required()->expected(1, 2);
  inspect_app->add_option("--savepoint", inspect.savepoints, "number of a savepoint as listed; twice: compare the two")->expected(1, 2);
  inspect_app->add_option("--field", inspect.field, "only this field");
  inspect_app->add_option("--json", inspect.json, "write the result to this file too")->check(writable_file);

  std::string what;
  auto* list_app = app.add_subcommand("list", "cases, kernels, phases or devices");
  list_app->add_option("WHAT", what, "cases | kernels | phases | devices")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : static_cast<int>(ExitCode::usage);
  }
  if (*run_app) return run_command(run);
  if (*verify_app) return verify_command(verify);
  if (*inspect_app) return inspect_command(inspect);
  return list_command(what);
}

}  // namespace

int main(int argc, char** argv) {
  spdlog::set_default_logger(spdlog::stderr_color_mt("icodyn"));
  spdlog::set_pattern("icodyn %^%l%$: %v");
  try {
    return dispatch(argc, argv);
  } catch (const icodyn::Error& e) {
    spdlog::error("{}", e.what());
    return static_cast<int>(e.code());
  } catch (const std::bad_alloc&) {
    spdlog::error("out of host memory; use fewer levels or a smaller grid");
    return static_cast<int>(ExitCode::device);
  } catch (const std::exception& e) {
    spdlog::error("internal error: {}; please report it with the command line", e.what());
    return static_cast<int>(ExitCode::data);
  }
}

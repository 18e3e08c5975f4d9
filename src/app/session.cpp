#include "app/session.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <ctime>

#include "app/build_info.hpp"
#include "app/git_hash.hpp"
#include "archive/icon_savepoints.hpp"
#include "coefficients/set_up.hpp"
#include "core/types.hpp"
#include "grid/grid_file.hpp"
#include "grid/grid_source.hpp"

namespace icodyn {

Session::Session(const CaseOptionsCli& o) : config(read_config(o.source, o.settings)) {
  if (!o.device.empty()) config.run.device = o.device;
  if (!o.kernels.empty()) config.run.kernels = o.kernels;
  if (o.threads) config.run.threads = o.threads;
  validate(config);
  if (config.archive.empty() && config.grid.empty())
    throw UsageError("'" + o.source + "' names neither an archive nor a grid; add 'archive: FOLDER' or 'grid: FILE'");
  if (config.run.threads > 0) omp_set_num_threads(config.run.threads);
  device = select_device(config.run.device);

  const auto begin = std::chrono::steady_clock::now();
  if (!config.archive.empty()) archive = std::make_unique<Archive>(config.archive, config.archive_prefix);
  if (config.grid.empty()) {
    data = read_case_data(*archive);
    // an archive does not say what it lies on; a case of make_reference.py does by its name
    torus = config.initial_state == "gauss3d" || config.initial_state == "wk82";
    source = "archive " + archive->directory().string();
  } else {
    const auto file = resolve_grid(config.grid, config.origin.parent_path());
    const Grid grid = read_grid(file);
    torus = grid.geometry == GridGeometry::torus;
    data = set_up_case(config, grid, [](const std::string& part, double done) { spdlog::info("set-up {:3.0f} %: {}", 100 * done, part); });
    source = "set up from grid file " + file.string();
  }
  load_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (data.sizes.nlev != config.vertical.num_levels)
    throw UsageError(fmt::format("vertical.num_levels is {}, but archive '{}' has {} levels", config.vertical.num_levels, config.archive.string(),
                                 data.sizes.nlev));
}

std::string Session::header(const std::string& command, const Model& model) const {
  const DeviceFacts f = facts(device);
  std::string out = fmt::format("icodyn {} {} - {}\n", build::version, command, config.name);
  const auto line = [&](const char* what, const std::string& text) { out += fmt::format("  {:<11} {}\n", what, text); };
  line("device", fmt::format("{} ({}, {:.0f} GiB){}{}", f.name, f.architecture, static_cast<double>(f.memory_bytes) / (1 << 30),
                             f.driver.empty() ? "" : ", " + f.driver, device.gpu ? "" : fmt::format(", {} threads", omp_get_max_threads())));
  line("build", fmt::format("{}, {}, backend {}, precision {}, layout {}, contraction {}{}, git {}", build::compiler, build::flags, built_backend(),
                            precision_name, layout_name, build::contraction, checked_views ? ", checked views" : "", build::git_hash));
  line("case", fmt::format("{}, {} kernels", config.origin.string(), config.run.kernels));
  line("data", fmt::format("{} ({:.3f} s)", source, load_seconds));
  line("grid", fmt::format("{} cells, {} edges, {} vertices, {} levels{}", data.sizes.n_cells, data.sizes.n_edges, data.sizes.n_vertices,
                           data.sizes.nlev, data.limited_area ? ", limited area" : ""));
  line("time", fmt::format("start {}, step {} s, {} substeps", config.time.start, config.time.dtime, config.time.ndyn_substeps));
  line("memory", fmt::format("{:.1f} MiB on the device, {:.0f} B for each cell and level", static_cast<double>(model.bytes()) / (1 << 20),
                             static_cast<double>(model.bytes()) / data.sizes.n_cells / data.sizes.nlev));
  return out;
}

nlohmann::json Session::context(const Model& model) const {
  const DeviceFacts f = facts(device);
  char date[64];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S%z", std::localtime(&now));
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  return {{"date", date},
          {"host_name", host},
          {"executable", "icodyn"},
          {"num_cpus", omp_get_num_procs()},
          {"library_build_type", "release"},
          {"icodyn_version", build::version},
          {"git", build::git_hash},
          {"compiler", build::compiler},
          {"flags", build::flags},
          {"contraction", build::contraction},
          {"backend", built_backend()},
          {"precision", precision_name},
          {"layout", layout_name},
          {"device", f.name},
          {"architecture", f.architecture},
          {"driver", f.driver},
          {"threads", device.gpu ? 0 : omp_get_max_threads()},
          {"case", config.name},
          {"data", source},
          {"load_s", load_seconds},
          {"kernels", config.run.kernels},
          {"cells", data.sizes.n_cells},
          {"edges", data.sizes.n_edges},
          {"vertices", data.sizes.n_vertices},
          {"levels", data.sizes.nlev},
          {"limited_area", data.limited_area},
          {"dtime_s", config.time.dtime},
          {"device_bytes", model.bytes()}};
}

}  // namespace icodyn

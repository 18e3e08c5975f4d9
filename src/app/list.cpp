#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/build_info.hpp"
#include "app/commands.hpp"
#include "runtime/device.hpp"
#include "runtime/error.hpp"
#include "table.hpp"

namespace icodyn {

namespace {

void list_cases() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(build::source_dir) / "config";
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& e : fs::directory_iterator(folder, error))
    if (e.path().extension() == ".yaml") files.push_back(e.path());
  if (error) throw UsageError("cannot list '" + folder.string() + "': " + error.message());
  std::sort(files.begin(), files.end());
  for (const auto& f : files) fmt::print("{:<24} {}\n", f.stem().string(), f.string());
}

void list_kernels() {
  for (const KernelEntry& k : plain_kernels())
    fmt::print("{:<30} {:<78} {}\n{:<30}   reads  {}\n{:<30}   writes {}\n", k.phase, k.name, k.stencil, "", fmt::join(k.reads, ", "), "", fmt::join(k.writes, ", "));
}

void list_phases() {
  std::vector<std::string> seen;
  for (const KernelEntry& k : plain_kernels())
    if (std::find(seen.begin(), seen.end(), k.phase) == seen.end()) {
      seen.emplace_back(k.phase);
      fmt::print("{}\n", k.phase);
    }
}

void list_devices() {
  const auto print = [](const std::string& id, const DeviceFacts& f) {
    fmt::print("{:<8} {} ({}, {:.0f} GiB) {}\n", id, f.name, f.architecture, static_cast<double>(f.memory_bytes) / (1 << 30), f.driver);
  };
  print("cpu", facts(Device{}));
  std::string why;
  const auto gpus = gpu_devices(&why);
  for (std::size_t i = 0; i < gpus.size(); ++i) print(fmt::format("{}:{}", built_backend(), i), gpus[i]);
  if (gpus.empty()) fmt::print("no GPU: {}\n", why);
}

}  // namespace

int list_command(const std::string& what) {
  if (what == "cases")
    list_cases();
  else if (what == "kernels")
    list_kernels();
  else if (what == "phases")
    list_phases();
  else if (what == "devices")
    list_devices();
  else
    throw UsageError("list '" + what + "' is unknown; use cases, kernels, phases or devices");
  return 0;
}

}  // namespace icodyn

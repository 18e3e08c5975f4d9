// Grids and archives for the tests of the set-up: from the folder data/, or from the folder that ICODYN_DATA in the
// environment names.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "coefficients/set_up.hpp"
#include "grid/geometry.hpp"
#include "grid/grid_file.hpp"

namespace icodyn::test {

inline std::filesystem::path data_folder() {
  const char* chosen = std::getenv("ICODYN_DATA");
  return chosen ? chosen : ICODYN_DATA_DIR;
}

// Path of grids/<name>, unpacked with xz into a temporary file where it is stored as <name>.xz; empty where there is
// neither.
inline std::filesystem::path grid_path(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path plain = data_folder() / "grids" / name, packed = plain.string() + ".xz";
  if (fs::exists(plain)) return plain;
  if (!fs::exists(packed)) return {};
  const fs::path unpacked = fs::temp_directory_path() / ("icodyn_test_" + std::to_string(::getpid()) + "_" + name);
  if (!fs::exists(unpacked)) {
    const std::string command = "xz -dkc '" + packed.string() + "' > '" + unpacked.string() + "'";
    if (std::system(command.c_str()) != 0) return {};
    static std::map<std::string, std::shared_ptr<void>> remove_at_exit;
    remove_at_exit[name] = std::shared_ptr<void>(nullptr, [unpacked](void*) { fs::remove(unpacked); });
  }
  return unpacked;
}

// A grid of the data folder, read once; nullptr where it is missing.
inline const Grid* grid(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Grid>> grids;
  auto& g = grids[name];
  if (!g)
    if (const auto path = grid_path(name); !path.empty()) g = std::make_unique<Grid>(read_grid(path));
  return g.get();
}

inline Config config_for(const Grid& g) {
  Config c;
  c.vertical.num_levels = 35;
  c.vertical.model_top_height = 35000;
  c.vertical.rayleigh_damping_height = 20000;
  c.vertical.stretch_factor = 0.9;
  if (g.geometry == GridGeometry::torus) {
    c.vertical.lowest_layer_thickness = 100;
    c.topography_options = {
        {"mount_x", 10000.0}, {"mount_y", 8000.0}, {"mount_height", 500.0}, {"mount_width", 2000.0}};
    c.initial_condition = {{"u0", 10.0}};
  }
  return c;
}

// The default case of a grid, computed once.
inline const CaseData& case_of(const std::string& name) {
  static std::map<std::string, std::unique_ptr<CaseData>> cases;
  auto& c = cases[name];
  if (!c) c = std::make_unique<CaseData>(set_up_case(config_for(*grid(name)), *grid(name)));
  return *c;
}

inline constexpr const char* sphere = "R02B01.nc";
inline constexpr const char* finer_sphere = "R02B02.nc";
inline constexpr const char* limited_area = "lam_r2b5_c12.nc";
inline constexpr const char* torus = "torus_20x20_1000m.nc";

#define ICODYN_NEED_GRID(name) \
  if (!icodyn::test::grid(name)) GTEST_SKIP() << "no grid " << name << " in " << icodyn::test::data_folder() / "grids"

}  // namespace icodyn::test

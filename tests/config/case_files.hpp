// A folder for case files that is gone after the test, and what read_config says about them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "runtime/error.hpp"

namespace icodyn::test {

class CaseFiles : public testing::Test {
 protected:
  CaseFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "icodyn_config_XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~CaseFiles() override { std::filesystem::remove_all(folder); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const auto file = folder / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
  }

  // A folder that passes for an archive: only its case.json is read here. `more` is text inside the JSON object.
  std::filesystem::path archive(const std::string& more = "", const std::string& steps = "2") const {
    return write("archive/case.json", R"({"case": "jw", "grid": "R02B01.nc", "nlev": 35, "dtime": 300.0, "ndyn_substeps": 5, "steps": )" + steps +
                                          R"(, "detail": [[1, 1], [2, 1]], "start": "2026-01-01T00:00:00.000", "vertical": {"num_levels": 35})" +
                                          (more.empty() ? R"(, "nonhydrostatic": {}, "diffusion": {"ndyn_substeps": 5})" : more) + "}")
        .parent_path();
  }

  static std::string complaint(const std::filesystem::path& source, const std::vector<std::string>& settings = {}) {
    try {
      read_config(source, settings);
    } catch (const UsageError& e) {
      return e.what();
    } catch (const std::exception& e) {
      return std::string("not a UsageError: ") + e.what();
    }
    return "accepted";
  }

  std::filesystem::path folder;
};

}  // namespace icodyn::test

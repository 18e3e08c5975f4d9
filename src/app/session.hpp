// What run and verify share: configuration, archive, device, and the head of the report.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/commands.hpp"
#include "archive/archive.hpp"
#include "config/config.hpp"
#include "dycore/model.hpp"
#include "runtime/device.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

struct Session {
  Config config;
  Device device;
  std::unique_ptr<Archive> archive;  // null: set up from a grid file, nothing to compare with
  CaseData data;
  std::string source;                // where the static fields and the initial state come from
  double load_seconds = 0;
  bool torus = false;

  explicit Session(const CaseOptionsCli& options);

  // Machine, build and case, as text and for --json (Google-Benchmark's "context").
  std::string header(const std::string& command, const Model& model) const;
  nlohmann::json context(const Model& model) const;
};

}  // namespace icodyn

// Each phase alone: started from its own init savepoint, compared with its exit savepoint.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "archive/archive.hpp"
#include "config/config.hpp"
#include "dycore/model.hpp"
#include "verify/compare.hpp"
#include "verify/savepoint_fields.hpp"
#include "verify/tolerances.hpp"

namespace icodyn {

struct PhaseRequest {
  std::string phase;   // empty: all phases
  std::string kernel;  // empty: whole phases; else this stencil alone on serialized input
  std::string dump;    // field whose input, computed, reference and error values are handed to `on_dump`
};

struct PhaseResult {
  std::string phase;
  int step = 0, substep = 0;  // 0: the savepoint has none
  std::string date;
  std::vector<Comparison> fields;
  std::vector<LeftOut> left_out;
  std::vector<std::string> kernels;  // launched
  std::string note;
};

struct Dump {
  std::string title;
  std::string field;
  std::optional<HostField> input;  // nullopt: the init savepoint does not hold it
  HostField computed, reference;
};

// Throws DataError when the archive has no savepoint for the request. `on_dump` is called for every comparison of the dumped field.
std::vector<PhaseResult> verify_phases(const Archive& archive, const Config& config, Model& model, const PhaseRequest& request,
                                       const std::function<void(const Dump&)>& on_dump = {});

}  // namespace icodyn

// Which field of the state a field of a savepoint belongs to: spec/savepoints.md C.8 - C.13, for all phases in one table.
#pragma once

#include <string>
#include <vector>

#include "archive/icon_savepoints.hpp"
#include "state/state.hpp"

namespace icodyn {

struct SavepointField {
  std::string stored;     // name in the archive
  int component = -1;     // of the last axis, -1 where there is none
  std::string state;      // name in for_each_field
};

// How the bare names vn, w, rho, exner, theta_v of a savepoint map to the time levels.
enum class TimeLevel { now, next };

// Everything of this savepoint that belongs to a field of the state, in alphabetical order of the archive's names.
std::vector<SavepointField> state_fields(const Archive& archive, int savepoint, TimeLevel bare_names);

// The rest, each with the reason why it is neither loaded nor compared: scalars, flags, profiles that the program computes itself.
struct LeftOut {
  std::string stored, reason;
};
std::vector<LeftOut> left_out_fields(const Archive& archive, int savepoint, TimeLevel bare_names);

// Reads one field in the shape that the state has. Half-level fields stored without the surface level keep it at zero.
HostField read_state_field(const Archive& archive, int savepoint, const SavepointField& f, State& state);

// Loads all fields of the savepoint into the state. Throws DataError where a value is NaN or Inf.
void load_state(const Archive& archive, int savepoint, TimeLevel bare_names, State& state, const Device& device);

}  // namespace icodyn

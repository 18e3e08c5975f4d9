// ICON's conventions on top of an archive: padding to nproma, unit axes, 1-based tables with 0 or -1 for a missing neighbor, list-type
// fields, surface weights stored upward, neighbor-first RBF arrays. What comes out has the conventions of state/host_field.hpp.
// spec/savepoints.md parts B and C.
#pragma once

#include "archive/archive.hpp"
#include "state/host_field.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

// icon-grid, interpolation-state, metric-state and the initial state. Checks: extents at least the entity counts, table indices and
// level indices in range, zone arrays within 0..n and of 14/24/13 entries, used values finite. `initial` is empty where the archive
// has no initial state.
CaseData read_case_data(const Archive& archive);

// A field of a savepoint at a location, cut to sizes.rows(location) rows. Axes after the horizontal one become levels; with
// `component` >= 0 the last axis is an index of which one component is taken (time levels, vector components). Location::none:
// a profile (rows = 1). Throws DataError when the horizontal extent is too small or there are more axes than that.
HostField read_field(const Archive& archive, int savepoint, const std::string& field, Location location, const Sizes& sizes,
                     int component = -1);

}  // namespace icodyn

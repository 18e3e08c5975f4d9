// A field on the host, as it comes from an archive or from the set-up: canonical conventions, no padding.
//
// Conventions (whatever the source): horizontal axis cut to the number of entities, tables 0-based with -1 for a missing neighbor,
// neighbor slots in the order of the table, list-type fields (pg_*, zd_*) scattered to dense ones, double precision.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace icodyn {

enum class Location { none, cell, edge, vertex };
inline const char* name_of(Location l) {
  return l == Location::cell ? "cell" : l == Location::edge ? "edge" : l == Location::vertex ? "vertex" : "none";
}

// values of (row, slot, level): levels are contiguous, then rows, then slots. rows = 1 for profiles, slots = 1 without neighbors,
// levels = 1 without a vertical axis.
template <class T>
struct HostArray {
  Location location = Location::none;
  int rows = 1, slots = 1, levels = 1;
  std::vector<T> values;

  HostArray() = default;
  HostArray(Location at, int n_rows, int n_slots, int n_levels, T start = T{})
      : location(at), rows(n_rows), slots(n_slots), levels(n_levels),
        values(static_cast<std::size_t>(n_rows) * static_cast<std::size_t>(n_slots) * static_cast<std::size_t>(n_levels), start) {}
  std::size_t index(int row, int slot, int level) const {
    return (static_cast<std::size_t>(slot) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row)) *
               static_cast<std::size_t>(levels) + static_cast<std::size_t>(level);
  }
  T& operator()(int row, int slot = 0, int level = 0) { return values[index(row, slot, level)]; }
  const T& operator()(int row, int slot = 0, int level = 0) const { return values[index(row, slot, level)]; }
};
using HostField = HostArray<double>;
using HostTable = HostArray<int>;

// Named fields from one source. `source` tells where they come from, for error messages.
struct HostFields {
  std::string source;
  std::map<std::string, HostField> fields;
  std::map<std::string, HostTable> tables;

  bool has(const std::string& name) const { return fields.count(name) != 0; }
  const HostField& field(const std::string& name) const {
    const auto it = fields.find(name);
    if (it == fields.end()) throw DataError("field '" + name + "' is missing in " + source);
    return it->second;
  }
  const HostTable& table(const std::string& name) const {
    const auto it = tables.find(name);
    if (it == tables.end()) throw DataError("table '" + name + "' is missing in " + source);
    return it->second;
  }
};

}  // namespace icodyn

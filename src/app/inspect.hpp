// What an archive or a grid file holds, and how two archives or savepoints differ. Values are taken as stored: padding included.
// inspect_command (commands.hpp) prints it; it returns 1 where a comparison finds a difference.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "archive/archive.hpp"

namespace icodyn {

struct FieldSummary {
  std::string field, type;
  std::vector<int> dims;                // as stored, first axis fastest
  std::int64_t values = 0, zeros = 0, nan = 0, inf = 0;
  double min = 0, mean = 0, max = 0;    // of the finite values; NaN where there are none
};
FieldSummary summarize(const std::string& field, const std::string& type, const std::vector<int>& dims, const std::vector<double>& values);
FieldSummary summarize(const Archive& archive, int savepoint, const std::string& field);

struct FieldDifference {
  std::string field, note;              // note: why only part or nothing was compared
  std::int64_t values = 0, different = 0, not_finite = 0;  // a value that is not finite on one side only counts as different
  double max_abs = 0, max_relative = 0; // max_relative: over the largest magnitude of the second field
  std::vector<int> where;               // 0-based index of the largest difference, axes of length 1 left out
  double first = 0, second = 0;         // the two values there
};
// Shapes that differ in the first axis only (padding to nproma) are compared on the rows that both have.
FieldDifference difference(const std::string& field, const RawField& a, const RawField& b);

nlohmann::json to_json(const FieldSummary& s);
nlohmann::json to_json(const FieldDifference& d);
std::string to_text(const std::vector<FieldSummary>& rows);
std::string to_text(const std::vector<FieldDifference>& rows);

}  // namespace icodyn

#include "app/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "app/commands.hpp"
#include "grid/grid_file.hpp"
#include "verify/report.hpp"

namespace icodyn {

namespace {

using nlohmann::json;

json number(double v) { return std::isfinite(v) ? json(v) : json(fmt::format("{}", v)); }  // JSON has no NaN

std::string shape(const std::vector<int>& dims) { return dims.empty() ? "1" : fmt::format("{}", fmt::join(dims, " x ")); }

std::size_t longest(std::size_t least, const std::vector<std::string>& texts) {
  for (const auto& t : texts) least = std::max(least, t.size());
  return least;
}

const SavepointInfo& info(const Archive& a, int s) { return a.savepoints()[static_cast<std::size_t>(s)]; }

json head(const Archive& a, int s) {
  json j = {{"savepoint", s}, {"name", info(a, s).name}, {"metainfo", json::object()}};
  for (const auto& [key, value] : info(a, s).meta) j["metainfo"][key] = std::visit([](const auto& v) { return json(v); }, value);
  return j;
}

// A savepoint as the user names it: its number in the list, or its name where only one has it.
int savepoint_of(const Archive& a, const std::string& text) {
  const int n = static_cast<int>(a.savepoints().size());
  char* end = nullptr;
  const long long wished = std::strtoll(text.c_str(), &end, 10);
  if (end != text.c_str() && *end == 0) {
    if (wished < 0 || wished >= n)
      throw UsageError(fmt::format("--savepoint '{}': archive '{}' has savepoints 0 .. {}; `icodyn inspect` lists them", text,
                                   a.directory().string(), n - 1));
    return static_cast<int>(wished);
  }
  const auto found = a.find(text);
  if (found.size() == 1) return found.front();
  throw UsageError(fmt::format("--savepoint '{}': archive '{}' has {} savepoints of this name{}; give the number that `icodyn inspect` lists", text,
                               a.directory().string(), found.size(), found.empty() ? "" : fmt::format(" ({})", fmt::join(found, ", "))));
}

std::vector<std::string> fields_of(const Archive& a, int s, const std::string& only) {
  std::vector<std::string> out;
  for (const auto& f : info(a, s).fields)
    if (only.empty() || f == only) out.push_back(f);
  return out;
}

// One archive: every savepoint, or the wished one.
json describe(const Archive& a, const InspectOptions& o) {
  json out = {{"archive", a.directory().string()}, {"prefix", a.prefix()}, {"savepoints", json::array()}};
  std::vector<int> wished;
  if (o.savepoints.empty())
    for (int s = 0; s < static_cast<int>(a.savepoints().size()); ++s) wished.push_back(s);
  else
    wished = {savepoint_of(a, o.savepoints[0])};
  fmt::print("archive '{}', prefix '{}', {} savepoints\n", a.directory().string(), a.prefix(), a.savepoints().size());
  bool found = o.field.empty();
  for (int s : wished) {
    std::vector<FieldSummary> rows;
    for (const auto& f : fields_of(a, s, o.field)) rows.push_back(summarize(a, s, f));
    if (rows.empty() && !o.field.empty()) continue;
    found = true;
    fmt::print("\n[{}] {}\n{}", s, label(info(a, s)), to_text(rows));
    json j = head(a, s);
    j["fields"] = json::array();
    for (const auto& r : rows) j["fields"].push_back(to_json(r));
    out["savepoints"].push_back(std::move(j));
  }
  if (!found) throw UsageError(fmt::format("--field '{}': no savepoint shown of archive '{}' has it", o.field, a.directory().string()));
  return out;
}

struct Totals {
  int compared = 0, different = 0, alone = 0;  // alone: fields and savepoints without counterpart
};

json compare_savepoints(const Archive& a, int s, const Archive& b, int t, const std::string& only, Totals& totals) {
  std::vector<FieldDifference> rows;
  std::vector<std::string> only_first, only_second;
  for (const auto& f : fields_of(a, s, only)) {
    if (b.has(t, f))
      rows.push_back(difference(f, a.read(s, f), b.read(t, f)));
    else
      only_first.push_back(f);
  }
  for (const auto& f : fields_of(b, t, only))
    if (!a.has(s, f)) only_second.push_back(f);
  json j = {{"first", head(a, s)}, {"second", head(b, t)}, {"only_in_first", only_first}, {"only_in_second", only_second}, {"fields", json::array()}};
  if (rows.empty() && only_first.empty() && only_second.empty()) return j;
  fmt::print("\n[{}] {}\n[{}] {}\n{}", s, label(info(a, s)), t, label(info(b, t)), to_text(rows));
  if (!only_first.empty()) fmt::print("  only in the first: {}\n", fmt::join(only_first, ", "));
  if (!only_second.empty()) fmt::print("  only in the second: {}\n", fmt::join(only_second, ", "));
  for (const auto& r : rows) {
    j["fields"].push_back(to_json(r));
    ++totals.compared;
    if (r.different > 0 || r.values == 0) ++totals.different;
  }
  totals.alone += static_cast<int>(only_first.size() + only_second.size());
  return j;
}

json compare(const Archive& a, const Archive& b, const InspectOptions& o, Totals& totals) {
  json out = {{"first", a.directory().string()}, {"second", b.directory().string()}, {"pairs", json::array()}};
  fmt::print("first:  '{}'\nsecond: '{}'\n", a.directory().string(), b.directory().string());
  if (!o.savepoints.empty()) {
    out["pairs"].push_back(compare_savepoints(a, savepoint_of(a, o.savepoints.front()), b, savepoint_of(b, o.savepoints.back()), o.field, totals));
  } else {
    std::vector<bool> seen(b.savepoints().size(), false);
    for (int s = 0; s < static_cast<int>(a.savepoints().size()); ++s) {
      const auto twins = b.find(info(a, s).name, info(a, s).meta);
      if (twins.size() == 1) {
        seen[static_cast<std::size_t>(twins[0])] = true;
        out["pairs"].push_back(compare_savepoints(a, s, b, twins[0], o.field, totals));
      } else {
        fmt::print("\n[{}] {}: {} in the second\n", s, label(info(a, s)), twins.empty() ? "missing" : "ambiguous");
        ++totals.alone;
      }
    }
    for (int t = 0; t < static_cast<int>(b.savepoints().size()); ++t)
      if (!seen[static_cast<std::size_t>(t)] && a.find(info(b, t).name, info(b, t).meta).empty()) {
        fmt::print("\n[{}] {}: missing in the first\n", t, label(info(b, t)));
        ++totals.alone;
      }
  }
  if (totals.compared + totals.alone == 0 && !o.field.empty())
    throw UsageError(fmt::format("--field '{}': none of the compared savepoints has it", o.field));
  fmt::print("\n{} fields compared, {} fields or savepoints only on one side; {} fields or savepoints differ\n", totals.compared, totals.alone,
             totals.different + totals.alone);
  out["compared"] = totals.compared;
  out["different"] = totals.different;
  out["without_counterpart"] = totals.alone;
  return out;
}

json describe_grid(const std::string& file, const std::string& only) {
  const Grid g = read_grid(file);
  std::vector<FieldSummary> rows;
  const auto add = [&](const char* name, const char* type, const auto& array) {
    if (array.values.empty() || (!only.empty() && only != name)) return;
    const std::vector<int> dims = array.slots > 1 ? std::vector<int>{array.rows, array.slots} : std::vector<int>{array.rows};
    rows.push_back(summarize(name, type, dims, std::vector<double>(array.values.begin(), array.values.end())));
  };
  const std::pair<const char*, const HostTable*> tables[] = {
      {"c2e", &g.c2e}, {"c2v", &g.c2v}, {"c2e2c", &g.c2e2c}, {"e2c", &g.e2c}, {"e2v", &g.e2v}, {"v2e", &g.v2e}, {"v2c", &g.v2c},
      {"refin_c_ctrl", &g.refin_c_ctrl}, {"refin_e_ctrl", &g.refin_e_ctrl}, {"refin_v_ctrl", &g.refin_v_ctrl}};
  const std::pair<const char*, const HostField*> fields[] = {
      {"clat", &g.clat}, {"clon", &g.clon}, {"elat", &g.elat}, {"elon", &g.elon}, {"vlat", &g.vlat}, {"vlon", &g.vlon},
      {"cell_position", &g.cell_position}, {"edge_position", &g.edge_position}, {"vertex_position", &g.vertex_position},
      {"cell_area", &g.cell_area}, {"dual_area", &g.dual_area}, {"edge_length", &g.edge_length}, {"dual_edge_length", &g.dual_edge_length},
      {"edge_cell_distance", &g.edge_cell_distance}, {"edge_vert_distance", &g.edge_vert_distance},
      {"orientation_of_normal", &g.orientation_of_normal}, {"edge_system_orientation", &g.edge_system_orientation},
      {"edge_orientation", &g.edge_orientation}};
  for (const auto& [name, t] : tables) add(name, "int32", *t);
  for (const auto& [name, f] : fields) add(name, "float64", *f);
  if (rows.empty()) throw UsageError(fmt::format("--field '{}': grid file '{}' has no such field", only, file));
  fmt::print("grid file '{}': {}, {} cells, {} edges, {} vertices; tables 0-based, -1 = missing\n\n{}", file,
             g.geometry == GridGeometry::torus ? "torus" : g.limited_area ? "limited area" : "sphere", g.sizes.n_cells, g.sizes.n_edges,
             g.sizes.n_vertices, to_text(rows));
  json out = {{"grid", file}, {"root", g.root}, {"level", g.level}, {"limited_area", g.limited_area}, {"uuid", g.uuid}, {"fields", json::array()}};
  for (const auto& r : rows) out["fields"].push_back(to_json(r));
  return out;
}

}  // namespace

FieldSummary summarize(const std::string& field, const std::string& type, const std::vector<int>& dims, const std::vector<double>& values) {
  FieldSummary s{field, type, dims, static_cast<std::int64_t>(values.size()), 0, 0, 0, 0, 0, 0};
  double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0;
  for (double v : values) {
    if (std::isnan(v)) {
      ++s.nan;
    } else if (std::isinf(v)) {
      ++s.inf;
    } else {
      s.zeros += v == 0;
      low = std::min(low, v);
      high = std::max(high, v);
      sum += v;
    }
  }
  const std::int64_t finite = s.values - s.nan - s.inf;
  const double none = std::numeric_limits<double>::quiet_NaN();
  s.min = finite ? low : none;
  s.max = finite ? high : none;
  s.mean = finite ? sum / static_cast<double>(finite) : none;
  return s;
}

FieldSummary summarize(const Archive& archive, int savepoint, const std::string& field) {
  const FieldInfo f = archive.info(field);
  return summarize(field, name_of(f.type), f.dims, archive.read(savepoint, field).values);
}

FieldDifference difference(const std::string& field, const RawField& a, const RawField& b) {
  FieldDifference d;
  d.field = field;
  const bool same_rank = a.dims.size() == b.dims.size() && !a.dims.empty();
  if (a.dims != b.dims && !(same_rank && std::equal(a.dims.begin() + 1, a.dims.end(), b.dims.begin() + 1))) {
    d.note = fmt::format("shapes {} and {} do not match", shape(a.dims), shape(b.dims));
    return d;
  }
  const std::size_t rows_a = a.dims.empty() ? 1 : static_cast<std::size_t>(a.dims[0]), rows_b = b.dims.empty() ? 1 : static_cast<std::size_t>(b.dims[0]);
  const std::size_t rows = std::min(rows_a, rows_b), columns = a.values.size() / rows_a;
  if (rows_a != rows_b) d.note = fmt::format("the first {} of {} and {} rows", rows, rows_a, rows_b);
  d.values = static_cast<std::int64_t>(rows * columns);
  double largest = 0, worst = -1;
  std::size_t row_at = 0, column_at = 0;
  for (std::size_t column = 0; column < columns; ++column)
    for (std::size_t row = 0; row < rows; ++row) {
      const double x = a.values[row + rows_a * column], y = b.values[row + rows_b * column];
      if (std::isfinite(y)) largest = std::max(largest, std::abs(y));
      if (!std::isfinite(x) || !std::isfinite(y)) ++d.not_finite;
      if (x == y || (std::isnan(x) && std::isnan(y))) continue;
      ++d.different;
      const double distance = std::abs(x - y);
      const double rank = std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;  // NaN on one side is the worst
      if (rank <= worst) continue;
      worst = rank;
      row_at = row;
      column_at = column;
      d.max_abs = distance;
      d.first = x;
      d.second = y;
    }
  if (d.different == 0) return d;
  d.max_relative = d.max_abs / largest;
  d.where = {static_cast<int>(row_at)};
  for (std::size_t axis = 1; axis < a.dims.size(); ++axis) {
    d.where.push_back(static_cast<int>(column_at % static_cast<std::size_t>(a.dims[axis])));
    column_at /= static_cast<std::size_t>(a.dims[axis]);
  }
  return d;
}

json to_json(const FieldSummary& s) {
  return {{"field", s.field}, {"type", s.type}, {"shape", s.dims}, {"values", s.values}, {"min", number(s.min)}, {"mean", number(s.mean)},
          {"max", number(s.max)}, {"zeros", s.zeros}, {"nan", s.nan}, {"inf", s.inf}};
}

json to_json(const FieldDifference& d) {
  return {{"field", d.field}, {"note", d.note}, {"values", d.values}, {"different", d.different}, {"not_finite", d.not_finite},
          {"max_abs", number(d.max_abs)}, {"max_relative", number(d.max_relative)}, {"where", d.where}, {"first", number(d.first)},
          {"second", number(d.second)}};
}

std::string to_text(const std::vector<FieldSummary>& rows) {
  std::vector<std::string> names, shapes;
  for (const auto& r : rows) {
    names.push_back(r.field);
    shapes.push_back(shape(r.dims));
  }
  const std::size_t w = longest(22, names), v = longest(12, shapes);
  std::string out = fmt::format("  {:<{}}  {:<{}}  {:<7}  {:>14}  {:>14}  {:>14}  {:>7}  {:>6}\n", "field", w, "shape", v, "type", "min", "mean",
                                "max", "zeros", "NaN");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FieldSummary& r = rows[i];
    const double share = r.values ? 100.0 * static_cast<double>(r.zeros) / static_cast<double>(r.values) : 0;
    out += fmt::format("  {:<{}}  {:<{}}  {:<7}  {:>14.7g}  {:>14.7g}  {:>14.7g}  {:>5.1f} %  {:>6}{}\n", r.field, w, shapes[i], v, r.type, r.min,
                       r.mean, r.max, share, r.nan, r.inf ? fmt::format("  {} infinite", r.inf) : "");
  }
  return out;
}

std::string to_text(const std::vector<FieldDifference>& rows) {
  std::vector<std::string> names, places;
  for (const auto& r : rows) {
    names.push_back(r.field);
    places.push_back(fmt::format("({})", fmt::join(r.where, ", ")));
  }
  const std::size_t w = longest(22, names), v = longest(12, places);
  std::string out = fmt::format("  {:<{}}  {:>9}  {:>9}  {:>10}  {:>12}  {:>{}}  {:>23}  {:>23}\n", "field", w, "values", "different", "max abs",
                                "rel. to max", "where", v, "first", "second");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FieldDifference& r = rows[i];
    const std::string note = r.note.empty() ? "" : "  " + r.note;
    if (r.values == 0)
      out += fmt::format("  {:<{}}  not compared:{}\n", r.field, w, note);
    else if (r.different == 0)
      out += fmt::format("  {:<{}}  {:>9}  identical{}{}\n", r.field, w, r.values, r.not_finite ? fmt::format(", {} not finite", r.not_finite) : "", note);
    else
      out += fmt::format("  {:<{}}  {:>9}  {:>9}  {:>10.3e}  {:>12.3e}  {:>{}}  {:>23.16g}  {:>23.16g}{}\n", r.field, w, r.values, r.different,
                         r.max_abs, r.max_relative, places[i], v, r.first, r.second, note);
  }
  return out;
}

int inspect_command(const InspectOptions& o) {
  json out;
  Totals totals;
  if (o.sources.size() == 1 && std::filesystem::is_regular_file(o.sources[0])) {
    out = describe_grid(o.sources[0], o.field);
  } else {
    const Archive first(o.sources.at(0));
    if (o.sources.size() == 2)
      out = compare(first, Archive(o.sources[1]), o, totals);
    else
      out = o.savepoints.size() == 2 ? compare(first, first, o, totals) : describe(first, o);
  }
  if (!o.json.empty()) write_json(o.json, out);
  return static_cast<int>(totals.different + totals.alone == 0 ? ExitCode::good : ExitCode::verification_failed);
}

}  // namespace icodyn

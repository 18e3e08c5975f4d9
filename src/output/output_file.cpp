#include "output/output_file.hpp"

#include <fmt/format.h>
#include <netcdf.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "grid/numbering.hpp"
#include "output/diagnostics.hpp"

namespace icodyn {

namespace {

constexpr double degrees = 180 / 3.14159265358979323846;
constexpr double no_value = NC_FILL_DOUBLE;

using Attributes = std::vector<std::pair<const char*, std::string>>;

// "2026-01-01T00:00:00.000" -> "seconds since 2026-01-01 00:00:00"
std::string time_units(const std::string& start) {
  std::string date = start;
  if (const auto t = date.find('T'); t != std::string::npos) date[t] = ' ';
  if (const auto dot = date.find(".000"); dot != std::string::npos && dot + 4 == date.size()) date.erase(dot);
  if (date.size() < 19 || date.find_first_not_of("0123456789-: .") != std::string::npos)
    throw UsageError("output: start date '" + start + "' is not of the form YYYY-MM-DDThh:mm:ss.mmm");
  return "seconds since " + date;
}

const std::vector<int>& no_rows() {
  static const std::vector<int> none;
  return none;
}

}  // namespace

struct OutputFile::Impl {
  std::filesystem::path path;
  const CaseData& data;
  OutputOptions options;
  int id = -1;
  int records = 0;
  int dim_time = 0, dim_level = 0, dim_half = 0, dim_cell = 0, dim_edge = 0, dim_vertex = 0, dim_three = 0, dim_two = 0;
  int var_time = 0;
  struct Variable {
    int id;
    Location at;
    int levels;  // 0: no vertical axis
    int first;   // rows before it hold the fill value
  };
  std::map<std::string, Variable> variables;
  HostField thickness;
  bool winds = false;

  Impl(const std::filesystem::path& p, const CaseData& d, const OutputOptions& o) : path(p), data(d), options(o) {}
  ~Impl() {
    if (id >= 0) nc_close(id);
  }

  void check(int status, const char* what) const {
    if (status != NC_NOERR) throw DataError(fmt::format("output file '{}': cannot write {} ({})", path.string(), what, nc_strerror(status)));
  }

  // Row in the file of each row here; empty: the same order.
  const std::vector<int>& file_rows(Location at) const {
    const char* name = at == Location::cell ? "file_cell" : at == Location::edge ? "file_edge" : "file_vertex";
    const auto it = data.fixed.tables.find(name);
    return it == data.fixed.tables.end() ? no_rows() : it->second.values;
  }
  int dim_of(Location at) const { return at == Location::cell ? dim_cell : at == Location::edge ? dim_edge : dim_vertex; }

  int define(const char* name, nc_type type, const std::vector<int>& dims, const Attributes& attributes) {
    int var = 0;
    check(nc_def_var(id, name, type, static_cast<int>(dims.size()), dims.data(), &var), name);
    for (const auto& [key, text] : attributes) check(nc_put_att_text(id, var, key, text.size(), text.c_str()), name);
    if (!dims.empty() && options.compression > 0 && type != NC_INT) check(nc_def_var_deflate(id, var, 1, 1, options.compression), name);
    return var;
  }

  // A field of the mesh with one level; scaled, in the order of the file.
  void put(const char* name, const HostField& field, double scale, Attributes attributes) {
    const int var = define(name, NC_DOUBLE, {dim_of(field.location)}, attributes);
    HostField f = to_file_order(field, file_rows(field.location));
    for (double& x : f.values) x *= scale;
    pending.emplace_back(var, std::move(f.values));
  }

  // A table in the order and with the numbers of the file, (rows, slots).
  void put_table(const char* name, const HostTable& table, Location to, int dim_slots, Attributes attributes) {
    const int var = define(name, NC_INT, {dim_of(table.location), dim_slots}, attributes);
    const int start_index = 0, missing = -1;
    check(nc_put_att_int(id, var, "start_index", NC_INT, 1, &start_index), name);
    check(nc_put_att_int(id, var, "_FillValue", NC_INT, 1, &missing), name);
    const auto &rows = file_rows(table.location), &targets = file_rows(to);
    std::vector<int> values(table.values.size());
    for (int i = 0; i < table.rows; ++i)
      for (int j = 0; j < table.slots; ++j) {
        const auto row = static_cast<std::size_t>(rows.empty() ? i : rows[static_cast<std::size_t>(i)]);
        const int v = table(i, j);
        values[row * static_cast<std::size_t>(table.slots) + static_cast<std::size_t>(j)] = v < 0 ? -1 : targets.empty() ? v : targets[static_cast<std::size_t>(v)];
      }
    pending_tables.emplace_back(var, std::move(values));
  }

  // Values written after nc_enddef.
  std::vector<std::pair<int, std::vector<double>>> pending;
  std::vector<std::pair<int, std::vector<int>>> pending_tables;

  // Corners of each cell counter-clockwise, as UGRID wants them, from the signs of its first edge: the tangent times the normal points up,
  // so going along the tangent of an edge whose normal points outward one goes clockwise. Holds across the seam of a torus, too.
  HostTable corners() const {
    HostTable c2v = data.fixed.table("c2v");
    const HostTable &c2e = data.fixed.table("c2e"), &e2v = data.fixed.table("e2v"), &e2c = data.fixed.table("e2c");
    const HostField& tangent = data.fixed.field("tangent_orientation");
    for (int c = 0; c < c2v.rows; ++c) {
      const int e = c2e(c, 0);
      int at = 0;
      while (at < 2 && c2v(c, at) != e2v(e, 0)) ++at;
      const bool forward = c2v(c, (at + 1) % 3) == e2v(e, 1), outward = e2c(e, 0) == c, along = tangent(e) > 0;
      if ((forward == outward) == along) std::swap(c2v(c, 1), c2v(c, 2));
    }
    return c2v;
  }

  void define_mesh() {
    const auto& fixed = data.fixed;
    const bool plane = options.torus && fixed.has("vertex_position");
    const int mesh = define("mesh", NC_INT, {},
                            {{"cf_role", "mesh_topology"},
                             {"long_name", "topology of the triangular grid"},
                             {"node_coordinates", plane ? "vx vy" : "vlon vlat"},
                             {"face_node_connectivity", "face_nodes"},
                             {"edge_node_connectivity", "edge_nodes"},
                             {"face_edge_connectivity", "face_edges"},
                             {"face_face_connectivity", "face_faces"},
                             {"edge_face_connectivity", "edge_faces"},
                             {"face_dimension", "cell"},
                             {"edge_dimension", "edge"},
                             {"face_coordinates", plane ? "cx cy" : "clon clat"},
                             {"edge_coordinates", plane ? "ex ey" : "elon elat"}});
    const int two = 2;
    check(nc_put_att_int(id, mesh, "topology_dimension", NC_INT, 1, &two), "mesh");

    const auto angle = [&](const char* name, const char* of, const char* bounds) {
      const bool lat = std::string(name).ends_with("lat");
      Attributes a = {{"standard_name", lat ? "latitude" : "longitude"},
                      {"long_name", fmt::format("{} of {}", lat ? "latitude" : "longitude", of)},
                      {"units", lat ? "degrees_north" : "degrees_east"}};
      if (bounds) a.emplace_back("bounds", bounds);
      put(name, fixed.field(name), degrees, a);
    };
    angle("clon", "the cell centre", "clon_bnds");
    angle("clat", "the cell centre", "clat_bnds");
    angle("elon", "the edge midpoint", nullptr);
    angle("elat", "the edge midpoint", nullptr);
    angle("vlon", "the vertex", nullptr);
    angle("vlat", "the vertex", nullptr);
    if (plane)
      for (const auto& [name, field, component] : {std::tuple{"cx", "cell_center", 0}, std::tuple{"cy", "cell_center", 1}, std::tuple{"ex", "edge_center", 0},
                                                   std::tuple{"ey", "edge_center", 1}, std::tuple{"vx", "vertex_position", 0},
                                                   std::tuple{"vy", "vertex_position", 1}}) {
        const HostField& all = fixed.field(field);
        HostField one(all.location, all.rows, 1, 1);
        for (int i = 0; i < all.rows; ++i) one(i) = all(i, component);
        put(name, one, 1,
            {{"standard_name", component == 0 ? "projection_x_coordinate" : "projection_y_coordinate"}, {"long_name", component == 0 ? "x" : "y"}, {"units", "m"}});
      }

    const HostTable c2v = corners();
    put_table("face_nodes", c2v, Location::vertex, dim_three, {{"cf_role", "face_node_connectivity"}, {"long_name", "corners of each cell, counter-clockwise"}});
    put_table("edge_nodes", fixed.table("e2v"), Location::vertex, dim_two, {{"cf_role", "edge_node_connectivity"}, {"long_name", "ends of each edge"}});
    put_table("face_edges", fixed.table("c2e"), Location::edge, dim_three, {{"cf_role", "face_edge_connectivity"}, {"long_name", "edges of each cell"}});
    put_table("face_faces", fixed.table("c2e2c"), Location::cell, dim_three, {{"cf_role", "face_face_connectivity"}, {"long_name", "neighbors of each cell"}});
    put_table("edge_faces", fixed.table("e2c"), Location::cell, dim_two,
              {{"cf_role", "edge_face_connectivity"}, {"long_name", "cells of each edge; its normal points from the first to the second"}});

    for (const auto& [name, field] : {std::pair{"clon_bnds", "vlon"}, std::pair{"clat_bnds", "vlat"}}) {
      const int var = define(name, NC_DOUBLE, {dim_cell, dim_three}, {});
      const HostField& angle_of = fixed.field(field);
      const auto& rows = file_rows(Location::cell);
      std::vector<double> values(c2v.values.size());
      for (int c = 0; c < c2v.rows; ++c)
        for (int j = 0; j < 3; ++j)
          values[static_cast<std::size_t>(rows.empty() ? c : rows[static_cast<std::size_t>(c)]) * 3 + static_cast<std::size_t>(j)] = angle_of(c2v(c, j)) * degrees;
      pending.emplace_back(var, std::move(values));
    }
    put("cell_area", fixed.field("area"), 1, {{"standard_name", "cell_area"}, {"long_name", "area of the cell"}, {"units", "m2"}, {"coordinates", "clon clat"}});
  }

  void define_levels() {
    const int level = define("level", NC_INT, {dim_level},
                             {{"standard_name", "model_level_number"}, {"long_name", "full level, from the top"}, {"units", "1"}, {"positive", "down"}, {"axis", "Z"}});
    const int half = define("half_level", NC_INT, {dim_half},
                            {{"standard_name", "model_level_number"}, {"long_name", "half level, from the top"}, {"units", "1"}, {"positive", "down"}, {"axis", "Z"}});
    std::vector<int> numbers(static_cast<std::size_t>(data.sizes.nlev) + 1);
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<int>(k) + 1;
    pending_tables.emplace_back(half, numbers);
    numbers.pop_back();
    pending_tables.emplace_back(level, numbers);
    if (data.vct_a.size() == static_cast<std::size_t>(data.sizes.nlev) + 1)
      pending.emplace_back(define("vct_a", NC_DOUBLE, {dim_half}, {{"long_name", "nominal height of the half level over flat ground"}, {"units", "m"}, {"positive", "up"}}),
                           data.vct_a);
    for (const auto& [name, dim, text] : {std::tuple{"z_mc", dim_level, "height of the full level above sea level"},
                                          std::tuple{"z_ifc", dim_half, "height of the half level above sea level"}})
      if (data.fixed.has(name)) {
        const int var = define(name, NC_DOUBLE, {dim, dim_cell},
                               {{"standard_name", "altitude"}, {"long_name", text}, {"units", "m"}, {"positive", "up"}, {"mesh", "mesh"}, {"location", "face"},
                                {"coordinates", "clon clat"}, {"CDI_grid_type", "unstructured"}});
        pending.emplace_back(var, level_first(data.fixed.field(name), 0));
      }
  }

  // levels: 0 for none. Rows before `first` hold no value.
  void define_field(const char* name, Location at, int levels, const Attributes& own, int first = 0) {
    Attributes a = own;
    const bool cells = at == Location::cell;
    a.emplace_back("mesh", "mesh");
    a.emplace_back("location", cells ? "face" : "edge");
    a.emplace_back("coordinates", cells ? "clon clat" : "elon elat");
    a.emplace_back("CDI_grid_type", "unstructured");
    if (cells) a.emplace_back("cell_measures", "area: cell_area");
    std::vector<int> dims = {dim_time};
    if (levels > 0) dims.push_back(levels == data.sizes.nlev ? dim_level : dim_half);
    dims.push_back(dim_of(at));
    const int var = define(name, NC_DOUBLE, dims, a);
    check(nc_put_att_double(id, var, "_FillValue", NC_DOUBLE, 1, &no_value), name);
    // chunks of about 4 MiB: few on a small grid, whole levels on a large one
    const auto rows = static_cast<std::size_t>(data.sizes.rows(at));
    std::vector<std::size_t> chunk = {1};
    if (levels > 0) chunk.push_back(std::clamp<std::size_t>((std::size_t{4} << 20) / (rows * sizeof(double)), 1, static_cast<std::size_t>(levels)));
    chunk.push_back(rows);
    check(nc_def_var_chunking(id, var, NC_CHUNKED, chunk.data()), name);
    variables[name] = {var, at, levels, first};
  }

  void define_fields() {
    const int full = data.sizes.nlev, half = full + 1;
    constexpr auto cell = Location::cell, edge = Location::edge;
    define_field("vn", edge, full, {{"long_name", "velocity normal to the edge, from the first to the second cell of edge_faces"}, {"units", "m s-1"}});
    define_field("w", cell, half, {{"standard_name", "upward_air_velocity"}, {"long_name", "vertical velocity"}, {"units", "m s-1"}});
    define_field("rho", cell, full, {{"standard_name", "air_density"}, {"long_name", "density"}, {"units", "kg m-3"}});
    define_field("exner", cell, full, {{"standard_name", "dimensionless_exner_function"}, {"long_name", "Exner function"}, {"units", "1"}});
    define_field("theta_v", cell, full, {{"long_name", "virtual potential temperature"}, {"units", "K"}});
    winds = data.fixed.has("rbf_vec_coeff_c1") && data.fixed.has("rbf_vec_coeff_c2");
    if (winds) {
      const int first = data.zones.cells.end(Zone::lateral_boundary_level_2);
      define_field("u", cell, full, {{"standard_name", options.torus ? "x_wind" : "eastward_wind"}, {"long_name", "zonal wind"}, {"units", "m s-1"}}, first);
      define_field("v", cell, full, {{"standard_name", options.torus ? "y_wind" : "northward_wind"}, {"long_name", "meridional wind"}, {"units", "m s-1"}}, first);
    } else {
      spdlog::warn("output file '{}': no u and v, since {} has no rbf_vec_coeff_c1 and rbf_vec_coeff_c2", path.string(), data.fixed.source);
    }
    define_field("temp", cell, full, {{"standard_name", "air_temperature"}, {"long_name", "temperature"}, {"units", "K"}});
    define_field("pres", cell, full, {{"standard_name", "air_pressure"}, {"long_name", "pressure"}, {"units", "Pa"}});
    define_field("pres_sfc", cell, 0, {{"standard_name", "surface_air_pressure"}, {"long_name", "surface pressure"}, {"units", "Pa"}});
  }

  // Values in the order (level, row of the file).
  std::vector<double> level_first(const HostField& f, int first) const {
    const auto& rows = file_rows(f.location);
    const auto n = static_cast<std::size_t>(f.rows), levels = static_cast<std::size_t>(f.levels);
    std::vector<double> out(n * levels);
#pragma omp parallel for schedule(static)
    for (std::size_t k = 0; k < levels; ++k)
      for (std::size_t i = 0; i < n; ++i)
        out[k * n + static_cast<std::size_t>(rows.empty() ? static_cast<int>(i) : rows[i])] =
            static_cast<int>(i) < first ? no_value : f(static_cast<int>(i), 0, static_cast<int>(k));
    return out;
  }

  void create() {
    if (options.compression < 0 || options.compression > 9)
      throw UsageError(fmt::format("output: compression {} lies outside 0 .. 9", options.compression));
    const std::string units = time_units(options.start);
    if (!options.overwrite && std::filesystem::exists(path))
      throw UsageError(fmt::format("output file '{}' exists; remove it, name another, or allow to overwrite it", path.string()));
    const int status = nc_create(path.c_str(), NC_NETCDF4 | (options.overwrite ? NC_CLOBBER : NC_NOCLOBBER), &id);
    if (status != NC_NOERR) {
      id = -1;
      throw DataError(fmt::format("output file '{}' cannot be created ({})", path.string(), nc_strerror(status)));
    }
    const auto& s = data.sizes;
    const auto dim = [&](const char* name, std::size_t n, int& out) { check(nc_def_dim(id, name, n, &out), name); };
    dim("time", NC_UNLIMITED, dim_time);
    dim("level", static_cast<std::size_t>(s.nlev), dim_level);
    dim("half_level", static_cast<std::size_t>(s.nlev) + 1, dim_half);
    dim("cell", static_cast<std::size_t>(s.n_cells), dim_cell);
    dim("edge", static_cast<std::size_t>(s.n_edges), dim_edge);
    dim("vertex", static_cast<std::size_t>(s.n_vertices), dim_vertex);
    dim("three", 3, dim_three);
    dim("two", 2, dim_two);
    for (const auto& [name, text] : {std::pair<const char*, std::string>{"Conventions", "CF-1.11 UGRID-1.0"}, {"title", options.title},
                                     {"source", "icodyn, from " + data.fixed.source}, {"history", options.history}})
      check(nc_put_att_text(id, NC_GLOBAL, name, text.size(), text.c_str()), name);
    var_time = define("time", NC_DOUBLE, {dim_time}, {{"standard_name", "time"}, {"units", units}, {"calendar", "proleptic_gregorian"}, {"axis", "T"}});
    define_levels();
    define_mesh();
    define_fields();
    check(nc_enddef(id), "the header");
    for (const auto& [var, values] : pending) check(nc_put_var_double(id, var, values.data()), "the mesh");
    for (const auto& [var, values] : pending_tables) check(nc_put_var_int(id, var, values.data()), "the mesh");
    pending.clear();
    pending_tables.clear();
    check(nc_sync(id), "the mesh");
    thickness = layer_thickness(data);
  }

  void write_field(const char* name, const HostField& f) {
    const Variable& v = variables.at(name);
    const int levels = std::max(v.levels, 1);
    if (f.rows != data.sizes.rows(v.at) || f.levels != levels || f.slots != 1)
      throw DataError(fmt::format("output file '{}': field '{}' has {} rows and {} levels, expected {} and {}", path.string(), name, f.rows, f.levels,
                                  data.sizes.rows(v.at), levels));
    HostField placed = f;
    placed.location = v.at;
    const std::vector<double> values = level_first(placed, v.first);
    std::vector<std::size_t> start = {static_cast<std::size_t>(records)}, count = {1};
    if (v.levels > 0) {
      start.push_back(0);
      count.push_back(static_cast<std::size_t>(levels));
    }
    start.push_back(0);
    count.push_back(static_cast<std::size_t>(f.rows));
    check(nc_put_vara_double(id, v.id, start.data(), count.data(), values.data()), name);
  }
};

OutputFile::OutputFile(const std::filesystem::path& path, const CaseData& data, const OutputOptions& options)
    : impl_(std::make_unique<Impl>(path, data, options)) {
  impl_->create();
}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;

void OutputFile::write(double seconds, const HostFields& state) {
  Impl& f = *impl_;
  for (const char* name : {"vn", "w", "rho", "exner", "theta_v"}) f.write_field(name, state.field(name));
  if (f.winds) {
    const Winds winds = cell_winds(state.field("vn"), f.data);
    f.write_field("u", winds.u);
    f.write_field("v", winds.v);
  }
  const HostField temperature = dry_temperature(state.field("theta_v"), state.field("exner"));
  const Pressure pressure = hydrostatic_pressure(state.field("exner"), temperature, f.thickness);
  f.write_field("temp", temperature);
  f.write_field("pres", pressure.full);
  f.write_field("pres_sfc", pressure.surface);
  // the time last: a record without it is not counted
  const std::size_t at = static_cast<std::size_t>(f.records);
  f.check(nc_put_var1_double(f.id, f.var_time, &at, &seconds), "time");
  f.check(nc_sync(f.id), "a record");
  ++f.records;
}

int OutputFile::records() const { return impl_->records; }
const std::filesystem::path& OutputFile::path() const { return impl_->path; }

}  // namespace icodyn

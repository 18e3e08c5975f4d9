#include "grid/grid_file.hpp"

#include <fmt/format.h>
#include <netcdf.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "grid/zones.hpp"

namespace icodyn {

namespace {

constexpr double pi = 3.14159265358979323846;

[[noreturn]] void fail(const std::string& source, const std::string& what) { throw DataError("grid file '" + source + "': " + what); }

// An open NetCDF file, closed at the end of its life.
class GridFile {
 public:
  explicit GridFile(const std::filesystem::path& path) : source_(path.string()) {
    std::error_code ec;
    if (!std::filesystem::exists(path, ec)) fail(source_, "there is no such file");
    if (!std::filesystem::is_regular_file(path, ec)) fail(source_, "is not a regular file");
    if (const int status = nc_open(source_.c_str(), NC_NOWRITE, &id_); status != NC_NOERR)
      fail(source_, fmt::format("cannot be read as NetCDF ({}); give a grid file of ICON or of icon-grid-generator", nc_strerror(status)));
  }
  GridFile(const GridFile&) = delete;
  GridFile& operator=(const GridFile&) = delete;
  ~GridFile() { nc_close(id_); }

  const std::string& source() const { return source_; }

  bool has(const char* name) const {
    int var = 0;
    return nc_inq_varid(id_, name, &var) == NC_NOERR;
  }

  // Number of entities, from a variable that has no other axis: the names of dimensions differ between generators.
  int count(const char* name) const {
    const Variable v = variable(name);
    if (v.shape.size() != 1) fail(source_, fmt::format("variable '{}' has {} dimensions, expected 1", name, v.shape.size()));
    if (v.shape[0] < 1 || v.shape[0] > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 9)
      fail(source_, fmt::format("variable '{}' has {} entries", name, v.shape[0]));
    return static_cast<int>(v.shape[0]);
  }

  // Real numbers (rows, slots); a fill value becomes NaN.
  HostField field(const char* name, Location at, int rows, int slots) const {
    const Variable v = variable(name);
    HostField out(at, rows, slots, 1);
    read(v, rows, slots, out.values);
    double fill = 0;
    if (nc_get_att_double(id_, v.id, "_FillValue", &fill) == NC_NOERR)
      for (double& x : out.values)
        if (x == fill) x = std::numeric_limits<double>::quiet_NaN();
    return out;
  }

  // Whole numbers (rows, slots) from any numeric type. The fill value and the "-1" of unsigned types come out as -1.
  HostArray<std::int64_t> integers(const char* name, Location at, int rows, int slots) const {
    const Variable v = variable(name);
    HostArray<std::int64_t> out(at, rows, slots, 1);
    if (v.type == NC_FLOAT || v.type == NC_DOUBLE) {
      const HostField real = field(name, at, rows, slots);
      for (std::size_t n = 0; n < real.values.size(); ++n) {
        const double x = real.values[n];
        if (std::isnan(x)) {
          out.values[n] = -1;
          continue;
        }
        if (x != std::floor(x) || std::abs(x) > 9e15) {
          const int row = static_cast<int>(n % static_cast<std::size_t>(rows)), slot = static_cast<int>(n / static_cast<std::size_t>(rows));
          fail(source_, fmt::format("variable '{}', {} {}, slot {}: {} is not a whole number", name, name_of(at), row + 1, slot + 1, x));
        }
        out.values[n] = static_cast<std::int64_t>(x);
      }
      return out;
    }
    read(v, rows, slots, out.values);
    std::optional<std::int64_t> minus_one;
    if (v.type == NC_UBYTE) minus_one = 255;
    if (v.type == NC_USHORT) minus_one = 65535;
    if (v.type == NC_UINT) minus_one = 4294967295;
    long long fill = 0;
    const bool has_fill = nc_get_att_longlong(id_, v.id, "_FillValue", &fill) == NC_NOERR;
    for (std::int64_t& x : out.values)
      if ((minus_one && x == *minus_one) || (has_fill && x == fill)) x = -1;
    return out;
  }

  std::optional<double> number(const char* attribute) const {
    nc_type type = 0;
    std::size_t length = 0;
    if (nc_inq_att(id_, NC_GLOBAL, attribute, &type, &length) != NC_NOERR) return std::nullopt;
    double value = 0;
    if (length != 1 || type == NC_CHAR || type == NC_STRING || nc_get_att_double(id_, NC_GLOBAL, attribute, &value) != NC_NOERR)
      fail(source_, fmt::format("global attribute '{}' is not one number", attribute));
    return value;
  }

  std::string text(const char* attribute) const {
    nc_type type = 0;
    std::size_t length = 0;
    if (nc_inq_att(id_, NC_GLOBAL, attribute, &type, &length) != NC_NOERR) return {};
    if (type == NC_STRING && length == 1) {
      char* value = nullptr;
      if (nc_get_att_string(id_, NC_GLOBAL, attribute, &value) != NC_NOERR || value == nullptr) return {};
      std::string out = value;
      nc_free_string(1, &value);
      return out;
    }
    if (type != NC_CHAR) return {};
    std::string value(length, '\0');
    if (nc_get_att_text(id_, NC_GLOBAL, attribute, value.data()) != NC_NOERR) return {};
    return value.substr(0, value.find('\0'));
  }

 private:
  struct Variable {
    std::string name;
    int id = 0;
    nc_type type = NC_NAT;
    std::vector<std::size_t> shape;
  };

  Variable variable(const char* name) const {
    Variable v;
    v.name = name;
    if (nc_inq_varid(id_, name, &v.id) != NC_NOERR) fail(source_, fmt::format("variable '{}' is missing; this is not a complete ICON grid file", name));
    int rank = 0;
    std::array<int, NC_MAX_VAR_DIMS> dims{};
    check(v, nc_inq_var(id_, v.id, nullptr, &v.type, &rank, dims.data(), nullptr));
    for (int d = 0; d < rank; ++d) {
      std::size_t length = 0;
      check(v, nc_inq_dimlen(id_, dims[static_cast<std::size_t>(d)], &length));
      v.shape.push_back(length);
    }
    if (v.type == NC_CHAR || v.type == NC_STRING || v.type > NC_STRING) fail(source_, fmt::format("variable '{}' does not hold numbers", name));
    for (const char* packed : {"scale_factor", "add_offset"})
      if (nc_inq_attid(id_, v.id, packed, nullptr) == NC_NOERR)
        fail(source_, fmt::format("variable '{}' is packed (attribute '{}'); unpack the file first", name, packed));
    return v;
  }

  void check(const Variable& v, int status) const {
    if (status != NC_NOERR) fail(source_, fmt::format("variable '{}' cannot be read ({})", v.name, nc_strerror(status)));
  }

  // Values in the order slot, row. ICON stores the neighbor axis first; the other order is taken where the shape leaves no doubt.
  template <class T>
  void read(const Variable& v, int rows, int slots, std::vector<T>& out) const {
    const auto n = static_cast<std::size_t>(rows), m = static_cast<std::size_t>(slots);
    const auto& s = v.shape;
    const bool line = s.size() == 1 && m == 1 && s[0] == n;
    const bool neighbor_first = s.size() == 2 && s[0] == m && s[1] == n;
    const bool row_first = s.size() == 2 && s[0] == n && s[1] == m;
    if (!line && !neighbor_first && !row_first) {
      const std::string expected = m == 1 ? fmt::format("({})", n) : fmt::format("({}, {})", m, n);
      fail(source_, fmt::format("variable '{}' has shape ({}), expected {}", v.name, fmt::join(s, ", "), expected));
    }
    std::vector<T> raw(n * m);
    if constexpr (std::is_same_v<T, double>) check(v, nc_get_var_double(id_, v.id, raw.data()));
    else {
      static_assert(sizeof(T) == sizeof(long long));
      check(v, nc_get_var_longlong(id_, v.id, reinterpret_cast<long long*>(raw.data())));
    }
    if (line || neighbor_first) {
      out = std::move(raw);
      return;
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < m; ++j) out[j * n + i] = raw[i * m + j];
  }

  std::string source_;
  int id_ = -1;
};

const char* plural(Location l) { return l == Location::cell ? "cells" : l == Location::edge ? "edges" : "vertices"; }

// First row in [0, n) for which `bad(row)` holds; -1 if none does.
template <class Bad>
int first_row(int n, const Bad& bad) {
  int first = std::numeric_limits<int>::max();
#pragma omp parallel for schedule(static) reduction(min : first) if (n > 10000)
  for (int i = 0; i < n; ++i)
    if (i < first && bad(i)) first = i;
  return first == std::numeric_limits<int>::max() ? -1 : first;
}

// A table of 1-based indices in 1 .. limit; -1 and 0 mean missing.
HostTable read_table(const GridFile& file, const char* name, Location at, int rows, int slots, Location to, int limit, bool may_miss) {
  const HostArray<std::int64_t> raw = file.integers(name, at, rows, slots);
  HostTable out(at, rows, slots, 1, -1);
  const auto entry = [&](int i, int j) { return fmt::format("variable '{}', {} {}, slot {}", name, name_of(at), i + 1, j + 1); };
  for (int j = 0; j < slots; ++j)
    for (int i = 0; i < rows; ++i) {
      const std::int64_t v = raw(i, j);
      if (v < -1 || v > limit)
        fail(file.source(), fmt::format("{}: index {} lies outside 1 .. {} (the number of {})", entry(i, j), v, limit, plural(to)));
      if (v <= 0 && !may_miss) fail(file.source(), fmt::format("{}: the {} is missing (value {})", entry(i, j), name_of(to), v));
      out(i, j) = v > 0 ? static_cast<int>(v - 1) : -1;
    }
  return out;
}

// Tables around a vertex: a repeated index counts as missing (ICON fills the sixth slot of a pentagon that way), and valid entries come
// first. `signs`, if given, moves along.
void move_missing_to_end(HostTable& table, HostField* signs) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < table.rows; ++i) {
    int kept = 0;
    for (int j = 0; j < table.slots; ++j) {
      const int v = table(i, j);
      bool repeated = false;
      for (int k = 0; k < kept; ++k) repeated = repeated || table(i, k) == v;
      if (v < 0 || repeated) continue;
      table(i, kept) = v;
      if (signs) (*signs)(i, kept) = (*signs)(i, j);
      ++kept;
    }
    for (int j = kept; j < table.slots; ++j) {
      table(i, j) = -1;
      if (signs) (*signs)(i, j) = 0;
    }
  }
}

HostTable read_control(const GridFile& file, const char* name, Location at, int rows) {
  const HostArray<std::int64_t> raw = file.integers(name, at, rows, 1);
  HostTable out(at, rows, 1, 1);
  for (int i = 0; i < rows; ++i) {
    const std::int64_t v = raw(i);
    if (v < -1000 || v > 1000) fail(file.source(), fmt::format("variable '{}', {} {}: {} is not a refinement-control value", name, name_of(at), i + 1, v));
    out(i) = static_cast<int>(v);
  }
  return out;
}

HostField read_signs(const GridFile& file, const char* name, Location at, int rows, int slots) {
  const HostArray<std::int64_t> raw = file.integers(name, at, rows, slots);
  HostField out(at, rows, slots, 1);
  std::transform(raw.values.begin(), raw.values.end(), out.values.begin(), [](std::int64_t v) { return static_cast<double>(v); });
  return out;
}

HostField read_positions(const GridFile& file, const std::array<const char*, 3>& names, Location at, int rows) {
  HostField out(at, rows, 3, 1);
  for (int d = 0; d < 3; ++d) {
    const char* name = names[static_cast<std::size_t>(d)];
    if (d == 2 && !file.has(name)) continue;  // the height of a plane is not used
    const HostField part = file.field(name, at, rows, 1);
    for (int i = 0; i < rows; ++i) {
      if (!std::isfinite(part(i))) fail(file.source(), fmt::format("variable '{}', {} {}: {} is not finite", name, name_of(at), i + 1, part(i)));
      out(i, d) = part(i);
    }
  }
  return out;
}

void read_attributes(const GridFile& file, Grid& g) {
  const std::string& source = file.source();
  const double geometry = file.number("grid_geometry").value_or(1);
  if (geometry != 1 && geometry != 2)
    fail(source, fmt::format("global attribute 'grid_geometry' is {}; 1 (sphere) and 2 (torus) are known", geometry));
  g.geometry = geometry == 2 ? GridGeometry::torus : GridGeometry::sphere;
  if (const auto type = file.number("grid_cell_type"); type && *type != 3)
    fail(source, fmt::format("global attribute 'grid_cell_type' is {}; only triangles (3) are known", *type));
  g.uuid = file.text("uuidOfHGrid");

  const auto whole = [&](const char* name, double low, double high) {
    const auto v = file.number(name);
    if (!v && g.geometry == GridGeometry::sphere)
      fail(source, fmt::format("global attribute '{}' is missing; the mean cell area follows from grid_root and grid_level", name));
    if (v && g.geometry == GridGeometry::sphere && (*v != std::floor(*v) || *v < low || *v > high))
      fail(source, fmt::format("global attribute '{}' is {}, expected a whole number in {} .. {}", name, *v, low, high));
    return static_cast<int>(v.value_or(0));
  };
  g.root = whole("grid_root", 1, 1000);
  g.level = whole("grid_level", 0, 20);

  if (const auto r = file.number("sphere_radius")) g.radius = *r;
  else if (g.geometry == GridGeometry::sphere) spdlog::info("grid file '{}' has no attribute sphere_radius; {} m is taken", source, g.radius);
  if (!(g.radius > 0) || !std::isfinite(g.radius)) fail(source, fmt::format("global attribute 'sphere_radius' is {}", g.radius));

  if (g.geometry == GridGeometry::torus)
    for (const auto& [name, value] : {std::pair{"domain_length", &g.domain_length}, std::pair{"domain_height", &g.domain_height}}) {
      const auto v = file.number(name);
      if (!v) fail(source, fmt::format("global attribute '{}' is missing; a torus needs its periods", name));
      if (!(*v > 0) || !std::isfinite(*v)) fail(source, fmt::format("global attribute '{}' is {}, expected a length in m", name, *v));
      *value = *v;
    }
}

// ---- checks of a grid in memory

struct Vector {
  double x = 0, y = 0, z = 0;
};
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector cross(const Vector& a, const Vector& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

class Checks {
 public:
  explicit Checks(const Grid& grid) : g(grid) {}

  void run() const {
    sizes();
    cells();
    edges();
    vertices();
    values();
    orientation();
    refinement();
    if (g.geometry == GridGeometry::torus) torus();
    else sphere();
  }

 private:
  const Grid& g;

  [[noreturn]] void no(const std::string& what) const { fail(g.source, what); }
  bool on_boundary(int e) const { return g.e2c(e, 0) < 0 || g.e2c(e, 1) < 0; }

  void sizes() const {
    // Euler: V - E + F is 2 on a closed sphere, 0 on a torus; less is known of a limited area
    const auto &s = g.sizes;
    if (3LL * s.n_cells > 2LL * s.n_edges)
      no(fmt::format("{} cells cannot have only {} edges", s.n_cells, s.n_edges));
    if (s.n_edges > 3LL * s.n_cells || s.n_vertices > 3LL * s.n_cells)
      no(fmt::format("{} edges and {} vertices are too many for {} cells", s.n_edges, s.n_vertices, s.n_cells));
  }

  static bool has(const HostTable& t, int row, int v) {
    for (int j = 0; j < t.slots; ++j)
      if (t(row, j) == v) return true;
    return false;
  }

  // Edges and cells: each must have the other.
  void cells() const {
    const int n = g.sizes.n_cells;
    for (const auto& [table, name, what] : {std::tuple{&g.c2e, "edge_of_cell", "edge"}, std::tuple{&g.c2v, "vertex_of_cell", "vertex"}}) {
      const HostTable& t = *table;
      if (const int c = first_row(n, [&](int i) { return t(i, 0) == t(i, 1) || t(i, 0) == t(i, 2) || t(i, 1) == t(i, 2); }); c >= 0)
        no(fmt::format("variable '{}', cell {}: the same {} stands there twice ({}, {}, {})", name, c + 1, what, t(c, 0) + 1, t(c, 1) + 1, t(c, 2) + 1));
    }
    if (const int e = first_row(g.sizes.n_edges, [&](int i) { return g.e2c(i, 0) < 0 && g.e2c(i, 1) < 0; }); e >= 0)
      no(fmt::format("variable 'adjacent_cell_of_edge', edge {}: both cells are missing", e + 1));
    for (int i = 0; i < 3; ++i)
      if (const int c = first_row(n, [&](int k) { return !has(g.e2c, g.c2e(k, i), k); }); c >= 0) {
        const int e = g.c2e(c, i);
        no(fmt::format("variable 'edge_of_cell', cell {}, slot {}: edge {} is not shared by this cell; 'adjacent_cell_of_edge' says that it lies between cells "
                       "{} and {}", c + 1, i + 1, e + 1, g.e2c(e, 0) + 1, g.e2c(e, 1) + 1));
      }
    for (int side = 0; side < 2; ++side)
      if (const int e = first_row(g.sizes.n_edges, [&](int i) { return g.e2c(i, side) >= 0 && !has(g.c2e, g.e2c(i, side), i); }); e >= 0)
        no(fmt::format("variable 'adjacent_cell_of_edge', edge {}, slot {}: cell {} does not have this edge in 'edge_of_cell'", e + 1, side + 1, g.e2c(e, side) + 1));
    const auto other = [&](int e, int c) { return g.e2c(e, 0) == c ? g.e2c(e, 1) : g.e2c(e, 0); };
    for (int i = 0; i < 3; ++i)
      if (const int c = first_row(n, [&](int k) { return g.c2e2c(k, i) != other(g.c2e(k, i), k); }); c >= 0)
        no(fmt::format("variable 'neighbor_cell_index', cell {}, slot {}: is {}, but the cell behind edge {} (slot {} of 'edge_of_cell') is {}", c + 1, i + 1,
                       g.c2e2c(c, i) + 1, g.c2e(c, i) + 1, i + 1, other(g.c2e(c, i), c) + 1));
  }

  // Vertices: those of an edge belong to its cells, and each knows its edges and cells.
  void edges() const {
    const int n = g.sizes.n_edges;
    if (const int e = first_row(n, [&](int i) { return g.e2v(i, 0) == g.e2v(i, 1); }); e >= 0)
      no(fmt::format("variable 'edge_vertices', edge {}: both ends are vertex {}", e + 1, g.e2v(e, 0) + 1));
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 2; ++j)
        if (const int e = first_row(n, [&](int i) { return g.e2c(i, side) >= 0 && !has(g.c2v, g.e2c(i, side), g.e2v(i, j)); }); e >= 0)
          no(fmt::format("variable 'edge_vertices', edge {}, slot {}: vertex {} is not a vertex of the adjacent cell {}", e + 1, j + 1, g.e2v(e, j) + 1,
                         g.e2c(e, side) + 1));
    for (int j = 0; j < 2; ++j)
      if (const int e = first_row(n, [&](int i) { return !has(g.v2e, g.e2v(i, j), i); }); e >= 0)
        no(fmt::format("variable 'edges_of_vertex', vertex {}: lacks edge {}, which ends there", g.e2v(e, j) + 1, e + 1));
    for (int j = 0; j < 3; ++j)
      if (const int c = first_row(g.sizes.n_cells, [&](int i) { return !has(g.v2c, g.c2v(i, j), i); }); c >= 0)
        no(fmt::format("variable 'cells_of_vertex', vertex {}: lacks cell {}, which has it as a corner", g.c2v(c, j) + 1, c + 1));
  }

  // What stands around a vertex must touch it; that nothing is missing was checked from the edges and cells.
  void vertices() const {
    const int n = g.sizes.n_vertices;
    for (int j = 0; j < 6; ++j) {
      if (const int v = first_row(n, [&](int i) { const int e = g.v2e(i, j); return e >= 0 && g.e2v(e, 0) != i && g.e2v(e, 1) != i; }); v >= 0)
        no(fmt::format("variable 'edges_of_vertex', vertex {}: edge {} does not end there", v + 1, g.v2e(v, j) + 1));
      if (const int v = first_row(n, [&](int i) { const int c = g.v2c(i, j); return c >= 0 && g.c2v(c, 0) != i && g.c2v(c, 1) != i && g.c2v(c, 2) != i; });
          v >= 0)
        no(fmt::format("variable 'cells_of_vertex', vertex {}: cell {} does not have this vertex", v + 1, g.v2c(v, j) + 1));
    }
    if (const int v = first_row(n, [&](int i) { return g.v2e(i, 2) < 0 && g.v2e(i, 1) < 0; }); v >= 0)
      no(fmt::format("variable 'edges_of_vertex', vertex {}: has fewer than two edges", v + 1));
  }

  // Positive and not larger than anything on the sphere or torus can be (an unwritten value is finite, too). `needed(row)` says where.
  template <class Needed>
  void positive(const HostField& f, const char* name, int slot, double most, const Needed& needed) const {
    if (const int i = first_row(f.rows, [&](int k) { return needed(k) && !(f(k, slot) > 0 && f(k, slot) <= most); }); i >= 0)
      no(fmt::format("variable '{}', {} {}{}: {} is not a positive number up to {:.4g} (the whole {})", name, name_of(f.location), i + 1,
                     f.slots > 1 ? fmt::format(", slot {}", slot + 1) : "", f(i, slot), most, g.geometry == GridGeometry::torus ? "torus" : "sphere"));
  }

  void values() const {
    const bool torus = g.geometry == GridGeometry::torus;
    // the angles of a torus are for drawing only
    const double anything = std::numeric_limits<double>::max(), quarter = torus ? anything : pi / 2, whole = torus ? anything : 2 * pi;
    for (const auto& [f, name, limit] :
         {std::tuple{&g.clat, "clat", quarter}, std::tuple{&g.elat, "elat", quarter}, std::tuple{&g.vlat, "vlat", quarter},
          std::tuple{&g.clon, "clon", whole}, std::tuple{&g.elon, "elon", whole}, std::tuple{&g.vlon, "vlon", whole}}) {
      const HostField& x = *f;
      const double most = torus ? limit : limit * (1 + 1e-9);
      if (const int i = first_row(x.rows, [&](int k) { return !std::isfinite(x(k)) || std::abs(x(k)) > most; }); i >= 0)
        no(fmt::format("variable '{}', {} {}: {} is not an angle in radian{}", name, name_of(x.location), i + 1, x(i),
                       torus ? "" : fmt::format(" within +-{:.5f}", limit)));
    }
    const double length = torus ? g.domain_length + g.domain_height : pi * g.radius;
    const double area = torus ? g.domain_length * g.domain_height : 4 * pi * g.radius * g.radius;
    const auto always = [](int) { return true; };
    positive(g.cell_area, "cell_area", 0, area, always);
    positive(g.edge_length, "edge_length", 0, length, always);
    // at the lateral boundary generators leave 0 or NaN in what needs both cells
    positive(g.dual_area, "dual_area", 0, area, [&](int v) { return around(g.v2c, v) == around(g.v2e, v); });
    positive(g.dual_edge_length, "dual_edge_length", 0, length, [&](int e) { return !on_boundary(e); });
    for (int j = 0; j < 2; ++j) {
      positive(g.edge_vert_distance, "edge_vert_distance", j, length, always);
      positive(g.edge_cell_distance, "edge_cell_distance", j, length, [&](int e) { return g.e2c(e, j) >= 0; });
    }
  }

  static int around(const HostTable& t, int v) {
    int n = 0;
    while (n < t.slots && t(v, n) >= 0) ++n;
    return n;
  }

  // Signs follow from the tables, once edge_system_orientation is known; that one follows from the positions (spec/grid.md section 3).
  void orientation() const {
    const HostField &t = g.edge_system_orientation, &n = g.orientation_of_normal, &around = g.edge_orientation;
    if (const int e = first_row(t.rows, [&](int i) { return t(i) != 1 && t(i) != -1; }); e >= 0)
      no(fmt::format("variable 'edge_system_orientation', edge {}: is {}, expected 1 or -1", e + 1, t(e)));
    for (int i = 0; i < 3; ++i) {
      const auto expected = [&](int c) { return g.e2c(g.c2e(c, i), 0) == c ? 1.0 : -1.0; };
      if (const int c = first_row(n.rows, [&](int k) { return n(k, i) != expected(k); }); c >= 0)
        no(fmt::format("variable 'orientation_of_normal', cell {}, slot {}: is {}, expected {}; the normal of edge {} points from its first to its second cell",
                       c + 1, i + 1, n(c, i), expected(c), g.c2e(c, i) + 1));
    }
    for (int j = 0; j < 6; ++j) {
      const auto expected = [&](int v) {
        const int e = g.v2e(v, j);
        return e < 0 ? 0.0 : g.e2v(e, 0) == v ? t(e) : -t(e);
      };
      if (const int v = first_row(around.rows, [&](int k) { return around(k, j) != expected(k); }); v >= 0)
        no(fmt::format("variable 'edge_orientation', vertex {}, edge {}: is {}, expected {} (1 where the tangent points away from the vertex)", v + 1,
                       g.v2e(v, j) + 1, around(v, j), expected(v)));
    }
    if (const int e = first_row(t.rows, [&](int i) { return t(i) * handedness(i) < 0; }); e >= 0)
      no(fmt::format("variable 'edge_system_orientation', edge {}: is {}, but the positions of its vertices and cells say {}", e + 1, t(e), -t(e)));
  }

  static Vector on_sphere(const HostField& lat, const HostField& lon, int i) {
    return {std::cos(lat(i)) * std::cos(lon(i)), std::cos(lat(i)) * std::sin(lon(i)), std::sin(lat(i))};
  }
  // Nearest image of q relative to p.
  Vector on_plane(const HostField& p, int i, const HostField& q, int j) const {
    const auto wrap = [](double d, double period) { return d - period * std::round(d / period); };
    return {wrap(q(j, 0) - p(i, 0), g.domain_length), wrap(q(j, 1) - p(i, 1), g.domain_height), 0};
  }

  // Sign of (V1 - V0) x (C1 - C0) along the outward vertical; 0 where it is too close to call. A missing cell is replaced by the edge.
  double handedness(int e) const {
    const int c0 = g.e2c(e, 0), c1 = g.e2c(e, 1), v0 = g.e2v(e, 0), v1 = g.e2v(e, 1);
    Vector along, across, up{0, 0, 1};
    if (g.geometry == GridGeometry::torus) {
      along = on_plane(g.vertex_position, v0, g.vertex_position, v1);
      const Vector to_0 = c0 < 0 ? Vector{} : on_plane(g.edge_position, e, g.cell_position, c0);
      const Vector to_1 = c1 < 0 ? Vector{} : on_plane(g.edge_position, e, g.cell_position, c1);
      across = to_1 - to_0;
    } else {
      up = on_sphere(g.elat, g.elon, e);
      along = on_sphere(g.vlat, g.vlon, v1) - on_sphere(g.vlat, g.vlon, v0);
      across = (c1 < 0 ? up : on_sphere(g.clat, g.clon, c1)) - (c0 < 0 ? up : on_sphere(g.clat, g.clon, c0));
    }
    const double s = dot(cross(along, across), up), scale = std::sqrt(dot(along, along) * dot(across, across));
    return std::abs(s) < 1e-3 * scale ? 0 : s > 0 ? 1 : -1;
  }

  void refinement() const {
    const auto zones = [&](Location at, const HostTable& control) {
      try {
        zones_of(at, control);
      } catch (const DataError& e) {
        no(e.what());
      }
    };
    zones(Location::cell, g.refin_c_ctrl);
    zones(Location::edge, g.refin_e_ctrl);
    zones(Location::vertex, g.refin_v_ctrl);
    if (!g.limited_area) {
      if (const int e = first_row(g.sizes.n_edges, [&](int i) { return on_boundary(i); }); e >= 0)
        no(fmt::format("variable 'adjacent_cell_of_edge', edge {}: lies on a lateral boundary, but 'refin_c_ctrl' has no boundary rows", e + 1));
    } else {
      // boundary edges form row 1, and cells that touch the boundary with an edge lie in row 1
      if (const int e = first_row(g.sizes.n_edges, [&](int i) { return on_boundary(i) != (g.refin_e_ctrl(i) == 1); }); e >= 0)
        no(fmt::format("variable 'refin_e_ctrl', edge {}: is {}, but the edge {} on the lateral boundary", e + 1, g.refin_e_ctrl(e),
                       on_boundary(e) ? "lies" : "does not lie"));
      if (const int e = first_row(g.sizes.n_edges, [&](int i) {
            return on_boundary(i) && g.refin_c_ctrl(std::max(g.e2c(i, 0), g.e2c(i, 1))) != 1;
          }); e >= 0) {
        const int c = std::max(g.e2c(e, 0), g.e2c(e, 1));
        no(fmt::format("variable 'refin_c_ctrl', cell {}: is {}, but the cell lies on the lateral boundary (row 1)", c + 1, g.refin_c_ctrl(c)));
      }
    }
  }

  void sphere() const {
    const auto& s = g.sizes;
    if (const int e = first_row(s.n_edges, [&](int i) {
          const Vector a = on_sphere(g.vlat, g.vlon, g.e2v(i, 0)), b = on_sphere(g.vlat, g.vlon, g.e2v(i, 1));
          const Vector d = a - b;
          const double arc = 2 * g.radius * std::asin(std::min(1.0, 0.5 * std::sqrt(dot(d, d))));
          return std::abs(g.edge_length(i) - arc) > 0.05 * arc;
        }); e >= 0)
      no(fmt::format("variable 'edge_length', edge {}: {} m does not fit the distance of its vertices on a sphere of radius {} m", e + 1, g.edge_length(e), g.radius));
    const long long cells = 20LL * g.root * g.root << (2 * g.level);
    if (g.limited_area) {
      double sum = 0;
      for (const double a : g.cell_area.values) sum += a;
      const double analytic = 4 * pi * g.radius * g.radius / static_cast<double>(cells), mean = sum / s.n_cells;
      if (!(mean > 0.5 * analytic && mean < 2 * analytic))
        spdlog::warn("grid file '{}': the mean cell area is {:.4e} m2, but grid_root and grid_level (R{}B{:02}) give {:.4e} m2; divergence damping uses the latter",
                     g.source, mean, g.root, g.level, analytic);
      return;
    }
    if (s.n_cells != cells || s.n_edges != cells / 2 * 3 || s.n_vertices != cells / 2 + 2)
      no(fmt::format("R{}B{:02} (grid_root, grid_level) has {} cells, {} edges and {} vertices; the file has {}, {} and {}, and no lateral boundary", g.root,
                     g.level, cells, cells / 2 * 3, cells / 2 + 2, s.n_cells, s.n_edges, s.n_vertices));
    double area = 0;
    for (const double a : g.cell_area.values) area += a;
    const double whole = 4 * pi * g.radius * g.radius;
    if (std::abs(area - whole) > 0.01 * whole)
      no(fmt::format("variable 'cell_area': its sum is {:.6e} m2, but a sphere of radius {} m has {:.6e} m2", area, g.radius, whole));
  }

  void torus() const {
    const auto& s = g.sizes;
    if (g.limited_area) no("'refin_c_ctrl' has boundary rows, but a torus has no lateral boundary");
    if (s.n_edges != 3LL * s.n_vertices || s.n_cells != 2LL * s.n_vertices)
      no(fmt::format("a torus of {} vertices has {} cells and {} edges; the file has {} and {}", s.n_vertices, 2LL * s.n_vertices, 3LL * s.n_vertices, s.n_cells,
                     s.n_edges));
    if (const int v = first_row(s.n_vertices, [&](int i) { return g.v2e(i, 5) < 0 || g.v2c(i, 5) < 0; }); v >= 0)
      no(fmt::format("variable 'edges_of_vertex', vertex {}: has fewer than six edges or cells; on a torus each vertex has six", v + 1));
    if (const int e = first_row(s.n_edges, [&](int i) {
          const Vector d = on_plane(g.vertex_position, g.e2v(i, 0), g.vertex_position, g.e2v(i, 1));
          const double length = std::sqrt(dot(d, d));
          return !(std::abs(g.edge_length(i) - length) <= 1e-3 * length);
        }); e >= 0)
      no(fmt::format("variable 'edge_length', edge {}: {} m does not fit the positions of its vertices and the periods domain_length = {} m, domain_height = {} m",
                     e + 1, g.edge_length(e), g.domain_length, g.domain_height));
  }
};

}  // namespace

ZoneBounds zones_of(Location at, const HostTable& control) {
  std::vector<int> rows = control.values;
  for (int& v : rows) v = std::max(v, 0);
  return compute_zones(at, control.rows, rows, {}, {});
}

void check_grid(const Grid& grid) { Checks(grid).run(); }

Grid read_grid(const std::filesystem::path& path) {
  const GridFile file(path);
  Grid g;
  g.source = file.source();
  read_attributes(file, g);
  Sizes& s = g.sizes;
  s.n_cells = file.count("clat");
  s.n_edges = file.count("elat");
  s.n_vertices = file.count("vlat");
  constexpr auto cell = Location::cell, edge = Location::edge, vertex = Location::vertex;

  g.c2e = read_table(file, "edge_of_cell", cell, s.n_cells, 3, edge, s.n_edges, false);
  g.c2v = read_table(file, "vertex_of_cell", cell, s.n_cells, 3, vertex, s.n_vertices, false);
  g.c2e2c = read_table(file, "neighbor_cell_index", cell, s.n_cells, 3, cell, s.n_cells, true);
  g.e2c = read_table(file, "adjacent_cell_of_edge", edge, s.n_edges, 2, cell, s.n_cells, true);
  g.e2v = read_table(file, "edge_vertices", edge, s.n_edges, 2, vertex, s.n_vertices, false);
  g.v2e = read_table(file, "edges_of_vertex", vertex, s.n_vertices, 6, edge, s.n_edges, true);
  g.v2c = read_table(file, "cells_of_vertex", vertex, s.n_vertices, 6, cell, s.n_cells, true);
  g.orientation_of_normal = read_signs(file, "orientation_of_normal", cell, s.n_cells, 3);
  g.edge_system_orientation = read_signs(file, "edge_system_orientation", edge, s.n_edges, 1);
  g.edge_orientation = read_signs(file, "edge_orientation", vertex, s.n_vertices, 6);
  move_missing_to_end(g.v2e, &g.edge_orientation);
  move_missing_to_end(g.v2c, nullptr);
  for (int e = 0; e < s.n_edges; ++e)
    if (g.e2c(e, 1) == g.e2c(e, 0)) g.e2c(e, 1) = -1;  // the other spelling of a missing cell
  for (int c = 0; c < s.n_cells; ++c)
    for (int i = 0; i < 3; ++i)
      if (g.c2e2c(c, i) == c) g.c2e2c(c, i) = -1;

  g.refin_c_ctrl = read_control(file, "refin_c_ctrl", cell, s.n_cells);
  g.refin_e_ctrl = read_control(file, "refin_e_ctrl", edge, s.n_edges);
  g.refin_v_ctrl = read_control(file, "refin_v_ctrl", vertex, s.n_vertices);
  g.limited_area = std::any_of(g.refin_c_ctrl.values.begin(), g.refin_c_ctrl.values.end(), [](int v) { return v > 0; });

  g.clat = file.field("clat", cell, s.n_cells, 1);
  g.clon = file.field("clon", cell, s.n_cells, 1);
  g.elat = file.field("elat", edge, s.n_edges, 1);
  g.elon = file.field("elon", edge, s.n_edges, 1);
  g.vlat = file.field("vlat", vertex, s.n_vertices, 1);
  g.vlon = file.field("vlon", vertex, s.n_vertices, 1);
  g.cell_area = file.field("cell_area", cell, s.n_cells, 1);
  g.dual_area = file.field("dual_area", vertex, s.n_vertices, 1);
  g.edge_length = file.field("edge_length", edge, s.n_edges, 1);
  g.dual_edge_length = file.field("dual_edge_length", edge, s.n_edges, 1);
  g.edge_cell_distance = file.field("edge_cell_distance", edge, s.n_edges, 2);
  g.edge_vert_distance = file.field("edge_vert_distance", edge, s.n_edges, 2);
  // at the lateral boundary: generators leave 0, NaN or anything else where there is no cell
  for (int e = 0; e < s.n_edges; ++e)
    for (int j = 0; j < 2; ++j)
      if (g.e2c(e, j) < 0) {
        g.edge_cell_distance(e, j) = 0;
        if (!std::isfinite(g.dual_edge_length(e))) g.dual_edge_length(e) = 0;
      }
  for (int v = 0; v < s.n_vertices; ++v)
    if (!std::isfinite(g.dual_area(v)) && g.limited_area && g.refin_v_ctrl(v) == 1) g.dual_area(v) = 0;
  if (g.geometry == GridGeometry::torus) {
    g.cell_position = read_positions(
        file, {"cell_circumcenter_cartesian_x", "cell_circumcenter_cartesian_y", "cell_circumcenter_cartesian_z"}, cell, s.n_cells);
    g.edge_position = read_positions(file, {"edge_middle_cartesian_x", "edge_middle_cartesian_y", "edge_middle_cartesian_z"}, edge, s.n_edges);
    g.vertex_position = read_positions(file, {"cartesian_x_vertices", "cartesian_y_vertices", "cartesian_z_vertices"}, vertex, s.n_vertices);
  }
  check_grid(g);
  return g;
}

}  // namespace icodyn

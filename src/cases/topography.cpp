#include "cases/topography.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "cases/options.hpp"
#include "coefficients/constants.hpp"

namespace icodyn {

namespace {

using namespace constants;

HostField gaussian_hill(const CaseOptions& given, const GridInputs& g) {
  Options o(given, "topography_options", "topography 'gaussian_hill'");
  const double x0 = o.get("mount_x", 0), y0 = o.get("mount_y", 0), height = o.get("mount_height", 100),
               width = o.positive("mount_width", 1000);
  o.finish();
  if (!g.torus)
    throw UsageError("topography 'gaussian_hill' needs a doubly periodic plane (torus), but the grid is a sphere");
  HostField z(Location::cell, g.sizes.n_cells, 1, 1);
  for (int c = 0; c < z.rows; ++c) {
    // the distance does not wrap around the torus, as in ICON
    const double dx = g.cell_center(c, 0) - x0, dy = g.cell_center(c, 1) - y0, r = std::sqrt(dx * dx + dy * dy) / width;
    z(c) = height * std::exp(-(r * r));
  }
  return z;
}

HostField jablonowski_williamson(const CaseOptions& given, const GridInputs& g) {
  Options o(given, "topography_options", "topography 'jw'");
  const double u0 = o.get("u0", 35.0), eta_0 = o.get("eta_0", 0.252);
  o.finish();
  if (g.torus) throw UsageError("topography 'jw' needs a sphere, but the grid is a torus");
  HostField z(Location::cell, g.sizes.n_cells, 1, 1);
#pragma omp parallel for schedule(static)
  for (int c = 0; c < z.rows; ++c) z(c) = jw_surface_height(g.clat(c), u0, eta_0);
  return z;
}

struct NetcdfFile {
  int id = -1;
  explicit NetcdfFile(const std::string& path) {
    if (const int status = nc_open(path.c_str(), NC_NOWRITE, &id); status != NC_NOERR)
      throw DataError(fmt::format("topography: cannot read '{}': {}", path, nc_strerror(status)));
  }
  ~NetcdfFile() { nc_close(id); }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;
};

HostField from_file(const std::string& path, const GridInputs& g, const std::vector<int>& file_row) {
  const NetcdfFile file(path);
  int variable = -1;
  const char* name = nullptr;
  for (const char* candidate : {"topography_c", "topography"})
    if (variable < 0 && nc_inq_varid(file.id, candidate, &variable) == NC_NOERR) name = candidate;
  if (!name)
    throw DataError(fmt::format("topography file '{}' has neither variable topography_c nor topography", path));
  int n_dims = 0;
  std::array<int, NC_MAX_VAR_DIMS> dims{};
  nc_inq_var(file.id, variable, nullptr, nullptr, &n_dims, dims.data(), nullptr);
  std::size_t count = 1;
  for (int d = 0; d < n_dims; ++d) {
    std::size_t length = 0;
    nc_inq_dimlen(file.id, dims[static_cast<std::size_t>(d)], &length);
    count *= length;
  }
  if (count != static_cast<std::size_t>(g.sizes.n_cells))
    throw DataError(fmt::format("topography file '{}': variable {} has {} values, but the grid has {} cells", path,
                                name, count, g.sizes.n_cells));
  std::vector<double> values(count);
  if (const int status = nc_get_var_double(file.id, variable, values.data()); status != NC_NOERR)
    throw DataError(fmt::format("topography file '{}': cannot read variable {}: {}", path, name, nc_strerror(status)));
  HostField z(Location::cell, g.sizes.n_cells, 1, 1);
  for (int c = 0; c < z.rows; ++c) {
    const int row = file_row.empty() ? c : file_row[static_cast<std::size_t>(c)];
    z(c) = values[static_cast<std::size_t>(row)];
    if (!(std::abs(z(c)) < 2e4))  // also catches NaN and fill values
      throw DataError(fmt::format("topography file '{}': variable {} is {} at cell {}, expected a height in metres",
                                  path, name, z(c), row + 1));
  }
  return z;
}

}  // namespace

const std::vector<std::string>& topography_names() {
  static const std::vector<std::string> names = {"flat", "jw", "gaussian_hill"};
  return names;
}

std::string default_topography(const std::string& initial_state) {
  return initial_state == "gauss3d" ? "gaussian_hill" : initial_state == "wk82" ? "flat" : "jw";
}

double jw_surface_height(double lat, double u0, double eta_0) {
  const double s = std::sin(lat), c = std::cos(lat);
  const double a = u0 * std::pow(std::cos((1.0 - eta_0) * pi / 2), 1.5);
  const double b = (-2.0 * std::pow(s, 6) * (c * c + 1.0 / 3.0) + 1.0 / 6.3) * a;
  const double d =
      (1.6 * std::pow(c, 3) * (s * s + 2.0 / 3.0) - 0.5 * (pi / 2)) * earth_radius * earth_angular_velocity;
  return a * (b + d) / grav;
}

HostField compute_topography(const std::string& name, const CaseOptions& options, const GridInputs& g,
                             const std::vector<int>& file_row) {
  if (name == "jw") return jablonowski_williamson(options, g);
  if (name == "gaussian_hill") return gaussian_hill(options, g);
  const bool flat = name == "flat";
  if (!flat && !std::filesystem::is_regular_file(name))
    throw UsageError(fmt::format(
        "topography '{}' is not known and not a file; known: {}, or the path of a NetCDF file with topography_c", name,
        fmt::join(topography_names(), ", ")));
  Options(options, "topography_options", flat ? "topography 'flat'" : "a topography from a file").finish();
  return flat ? HostField(Location::cell, g.sizes.n_cells, 1, 1) : from_file(name, g, file_row);
}

}  // namespace icodyn

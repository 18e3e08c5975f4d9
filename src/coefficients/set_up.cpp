#include "coefficients/set_up.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cases/initial_state.hpp"
#include "cases/topography.hpp"
#include "coefficients/heights.hpp"
#include "coefficients/interpolation.hpp"
#include "coefficients/metrics.hpp"
#include "coefficients/rbf.hpp"
#include "coefficients/vertical_coordinate.hpp"
#include "grid/geometry.hpp"
#include "runtime/device.hpp"
#include "runtime/host.hpp"

namespace icodyn {

namespace {

// Inside the boundary rows every neighbor that a formula needs must be there.
void check_tables(const GridInputs& g) {
  const auto check = [](const char* name, const HostTable& t, int first, const char* what) {
    for (int i = first; i < t.rows; ++i)
      for (int j = 0; j < t.slots; ++j)
        if (t(i, j) < 0)
          throw DataError(
              fmt::format("grid table {}: {} {} lacks neighbor {}, though it lies inside the lateral boundary; the "
                          "refinement control of "
                          "the grid does not fit its tables",
                          name, what, i + 1, j + 1));
  };
  check("e2c", g.e2c, g.zones.edges.start(Zone::lateral_boundary_level_2), "edge");
  check("e2c2e", g.e2c2e, g.zones.edges.start(Zone::lateral_boundary_level_2), "edge");
  check("c2e2c", g.c2e2c, g.zones.cells.start(Zone::lateral_boundary_level_2), "cell");
}

// A relative file name is taken from where the configuration lies, if there is such a file.
std::string beside_config(const Config& config, const std::string& name) {
  namespace fs = std::filesystem;
  if (name.empty() || fs::path(name).is_absolute() || fs::exists(name)) return name;
  const fs::path folder = fs::is_directory(config.origin) ? config.origin : config.origin.parent_path();
  return fs::exists(folder / name) ? (folder / name).string() : name;
}

}  // namespace

std::size_t set_up_bytes(const Sizes& s) {
  const auto cells = static_cast<std::size_t>(s.n_cells), edges = static_cast<std::size_t>(s.n_edges),
             levels = static_cast<std::size_t>(s.nlev) + 1;
  // level-dependent fields: 16 of cells, 10 of edges, zdiff_gradp and vertoffset_gradp, the steep-point fields, the
  // initial state, work fields; then about 150 doubles per cell of tables and coefficients
  const std::size_t cell_fields = 16 + 4 + 5 + 2, edge_fields = 10 + 1, cell_ints = 3, edge_ints = 2;
  return levels * (cells * (cell_fields * sizeof(double) + cell_ints * sizeof(int)) +
                   edges * (edge_fields * sizeof(double) + edge_ints * sizeof(int))) +
         cells * 250 * sizeof(double);
}

CaseData set_up_case(const Config& config, const Grid& grid, const ProgressCallback& progress) {
  Sizes sizes = grid.sizes;
  sizes.nlev = config.vertical.num_levels;
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  const std::size_t needed = set_up_bytes(sizes), there = host_facts().memory_bytes;
  if (there != 0 && needed > there)
    throw DeviceError(fmt::format(
        "the set-up of {} cells x {} levels needs {:.1f} GiB of host memory, but this machine has {:.1f} GiB; take a "
        "coarser grid or fewer levels",
        sizes.n_cells, sizes.nlev, double(needed) / gib, double(there) / gib));
  if (progress) progress("tables and geometry", 0.0);
  CaseData data;
  data.fixed.source = grid.source;
  add_grid(data, grid);
  const GridMeans means = grid_means(grid);
  const auto table = [&](const char* name) -> const HostTable& { return data.fixed.table(name); };
  const auto field = [&](const char* name) -> const HostField& { return data.fixed.field(name); };
  const GridInputs g{.sizes = data.sizes,
                     .zones = data.zones,
                     .torus = grid.geometry == GridGeometry::torus,
                     .domain_length = grid.domain_length,
                     .domain_height = grid.domain_height,
                     .characteristic_length = means.characteristic_length,
                     .mean_dual_edge_length = means.dual_edge_length,
                     .c2e = table("c2e"),
                     .c2e2c = table("c2e2c"),
                     .e2c = table("e2c"),
                     .e2v = table("e2v"),
                     .e2c2e = table("e2c2e"),
                     .v2e = table("v2e"),
                     .v2c = table("v2c"),
                     .c2e2c2e = table("c2e2c2e"),
                     .refin_c_ctrl = table("refin_c_ctrl"),
                     .refin_e_ctrl = table("refin_e_ctrl"),
                     .area = field("area"),
                     .cell_edge_orientation = field("cells_edge_orientation"),
                     .clat = field("clat"),
                     .clon = field("clon"),
                     .primal_edge_length = field("primal_edge_length"),
                     .dual_edge_length = field("dual_edge_length"),
                     .inv_primal_edge_length = field("inv_primal_edge_length"),
                     .inv_dual_edge_length = field("inv_dual_edge_length"),
                     .edge_cell_length = field("edge_cell_length"),
                     .edge_vert_length = field("edge_vert_length"),
                     .tangent_orientation = field("tangent_orientation"),
                     .elat = field("elat"),
                     .elon = field("elon"),
                     .primal_normal_1 = field("primal_normal_1"),
                     .primal_normal_2 = field("primal_normal_2"),
                     .dual_normal_1 = field("dual_normal_1"),
                     .dual_normal_2 = field("dual_normal_2"),
                     .primal_normal_cell_1 = field("primal_normal_cell_1"),
                     .primal_normal_cell_2 = field("primal_normal_cell_2"),
                     .primal_cart_normal = field("primal_cart_normal"),
                     .dual_area = field("dual_area"),
                     .vert_edge_orientation = field("v_edge_orientation"),
                     .vlat = field("vlat"),
                     .vlon = field("vlon"),
                     .cell_center = field("cell_center"),
                     .edge_center = field("edge_center"),
                     .vertex_position = field("vertex_position")};
  compute_case(config, g, grid.file_cell, data, progress);
  return data;
}

void compute_case(const Config& config, const GridInputs& g, const std::vector<int>& file_row, CaseData& data,
                  const ProgressCallback& progress) {
  const auto next = [&](const char* part, double done) {
    if (progress) progress(part, done);
  };
  // everything that can be refused is refused before the long parts
  check(config.interpolation);
  check(config.metrics);
  check_tables(g);
  VerticalConfig vertical_config = config.vertical;
  vertical_config.file_path = beside_config(config, vertical_config.file_path);
  const VerticalCoordinate vertical = compute_vertical_coordinate(vertical_config);
  const std::string state = config.initial_state.empty() ? (g.torus ? "gauss3d" : "jw") : config.initial_state;
  const std::string surface =
      config.topography.empty() ? default_topography(state) : beside_config(config, config.topography);
  const HostField topography = compute_topography(surface, config.topography_options, g, file_row);
  data.sizes.nlev = vertical_config.num_levels;
  data.vct_a = vertical.vct_a;
  data.vct_b = vertical.vct_b;
  data.nrdmax = vertical.nrdmax;
  data.nflatlev = vertical.nflatlev;

  next("interpolation coefficients", 0.02);
  compute_interpolation(g, config.interpolation, data.fixed);
  next("RBF coefficients", 0.08);
  compute_rbf(g, config.interpolation, data.fixed);
  next("heights", 0.1);
  const HostField smooth = smooth_topography(g, data.fixed.field("geofac_n2s"), topography);
  data.fixed.fields["z_ifc"] = terrain_following_heights(vertical_config, vertical, topography, smooth);
  next("metric fields", 0.11);
  compute_metrics(g, vertical, vertical_config, config.metrics, data);
  next("initial state", 0.28);
  compute_initial_state(state, config.initial_condition, g, data);
  next("done", 1.0);
}

}  // namespace icodyn

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

namespace icodyn {

namespace {

// Inside the boundary rows every neighbor that a formula needs must be there.
void check_tables(const GridInputs& g) {
  const auto check = [](const char* name, const HostTable& t, int first, const char* what) {
    for (int i = first; i < t.rows; ++i)
      for (int j = 0; j < t.slots; ++j)
        if (t(i, j) < 0)
          throw DataError(fmt::format("grid table {}: {} {} lacks neighbor {}, though it lies inside the lateral boundary; the refinement control of "
                                      "the grid does not fit its tables", name, what, i + 1, j + 1));
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
  const auto cells = static_cast<std::size_t>(s.n_cells), edges = static_cast<std::size_t>(s.n_edges), levels = static_cast<std::size_t>(s.nlev) + 1;
  // level-dependent fields: 16 of cells, 10 of edges, zdiff_gradp and vertoffset_gradp, the steep-point fields, the initial state, work
  // fields; then about 150 doubles per cell of tables and coefficients
  const std::size_t cell_fields = 16 + 4 + 5 + 2, edge_fields = 10 + 1, cell_ints = 3, edge_ints = 2;
  return levels * (cells * (cell_fields * sizeof(double) + cell_ints * sizeof(int)) + edges * (edge_fields * sizeof(double) + edge_ints * sizeof(int))) +
         cells * 250 * sizeof(double);
}

void compute_case(const Config& config, const GridInputs& g, const std::vector<int>& file_row, CaseData& data, const ProgressCallback& progress) {
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
  const std::string surface = config.topography.empty() ? default_topography(state) : beside_config(config, config.topography);
  const HostField topography = compute_topography(surface, config.topography_options, g, file_row);
  data.sizes.nlev = vertical_config.num_levels;
  data.vct_a = vertical.vct_a;
  data.vct_b = vertical.vct_b;
  data.nrdmax = vertical.nrdmax;
  data.nflatlev = vertical.nflatlev;

  next("interpolation coefficients", 0.05);
  compute_interpolation(g, config.interpolation, data.fixed);
  next("RBF coefficients", 0.3);
  compute_rbf(g, config.interpolation, data.fixed);
  next("heights", 0.4);
  const HostField smooth = smooth_topography(g, data.fixed.field("geofac_n2s"), topography);
  data.fixed.fields["z_ifc"] = terrain_following_heights(vertical_config, vertical, topography, smooth);
  next("metric fields", 0.5);
  compute_metrics(g, vertical, vertical_config, config.metrics, data);
  next("initial state", 0.8);
  compute_initial_state(state, config.initial_condition, g, data);
  next("done", 1.0);
}

}  // namespace icodyn

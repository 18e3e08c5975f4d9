// Everything that the set-up computes from a grid file, against the archives that icon4py wrote from the same file.
//
// Prints the worst error of each field and archive, as a share of the field's largest value. Bounds: tables, zones and
// level indices identical; fields 1e-12 of the maximum; exceptions with their reason in `bound` below.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "archive/icon_savepoints.hpp"
#include "test_data.hpp"

namespace icodyn {
namespace {

namespace fs = std::filesystem;

struct Compared {
  std::string field;
  double maximum = 0, error = 0;
  int row = 0, slot = 0, level = 0;
  double share() const { return maximum > 0 ? error / maximum : error; }
};

// Largest difference over the points that `used` selects.
template <class Used>
Compared compare(const std::string& name, const HostField& mine, const HostField& reference, const Used& used) {
  Compared r{name};
  for (int s = 0; s < reference.slots; ++s)
    for (int i = 0; i < reference.rows; ++i)
      for (int k = 0; k < reference.levels; ++k) {
        if (!used(i, s, k)) continue;
        double error = std::abs(mine(i, s, k) - reference(i, s, k));
        if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
        r.maximum = std::max(r.maximum, std::abs(reference(i, s, k)));
        if (error > r.error) r.error = error, r.row = i, r.slot = s, r.level = k;
      }
  return r;
}

// Share of the maximum that a field may differ by.
double bound(const std::string& field, const Grid& grid) {
  // The RBF matrices are badly conditioned, the more the finer the grid: about 1e8 for cells and 1e7 for vertices on
  // R2B5 (spec/interpolation.md 11.5), times 1e-16 and the size of a 9 x 9 system. icon4py solves them with LU, we with
  // Cholesky.
  if (field.starts_with("rbf_vec_coeff") && grid.geometry == GridGeometry::sphere) {
    const bool cells = field.starts_with("rbf_vec_coeff_c"), vertices = field.starts_with("rbf_vec_coeff_v");
    const double cells_bound = grid.level >= 5   ? 1e-7
                               : grid.level >= 2 ? 2e-11
                                                 : 1e-12,
                 vertices_bound = grid.level >= 5   ? 1e-8
                                  : grid.level >= 2 ? 4e-12
                                                    : 1e-12;
    return cells ? cells_bound : vertices ? vertices_bound : 1e-11;
  }
  // Differences of heights (up to 35 km, rounded to 4e-12 m) that are themselves a few metres: NumPy's and the C
  // library's powers, sines and cosines differ in the last bit.
  if (field == "zdiff_gradp" || field == "w") return 2e-12;
  return 1e-12;
}

std::vector<fs::path> archives() {
  std::vector<fs::path> found;
  if (fs::is_directory(test::data_folder()))
    for (const auto& entry : fs::directory_iterator(test::data_folder()))
      if (fs::exists(entry.path() / "case.json")) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

void expect_same_zones(const ZoneBounds& mine, const ZoneBounds& reference) {
  EXPECT_EQ(mine.begin, reference.begin);
  EXPECT_EQ(mine.finish, reference.finish);
}

void compare_archive(const fs::path& folder) {
  SCOPED_TRACE(folder.string());
  std::ifstream json(folder / "case.json");
  const std::string grid_name = nlohmann::json::parse(json).at("grid");
  const Grid* grid = test::grid(grid_name);
  if (!grid) GTEST_SKIP() << "no grid " << grid_name << " in " << test::data_folder() / "grids";
  Config config = read_config(folder);
  config.metrics.divdamp_negative_above_trans_end = true;  // the archives are icon4py's
  const CaseData mine = set_up_case(config, *grid);
  const CaseData reference = read_case_data(Archive(folder));

  EXPECT_EQ(mine.nflatlev, reference.nflatlev);
  EXPECT_EQ(mine.nflat_gradp, reference.nflat_gradp);
  EXPECT_EQ(mine.nrdmax, reference.nrdmax);
  EXPECT_EQ(mine.limited_area, reference.limited_area);
  EXPECT_NEAR(mine.mean_cell_area, reference.mean_cell_area, 1e-12 * reference.mean_cell_area);
  expect_same_zones(mine.zones.cells, reference.zones.cells);
  expect_same_zones(mine.zones.edges, reference.zones.edges);
  expect_same_zones(mine.zones.vertices, reference.zones.vertices);
  for (std::size_t k = 0; k < reference.vct_a.size(); ++k) {
    EXPECT_NEAR(mine.vct_a[k], reference.vct_a[k], 1e-12 * reference.vct_a[0]);
    EXPECT_NEAR(mine.vct_b[k], reference.vct_b[k], 1e-12);
  }

  // an archive holds only the points of the list where the diffusion coefficient is not 0
  const bool steep = reference.fixed.has("zd_diffcoef");
  const auto used = [&](const std::string& name) {
    const HostField* d =
        steep && (name == "zd_intcoef" || name == "zd_vertoffset") ? &reference.fixed.field("zd_diffcoef") : nullptr;
    return [d](int i, int, int k) { return !d || (*d)(i, 0, k) != 0; };
  };
  for (const char* name : {"pg_exdist", "zd_diffcoef"})
    EXPECT_EQ(mine.fixed.has(name), reference.fixed.has(name)) << name;

  long tables = 0;
  for (const auto& [stored, t] : reference.fixed.tables) {
    // the refinement control has another name in grid files than in archives
    const std::string name = stored.ends_with("_refin_ctl") ? fmt::format("refin_{}_ctrl", stored[0]) : stored;
    if (!mine.fixed.tables.count(name)) {
      ADD_FAILURE() << "table " << name << " is missing";
      continue;
    }
    const HostTable& m = mine.fixed.table(name);
    const auto select = used(name);
    long different = 0;
    for (int s = 0; s < t.slots; ++s)
      for (int i = 0; i < t.rows; ++i)
        for (int k = 0; k < t.levels; ++k) different += select(i, s, k) && m(i, s, k) != t(i, s, k);
    EXPECT_EQ(different, 0) << "table " << name;
    ++tables;
  }
  std::vector<Compared> rows;
  for (const auto part : {&CaseData::fixed, &CaseData::initial})
    for (const auto& [name, f] : (reference.*part).fields) {
      if (!(mine.*part).has(name)) {
        ADD_FAILURE() << "field " << name << " is missing";
        continue;
      }
      rows.push_back(compare(name, (mine.*part).field(name), f, used(name)));
      EXPECT_LE(rows.back().share(), bound(name, *grid)) << name << " at row " << rows.back().row + 1 << ", slot "
                                                         << rows.back().slot + 1 << ", level " << rows.back().level + 1;
    }
  std::sort(rows.begin(), rows.end(), [](const Compared& a, const Compared& b) { return a.share() > b.share(); });
  fmt::print(
      "{}: {} tables and the level indices identical, {} fields; largest value, worst error, error / largest value:\n",
      folder.filename().string(), tables, rows.size());
  for (const Compared& r : rows)
    fmt::print("  {:24s} {:11.4e} {:10.2e} {:10.2e}\n", r.field, r.maximum, r.error, r.share());
}

TEST(SetUpAgainstArchives, AgreesWithIcon4pyOnEveryField) {
  const auto found = archives();
  if (found.empty()) GTEST_SKIP() << "no archives in " << test::data_folder();
  for (const fs::path& folder : found) compare_archive(folder);
}

}  // namespace
}  // namespace icodyn

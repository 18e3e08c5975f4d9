#include "coefficients/set_up.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

#include <cmath>
#include <cstring>
#include <vector>

#include "grid/numbering.hpp"
#include "runtime/arena.hpp"
#include "test_data.hpp"

namespace icodyn {
namespace {

TEST(SetUp, FillsEveryStaticFieldAndTheInitialState) {
  for (const char* name : {test::sphere, test::limited_area, test::torus}) {
    ICODYN_NEED_GRID(name);
    SCOPED_TRACE(name);
    const CaseData& c = test::case_of(name);
    Arena arena{Device{}};
    StaticFields fixed;
    declare(fixed, c, arena);
    arena.commit();
    EXPECT_NO_THROW(upload(fixed, c, Device{}));  // checks shapes, index ranges and finite values of all fields
    for (const char* field : {"vn", "w", "rho", "exner", "theta_v", "exner_pr"}) {
      const HostField& f = c.initial.field(field);
      EXPECT_EQ(f.levels, c.sizes.nlev + (std::string(field) == "w" ? 1 : 0));
      for (const double v : f.values) ASSERT_TRUE(std::isfinite(v)) << field;
    }
    for (const char* field : {"ddqz_z_full", "z_mc", "z_ifc", "c_bln_avg", "rbf_vec_coeff_c1", "rbf_vec_coeff_c2"})
      EXPECT_TRUE(c.fixed.has(field)) << field;
    EXPECT_EQ(c.vct_a.size(), static_cast<std::size_t>(c.sizes.nlev + 1));
    EXPECT_GT(c.nflat_gradp, 0);
  }
}

TEST(SetUp, GivesTheSameBitsForAnyNumberOfThreads) {
  ICODYN_NEED_GRID(test::sphere);
  const Grid& grid = *test::grid(test::sphere);
  const int threads = omp_get_max_threads();
  std::vector<CaseData> cases;
  for (const int n : {1, 2, 5}) {
    omp_set_num_threads(n);
    cases.push_back(set_up_case(test::config_for(grid), grid));
  }
  omp_set_num_threads(threads);
  for (std::size_t i = 1; i < cases.size(); ++i)
    for (const auto part : {&CaseData::fixed, &CaseData::initial})
      for (const auto& [name, f] : (cases[0].*part).fields) {
        const auto& other = (cases[i].*part).field(name);
        EXPECT_EQ(std::memcmp(f.values.data(), other.values.data(), f.values.size() * sizeof(double)), 0) << name;
      }
}

TEST(SetUp, DoesNotDependOnTheNumberingOfTheGrid) {
  ICODYN_NEED_GRID(test::sphere);
  ICODYN_NEED_GRID(test::limited_area);
  for (const char* name : {test::sphere, test::limited_area}) {
    SCOPED_TRACE(name);
    const Grid& grid = *test::grid(name);
    const Grid other = apply(renumber(grid), grid);
    const CaseData& plain = test::case_of(name);
    const CaseData c = set_up_case(test::config_for(grid), other);
    EXPECT_EQ(c.nflat_gradp, plain.nflat_gradp);
    int compared = 0;
    for (const auto part : {&CaseData::fixed, &CaseData::initial})
      for (const auto& [field, f] : (plain.*part).fields) {
        const HostField& moved = (c.*part).field(field);
        const HostField back = f.location == Location::cell     ? to_file_order(moved, other.file_cell)
                               : f.location == Location::edge   ? to_file_order(moved, other.file_edge)
                               : f.location == Location::vertex ? to_file_order(moved, other.file_vertex)
                                                                : moved;
        EXPECT_EQ(std::memcmp(f.values.data(), back.values.data(), f.values.size() * sizeof(double)), 0) << field;
        ++compared;
      }
    EXPECT_GT(compared, 80);
  }
}

TEST(SetUp, MakesEveryInitialState) {
  ICODYN_NEED_GRID(test::sphere);
  ICODYN_NEED_GRID(test::torus);
  for (const auto& [grid, state] :
       {std::pair{test::sphere, "jw"}, {test::sphere, "jw_steady"}, {test::torus, "gauss3d"}, {test::torus, "wk82"}}) {
    SCOPED_TRACE(state);
    Config config = test::config_for(*test::grid(grid));
    config.initial_state = state;
    config.initial_condition.clear();
    if (std::string(state) == "wk82") config.topography_options.clear();
    const CaseData c = set_up_case(config, *test::grid(grid));
    for (const double rho : c.initial.field("rho").values) ASSERT_TRUE(rho > 0 && rho < 2);
    for (const double theta : c.initial.field("theta_v").values) ASSERT_TRUE(theta > 150 && theta < 5000);
  }
}

TEST(SetUp, ReportsItsProgress) {
  ICODYN_NEED_GRID(test::sphere);
  std::vector<double> shares;
  set_up_case(test::config_for(*test::grid(test::sphere)), *test::grid(test::sphere),
              [&](const std::string&, double done) { shares.push_back(done); });
  ASSERT_GT(shares.size(), 3u);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
}

TEST(SetUp, RefusesACaseThatDoesNotFitTheGridOrHasUnknownNames) {
  ICODYN_NEED_GRID(test::sphere);
  ICODYN_NEED_GRID(test::torus);
  const auto refused = [](const char* grid, auto change, const char* word) {
    Config c;
    c.vertical.num_levels = 10;
    change(c);
    try {
      set_up_case(c, *test::grid(grid));
      ADD_FAILURE() << word << " was accepted";
    } catch (const UsageError& e) {
      EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
    }
  };
  refused(
      test::torus,
      [](Config& c) {
        c.initial_state = "jw";
        c.topography = "flat";
      },
      "sphere");
  refused(
      test::torus, [](Config& c) { c.topography = "jw"; }, "sphere");
  refused(
      test::sphere, [](Config& c) { c.topography = "gaussian_hill"; }, "torus");
  refused(
      test::sphere,
      [](Config& c) {
        c.initial_state = "ape";
        c.topography = "flat";
      },
      "jw_steady");
  refused(
      test::sphere, [](Config& c) { c.topography = "alps.nc"; }, "gaussian_hill");
  refused(
      test::sphere,
      [](Config& c) {
        c.initial_condition = {{"u_0", 3}};
      },
      "eta_t");
  refused(
      test::sphere,
      [](Config& c) {
        c.topography_options = {{"mount_height", 3}};
      },
      "eta_0");
  refused(
      test::sphere,
      [](Config& c) {
        c.topography = "flat";
        c.topography_options = {{"u0", 3}};
      },
      "u0");
  refused(
      test::sphere,
      [](Config& c) {
        c.initial_condition = {{"qv_max", 0.5}};
      },
      "no effect");
  refused(
      test::sphere, [](Config& c) { c.interpolation.rbf_kernel_vertex = "MULTIQUADRIC"; }, "rbf_kernel_vertex");
  refused(
      test::torus,
      [](Config& c) {
        c.initial_state = "wk82";
        c.topography = "gaussian_hill";
      },
      "flat");
}

TEST(SetUp, KeepsItsMemoryEstimate) {
  Sizes s;
  s.n_cells = 81920;
  s.n_edges = 122880;
  s.n_vertices = 40962;
  s.nlev = 65;
  EXPECT_GT(set_up_bytes(s), std::size_t{2} << 30);
  EXPECT_LT(set_up_bytes(s), std::size_t{6} << 30);
}

}  // namespace
}  // namespace icodyn

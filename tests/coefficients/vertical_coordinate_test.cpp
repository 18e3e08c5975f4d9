#include "coefficients/vertical_coordinate.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "runtime/error.hpp"

namespace icodyn {
namespace {

VerticalConfig config(int levels) {
  VerticalConfig c;
  c.num_levels = levels;
  c.model_top_height = 35000;
  c.stretch_factor = 0.9;
  return c;
}

struct TableFile {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("icodyn_vct_" + std::to_string(::getpid()) + ".txt");
  explicit TableFile(const std::string& text) { std::ofstream(path) << text; }
  ~TableFile() { std::filesystem::remove(path); }
};

TEST(VerticalCoordinate, ReachesFromTheModelTopToTheSurfaceWithTheWishedLowestLayer) {
  for (const int n : {3, 35, 65, 80, 90, 120}) {
    const VerticalCoordinate v = compute_vertical_coordinate(config(n));
    ASSERT_EQ(v.vct_a.size(), static_cast<std::size_t>(n + 1));
    EXPECT_NEAR(v.vct_a.front(), 35000, 1e-10);
    EXPECT_EQ(v.vct_a.back(), 0);
    EXPECT_NEAR(v.vct_a[static_cast<std::size_t>(n - 1)], 50, 1e-9);
    EXPECT_EQ(v.vct_b.back(), 1);
  }
}

TEST(VerticalCoordinate, LimitsTheThicknessBelowTheGivenHeight) {
  VerticalConfig c = config(60);
  c.maximal_layer_thickness = 400;
  c.top_height_limit_for_maximal_layer_thickness = 14000;
  const VerticalCoordinate v = compute_vertical_coordinate(c);
  bool limited = false;
  for (std::size_t k = 0; k < 60; ++k) {
    EXPECT_GT(v.vct_a[k], v.vct_a[k + 1]);
    if (v.vct_a[k + 1] < 14000) {
      EXPECT_LE(v.vct_a[k] - v.vct_a[k + 1], 400 + 1e-9);
      limited = limited || v.vct_a[k] - v.vct_a[k + 1] > 400 - 1e-9;
    }
  }
  EXPECT_TRUE(limited);
  EXPECT_NEAR(v.vct_a.front(), 35000, 1e-6);
}

TEST(VerticalCoordinate, LeavesTheHeightsAsTheyAreWhereNoLayerIsTooThick) {
  VerticalConfig c = config(120);
  const auto plain = compute_vertical_coordinate(c).vct_a;
  c.maximal_layer_thickness = 6000;
  EXPECT_EQ(compute_vertical_coordinate(c).vct_a, plain);
}

TEST(VerticalCoordinate, IsEquidistantWithoutALowestLayerThickness) {
  VerticalConfig c = config(10);
  c.lowest_layer_thickness = 0;
  const auto v = compute_vertical_coordinate(c);
  for (std::size_t k = 0; k <= 10; ++k) EXPECT_DOUBLE_EQ(v.vct_a[k], 3500.0 * static_cast<double>(10 - k));
}

TEST(VerticalCoordinate, FindsTheLowestLevelsAboveTheFlatAndTheDampingHeight) {
  VerticalConfig c = config(10);
  c.lowest_layer_thickness = 0;
  c.flat_height = 16000;
  c.rayleigh_damping_height = 28000;  // exactly a half level: it counts as above
  const auto v = compute_vertical_coordinate(c);
  EXPECT_EQ(v.nflatlev, 5);  // 17500 m
  EXPECT_EQ(v.nrdmax, 2);
  c.flat_height = c.rayleigh_damping_height = 50000;
  EXPECT_EQ(compute_vertical_coordinate(c).nflatlev, 0);
  EXPECT_EQ(compute_vertical_coordinate(c).nrdmax, 0);
}

TEST(VerticalCoordinate, ReadsATableFile) {
  const TableFile file("  k   vct_a  vct_b\n1 3000. 0.1\n2 2000. 0.2\n3 1000. 0.3\n4 0. 1.\n");
  VerticalConfig c = config(3);
  c.flat_height = 1500;
  c.rayleigh_damping_height = 2500;
  c.file_path = file.path.string();
  const auto v = compute_vertical_coordinate(c);
  EXPECT_EQ(v.vct_a, (std::vector<double>{3000, 2000, 1000, 0}));
  EXPECT_EQ(v.vct_b, (std::vector<double>{0.1, 0.2, 0.3, 1}));
  EXPECT_EQ(v.nflatlev, 1);
}

TEST(VerticalCoordinate, RefusesATableFileThatIsMissingShortOrNotNumbers) {
  VerticalConfig c = config(3);
  c.file_path = "/no/such/table";
  EXPECT_THROW(compute_vertical_coordinate(c), DataError);
  for (const char* text :
       {"h\n1 3000. 0.1\n2 2000. 0.2\n", "h\n1 3000. 0.1\n2 x 0.2\n3 1000. 0.3\n4 0. 1.\n",
        "h\n1 3000. 0.1\n2 2000. 0.2\n3 2500. 0.3\n4 0. 1.\n", "h\n1 nan 0.1\n2 2000. 0.2\n3 1000. 0.3\n4 0. 1.\n"}) {
    const TableFile file(text);
    c.file_path = file.path.string();
    EXPECT_THROW(compute_vertical_coordinate(c), DataError) << text;
  }
}

TEST(VerticalCoordinate, RefusesParametersThatGiveNoHeights) {
  const auto refused = [](auto change) {
    VerticalConfig c = config(35);
    change(c);
    EXPECT_THROW(compute_vertical_coordinate(c), UsageError);
  };
  refused([](VerticalConfig& c) { c.num_levels = 2; });
  refused([](VerticalConfig& c) { c.num_levels = -1; });
  refused([](VerticalConfig& c) { c.model_top_height = -1; });
  refused([](VerticalConfig& c) { c.model_top_height = NAN; });
  refused([](VerticalConfig& c) { c.lowest_layer_thickness = 40000; });
  refused([](VerticalConfig& c) { c.stretch_factor = 0; });
  refused([](VerticalConfig& c) { c.stretch_factor = NAN; });
  refused([](VerticalConfig& c) { c.SLEVE_decay_scale_1 = 0; });
  refused([](VerticalConfig& c) { c.rayleigh_damping_height = -5; });
  refused([](VerticalConfig& c) { c.flat_height = -5; });
}

}  // namespace
}  // namespace icodyn

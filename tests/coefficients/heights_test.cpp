#include "coefficients/heights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "runtime/error.hpp"

namespace icodyn {
namespace {

VerticalConfig config() {
  VerticalConfig c;
  c.num_levels = 35;
  return c;
}
HostField surface(std::initializer_list<double> heights) {
  HostField f(Location::cell, static_cast<int>(heights.size()), 1, 1);
  std::copy(heights.begin(), heights.end(), f.values.begin());
  return f;
}

TEST(Heights, AreTheNominalOnesOverFlatGround) {
  const VerticalConfig c = config();
  const VerticalCoordinate v = compute_vertical_coordinate(c);
  const HostField flat = surface({0, 0});
  const HostField z = terrain_following_heights(c, v, flat, flat);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k <= 35; ++k) EXPECT_EQ(z(i, 0, k), v.vct_a[static_cast<std::size_t>(k)]);
  EXPECT_EQ(flat_half_levels(z, v.vct_a), 36);
}

TEST(Heights, FollowTheTerrainBelowTheFlatHeightOnly) {
  const VerticalConfig c = config();
  const VerticalCoordinate v = compute_vertical_coordinate(c);
  const HostField terrain = surface({800, -50}), smooth = surface({500, -40});
  const HostField z = terrain_following_heights(c, v, terrain, smooth);
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k <= v.nflatlev; ++k) EXPECT_EQ(z(i, 0, k), v.vct_a[static_cast<std::size_t>(k)]);
    for (int k = 0; k < 35; ++k) EXPECT_GT(z(i, 0, k), z(i, 0, k + 1));
    EXPECT_EQ(z(i, 0, 35), terrain(i));
  }
  EXPECT_EQ(flat_half_levels(z, v.vct_a), v.nflatlev + 1);
}

TEST(Heights, KeepALeastThicknessOverHighMountains) {
  const VerticalConfig c = config();
  const VerticalCoordinate v = compute_vertical_coordinate(c);
  const HostField terrain = surface({6500}), smooth = surface({1000});
  const HostField z = terrain_following_heights(c, v, terrain, smooth);
  for (int k = 0; k < 35; ++k) {
    const double nominal = v.vct_a[static_cast<std::size_t>(k)] - v.vct_a[static_cast<std::size_t>(k) + 1];
    EXPECT_GE(z(0, 0, k) - z(0, 0, k + 1), std::min(50.0, nominal / 3) - 1e-9) << k;
  }
}

TEST(Heights, RefuseTerrainThatReachesTheModelTop) {
  VerticalConfig c = config();
  c.model_top_height = 9000;
  c.flat_height = 8000;
  const VerticalCoordinate v = compute_vertical_coordinate(c);
  const HostField terrain = surface({0, 8900}), smooth = surface({0, 5000});
  EXPECT_THROW(terrain_following_heights(c, v, terrain, smooth), UsageError);
}

}  // namespace
}  // namespace icodyn

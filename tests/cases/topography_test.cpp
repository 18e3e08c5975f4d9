#include "cases/topography.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "one_column.hpp"
#include "runtime/error.hpp"

namespace icodyn {
namespace {

constexpr double pi = constants::pi;

TEST(Topography, JablonowskiWilliamsonHasThePublishedHeights) {
  EXPECT_NEAR(jw_surface_height(0, 35, 0.252), 112.80344160356, 1e-10);
  EXPECT_NEAR(jw_surface_height(pi / 4, 35, 0.252), -50.1530647300159, 1e-10);
  EXPECT_NEAR(jw_surface_height(pi / 2, 35, 0.252), -315.449280090049, 1e-10);
  EXPECT_NEAR(jw_surface_height(-pi / 4, 35, 0.252), jw_surface_height(pi / 4, 35, 0.252), 1e-12);
}

TEST(Topography, TheHillIsHighestAtItsPlaceAndDoesNotWrapAround) {
  test::Columns c(3, 5, 20000, true);
  c.centre(0, 0) = 3000;
  c.centre(1, 0) = 5000;
  c.centre(2, 0) = -1e6;
  const HostField z = compute_topography(
      "gaussian_hill", {{"mount_x", 3000.0}, {"mount_height", 400.0}, {"mount_width", 2000.0}}, c.inputs());
  EXPECT_DOUBLE_EQ(z(0), 400);
  EXPECT_DOUBLE_EQ(z(1), 400 * std::exp(-1.0));
  EXPECT_EQ(z(2), 0);
}

TEST(Topography, FlatIsZeroAndTakesNoOptions) {
  test::Columns c(2, 5, 20000, true);
  for (const double v : compute_topography("flat", {}, c.inputs()).values) EXPECT_EQ(v, 0);
  EXPECT_THROW(compute_topography("flat", {{"mount_x", 1.0}}, c.inputs()), UsageError);
}

TEST(Topography, UnknownOptionsAreRefusedWithTheKnownOnes) {
  test::Columns c(2, 5, 20000, false);
  try {
    compute_topography("jw", {{"eta0", 0.2}}, c.inputs());
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_NE(std::string(e.what()).find("eta_0"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("eta0"), std::string::npos) << e.what();
  }
  EXPECT_THROW(compute_topography("jw", {{"u0", NAN}}, c.inputs()), UsageError);
  EXPECT_THROW(compute_topography("gaussian_hill", {}, c.inputs()), UsageError);  // a sphere
}

struct HeightFile {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("icodyn_topo_" + std::to_string(::getpid()) + ".nc");
  HeightFile(const char* variable, const std::vector<double>& values) {
    int id, dim, var;
    nc_create(path.c_str(), NC_CLOBBER | NC_NETCDF4, &id);
    nc_def_dim(id, "cell", values.size(), &dim);
    nc_def_var(id, variable, NC_DOUBLE, 1, &dim, &var);
    nc_enddef(id);
    nc_put_var_double(id, var, values.data());
    nc_close(id);
  }
  ~HeightFile() { std::filesystem::remove(path); }
};

TEST(Topography, ComesFromAFileInTheOrderOfTheGrid) {
  test::Columns c(3, 5, 20000, false);
  const HeightFile file("topography_c", {10, 20, 30});
  EXPECT_EQ(compute_topography(file.path.string(), {}, c.inputs()).values, (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(compute_topography(file.path.string(), {}, c.inputs(), {2, 0, 1}).values,
            (std::vector<double>{30, 10, 20}));
}

TEST(Topography, RefusesAFileThatDoesNotFitTheGrid) {
  test::Columns c(3, 5, 20000, false);
  const auto refused = [&](const char* variable, const std::vector<double>& values) {
    const HeightFile file(variable, values);
    EXPECT_THROW(compute_topography(file.path.string(), {}, c.inputs()), DataError) << variable;
  };
  refused("topography_c", {1, 2});
  refused("height", {1, 2, 3});
  refused("topography", {1, NAN, 3});
  refused("topography", {1, 9.97e36, 3});
  EXPECT_THROW(compute_topography("/no/such/file.nc", {}, c.inputs()), UsageError);
}

TEST(Topography, BelongsToItsInitialState) {
  EXPECT_EQ(default_topography("jw"), "jw");
  EXPECT_EQ(default_topography("jw_steady"), "jw");
  EXPECT_EQ(default_topography("gauss3d"), "gaussian_hill");
  EXPECT_EQ(default_topography("wk82"), "flat");
}

}  // namespace
}  // namespace icodyn

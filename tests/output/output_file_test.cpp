// The output file: what is in it, in which order, and that other programs can read it.
#include "output/output_file.hpp"

#include <netcdf.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "../grid/netcdf_content.hpp"
#include "case.hpp"
#include "output/diagnostics.hpp"

namespace icodyn::test {
namespace {

std::string text_attribute(int id, const char* variable, const char* name) {
  int var = NC_GLOBAL;
  if (variable) nc(nc_inq_varid(id, variable, &var));
  std::size_t length = 0;
  nc(nc_inq_attlen(id, var, name, &length));
  std::string text(length, '\0');
  nc(nc_get_att_text(id, var, name, text.data()));
  return text;
}

// Two records of the initial state, the second with another surface.
void write_two(const std::filesystem::path& path, const CaseData& d, const OutputOptions& options) {
  OutputFile out(path, d, options);
  out.write(0, d.initial);
  HostFields later = d.initial;
  for (double& x : later.fields.at("vn").values) x += 1;
  out.write(300, later);
  EXPECT_EQ(out.records(), 2);
}

struct Output : testing::TestWithParam<const char*> {
  TemporaryFolder folder;
  Grid g = grid_of(GetParam());
  CaseData d = case_of(g);
  OutputOptions options{.title = "a test", .history = "test_output", .torus = g.geometry == GridGeometry::torus};
};

TEST_P(Output, HoldsTheStateAndItsDiagnostics) {
  const auto path = folder / "out.nc";
  write_two(path, d, options);
  NetcdfContent c = NetcdfContent::load(path);
  const auto n = static_cast<std::size_t>(d.sizes.n_cells), nlev = static_cast<std::size_t>(d.sizes.nlev), ne = static_cast<std::size_t>(d.sizes.n_edges);
  EXPECT_EQ(c.dims.at("time"), 2u);
  EXPECT_EQ(c["time"].values, (std::vector<double>{0, 300}));
  EXPECT_EQ(c["w"].dims, (std::vector<std::string>{"time", "half_level", "cell"}));
  EXPECT_EQ(c["pres_sfc"].dims, (std::vector<std::string>{"time", "cell"}));
  const Winds winds = cell_winds(d.initial.field("vn"), d);
  const int first = d.zones.cells.end(Zone::lateral_boundary_level_2);
  for (std::size_t k = 0; k < nlev; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const int row = static_cast<int>(i), level = static_cast<int>(k);
      EXPECT_EQ(c["rho"].values[k * n + i], d.initial.field("rho")(row, 0, level));
      EXPECT_EQ(c["temp"].values[k * n + i], d.initial.field("theta_v")(row, 0, level) * d.initial.field("exner")(row, 0, level));
      EXPECT_EQ(c["u"].values[k * n + i], row < first ? NC_FILL_DOUBLE : winds.u(row, 0, level));
    }
    for (std::size_t e = 0; e < ne; ++e)
      EXPECT_EQ(c["vn"].values[(nlev + k) * ne + e], d.initial.field("vn")(static_cast<int>(e), 0, static_cast<int>(k)) + 1);
  }
  for (const double p : c["pres_sfc"].values) EXPECT_NEAR(p, 1e5, 1e4);
}

TEST_P(Output, FollowsTheConventions) {
  const auto path = folder / "out.nc";
  write_two(path, d, options);
  int id = 0;
  nc(nc_open(path.c_str(), NC_NOWRITE, &id));
  EXPECT_EQ(text_attribute(id, nullptr, "Conventions"), "CF-1.11 UGRID-1.0");
  EXPECT_EQ(text_attribute(id, "time", "units"), "seconds since 2026-01-01 00:00:00");
  EXPECT_EQ(text_attribute(id, "mesh", "cf_role"), "mesh_topology");
  for (const char* cells : {"w", "rho", "temp", "pres", "u"}) {
    EXPECT_EQ(text_attribute(id, cells, "location"), "face");
    EXPECT_EQ(text_attribute(id, cells, "coordinates"), "clon clat");
  }
  EXPECT_EQ(text_attribute(id, "vn", "location"), "edge");
  EXPECT_EQ(text_attribute(id, "pres", "standard_name"), "air_pressure");
  nc(nc_close(id));

  NetcdfContent c = NetcdfContent::load(path);
  const bool plane = options.torus;
  // corners counter-clockwise, seen from outside
  for (std::size_t i = 0; i < c.dims.at("cell"); ++i) {
    std::array<std::array<double, 3>, 3> p;
    bool seam = false;
    for (std::size_t j = 0; j < 3; ++j) {
      const auto v = static_cast<std::size_t>(c["face_nodes"].values[3 * i + j]);
      const double lat = c["vlat"].values[v] / 57.29577951308232, lon = c["vlon"].values[v] / 57.29577951308232;
      if (plane) p[j] = {c["vx"].values[v], c["vy"].values[v], 0};
      else p[j] = {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
      seam = seam || (plane && (std::abs(p[j][0] - p[0][0]) > 5000 || std::abs(p[j][1] - p[0][1]) > 5000));
      if (!plane) {
        EXPECT_NEAR(c["clat_bnds"].values[3 * i + j], c["vlat"].values[v], 1e-12);
      }
    }
    if (seam) continue;
    const double turn = plane ? (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0])
                              : p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) + p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                                    p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    EXPECT_GT(turn, 0) << "cell " << i;
  }
}

TEST_P(Output, HasTheOrderOfTheGridFile) {
  const Grid h = apply(renumber(g), g);
  const CaseData renumbered = case_of(h);
  write_two(folder / "file.nc", d, options);
  write_two(folder / "renumbered.nc", renumbered, options);
  NetcdfContent a = NetcdfContent::load(folder / "file.nc"), b = NetcdfContent::load(folder / "renumbered.nc");
  for (const auto& [name, v] : a.variables) {
    if (name == "mesh") continue;
    ASSERT_EQ(v.values.size(), b[name].values.size());
    double worst = 0, most = 0;
    for (std::size_t i = 0; i < v.values.size(); ++i) {
      worst = std::max(worst, std::abs(v.values[i] - b[name].values[i]));
      if (v.values[i] != NC_FILL_DOUBLE) most = std::max(most, std::abs(v.values[i]));
    }
    EXPECT_LE(worst, 1e-12 * most) << name;
  }
}

// xarray and cdo, where they are installed. ICODYN_PYTHON names another python.
TEST_P(Output, OpensWithXarray) {
  const char* chosen = std::getenv("ICODYN_PYTHON");
  const std::string python = chosen ? chosen : "python3";
  if (std::system((python + " -c 'import xarray, netCDF4' 2>/dev/null").c_str()) != 0) GTEST_SKIP() << "no xarray and netCDF4 for " << python;
  const auto path = folder / "out.nc";
  write_two(path, d, options);
  std::ofstream(folder / "open.py") << "import sys, xarray, numpy\n"
                                       "d = xarray.open_dataset(sys.argv[1])\n"
                                       "assert d.rho.dims == ('time', 'level', 'cell'), d.rho.dims\n"
                                       "assert str(d.time.values[1]).startswith('2026-01-01T00:05:00'), d.time.values\n"
                                       "assert 'clat' in d.rho.coords and abs(d.clat).max() <= 90\n"
                                       "assert d.mesh.attrs['topology_dimension'] == 2\n"
                                       "assert d.face_nodes.shape == (d.sizes['cell'], 3)\n"
                                       "assert numpy.isfinite(d.pres_sfc).all() and abs(float(d.pres_sfc.mean()) - 1e5) < 1e4\n";
  EXPECT_EQ(std::system((python + " '" + (folder / "open.py").string() + "' '" + path.string() + "'").c_str()), 0);
}

TEST_P(Output, OpensWithCdo) {
  if (std::system("cdo --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no cdo";
  const auto path = folder / "out.nc";
  write_two(path, d, options);
  const auto cdo = [&](const std::string& words) {
    const auto log = folder / "cdo.log";
    const int status = std::system(("cdo -s " + words + " >'" + log.string() + "' 2>&1").c_str());
    std::ifstream in(log);
    return std::pair{WEXITSTATUS(status), std::string(std::istreambuf_iterator<char>(in), {})};
  };
  const std::string quoted = "'" + path.string() + "'";
  const auto [code, text] = cdo("sinfon " + quoted);
  EXPECT_EQ(code, 0) << text;
  EXPECT_NE(text.find("unstructured"), std::string::npos) << text;
  EXPECT_NE(text.find("pres_sfc"), std::string::npos) << text;
  EXPECT_NE(text.find("2026-01-01 00:05:00"), std::string::npos) << text;
  const auto [mean_code, mean] = cdo("output -fldmean -selname,pres_sfc -seltimestep,1 " + quoted);
  EXPECT_EQ(mean_code, 0) << mean;
  EXPECT_NEAR(std::atof(mean.c_str()), 1e5, 1e4) << mean;
  const auto [select_code, selected] = cdo("-f nc4 copy -selname,temp,vn -seltimestep,2 " + quoted + " '" + (folder / "copy.nc").string() + "'");
  EXPECT_EQ(select_code, 0) << selected;
}

INSTANTIATE_TEST_SUITE_P(Grids, Output, testing::Values("R02B01.nc", "lam_r2b5_c12.nc", "torus_20x20_1000m.nc"),
                         [](const auto& i) { return i.index == 0 ? "Sphere" : i.index == 1 ? "LimitedArea" : "Torus"; });

TEST(OutputErrors, NothingIsOverwrittenSilently) {
  const TemporaryFolder folder;
  const CaseData d = case_of(grid_of("R02B01.nc"));
  const auto path = folder / "out.nc";
  std::ofstream(path) << "precious";
  EXPECT_THROW(OutputFile(path, d), UsageError);
  std::string text;
  std::ifstream(path) >> text;
  EXPECT_EQ(text, "precious");
  OutputFile(path, d, {.overwrite = true}).write(0, d.initial);
  EXPECT_EQ(NetcdfContent::load(path).dims.at("time"), 1u);
}

TEST(OutputErrors, SayWhatIsWrong) {
  const TemporaryFolder folder;
  CaseData d = case_of(grid_of("R02B01.nc"));
  EXPECT_THROW(OutputFile(folder / "none/out.nc", d), DataError);
  EXPECT_THROW(OutputFile(folder / "a.nc", d, {.start = "tomorrow"}), UsageError);
  EXPECT_THROW(OutputFile(folder / "b.nc", d, {.compression = 11}), UsageError);
  OutputFile out(folder / "c.nc", d);
  HostFields state = d.initial;
  state.fields.at("w") = state.fields.at("rho");
  EXPECT_THROW(out.write(0, state), DataError);
  state.fields.erase("vn");
  EXPECT_THROW(out.write(0, state), DataError);
  d.fixed.tables.erase("c2v");
  EXPECT_THROW(OutputFile(folder / "d.nc", d), DataError);
}

TEST(OutputErrors, WithoutTheCoefficientsThereAreNoWinds) {
  const TemporaryFolder folder;
  CaseData d = case_of(grid_of("R02B01.nc"));
  d.fixed.fields.erase("rbf_vec_coeff_c1");
  OutputFile(folder / "out.nc", d).write(0, d.initial);
  const auto c = NetcdfContent::load(folder / "out.nc");
  EXPECT_EQ(c.variables.count("u"), 0u);
  EXPECT_EQ(c.variables.count("temp"), 1u);
}

}  // namespace
}  // namespace icodyn::test

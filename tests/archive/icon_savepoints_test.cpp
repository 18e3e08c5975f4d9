// Every convention of ICON's archives, tried on the default sphere case after one change, and every fault that must be reported.
#include "archive/icon_savepoints.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "archive/expect_data_error.hpp"
#include "support/archive_writer.hpp"

namespace icodyn::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const StoredArchive& sphere() {
  static const StoredArchive a = StoredArchive::load(fs::path(ICODYN_DATA_DIR) / "jw_r02b01",
                                                     {"icon-grid", "interpolation-state", "metric-state", "prognostics"});
  return a;
}

// List-type fields of two points each, put into the metric savepoint.
std::map<std::string, StoredField>& with_lists(StoredArchive& a) {
  auto& f = a.savepoint("metric-state").fields;
  f["pg_edgeidx"] = {ElementType::int32, {2}, {480, 1}};
  f["pg_vertidx"] = {ElementType::int32, {2}, {35, 30}};
  f["pg_exdist"] = {ElementType::float64, {2}, {12.5, -3}};
  f["zd_cellidx"] = {ElementType::int32, {2}, {320, 7}};
  f["zd_vertidx"] = {ElementType::int32, {4, 2}, {34, 33, 34, 32, 20, 20, 21, 19}};
  f["zd_intcoef"] = {ElementType::float64, {3, 2}, {.1, .2, .3, .4, .5, .6}};
  f["zd_diffcoef"] = {ElementType::float64, {2}, {.01, .02}};
  return f;
}

// The sphere with one change, read again.
CaseData read_with(const std::function<void(StoredArchive&)>& change) {
  StoredArchive a = sphere();
  change(a);
  TemporaryFolder folder;
  a.write(folder.path());
  return read_case_data(Archive(folder.path()));
}
const CaseData& original() {
  static const CaseData c = read_with([](StoredArchive&) {});
  return c;
}
void expect_fault(const std::function<void(StoredArchive&)>& change, const std::vector<std::string>& named) {
  expect_data_error([&] { read_with(change); }, named);
}

void expect_same(const CaseData& a, const CaseData& b) {
  const auto same = [](const auto& x, const auto& y) {
    ASSERT_EQ(x.size(), y.size());
    for (const auto& [name, array] : x) {
      ASSERT_TRUE(y.count(name)) << name;
      const auto& other = y.at(name);
      EXPECT_EQ(array.rows, other.rows) << name;
      EXPECT_EQ(array.slots, other.slots) << name;
      EXPECT_EQ(array.levels, other.levels) << name;
      EXPECT_TRUE(array.values == other.values) << name;
    }
  };
  same(a.fixed.fields, b.fixed.fields);
  same(a.fixed.tables, b.fixed.tables);
  same(a.initial.fields, b.initial.fields);
  EXPECT_EQ(a.vct_a, b.vct_a);
  EXPECT_EQ(a.zones.cells.finish, b.zones.cells.finish);
}

int nlev(const CaseData& c) { return c.sizes.nlev; }

TEST(icon_archive, sizes_scalars_and_initial_state_are_read) {
  const CaseData& c = original();
  EXPECT_EQ(c.sizes.n_cells, 320);
  EXPECT_EQ(c.sizes.n_edges, 480);
  EXPECT_EQ(c.sizes.n_vertices, 162);
  EXPECT_EQ(nlev(c), 35);
  EXPECT_EQ(c.vct_a.size(), 36u);
  StoredArchive a = sphere();
  EXPECT_EQ(c.nflatlev, static_cast<int>(a.field("icon-grid", "nflatlev")(0)) - 1);
  EXPECT_EQ(c.nflat_gradp, static_cast<int>(a.field("icon-grid", "nflat_gradp")(0)) - 1);
  EXPECT_EQ(c.nrdmax, static_cast<int>(a.field("icon-grid", "nrdmax")(0)) - 1);
  EXPECT_FALSE(c.limited_area);
  EXPECT_EQ(c.initial.field("w").levels, 36);
  EXPECT_EQ(c.initial.field("vn")(479, 0, 34), a.field("prognostics", "vn_now")(479, 34));
}

TEST(icon_archive, horizontal_padding_is_cut_and_never_looked_at) {
  expect_same(read_with([](StoredArchive& a) {
                for (auto& s : a.savepoints)
                  for (auto& [name, f] : s.fields) {
                    const bool neighbor_first = name.rfind("rbf_vec_coeff", 0) == 0, list = name.rfind("pg_", 0) == 0 || name.rfind("zd_", 0) == 0;
                    const bool horizontal = f.dims[0] == 320 || f.dims[0] == 480 || f.dims[0] == 162;
                    if (horizontal && !neighbor_first && !list) f.pad(512, f.type == ElementType::float64 ? nan : 99999999);
                  }
              }),
              original());
}

TEST(icon_archive, trailing_unit_axes_are_dropped) {
  expect_same(read_with([](StoredArchive& a) {
                for (auto& s : a.savepoints)
                  for (auto& [name, f] : s.fields) f.dims.push_back(1);
              }),
              original());
}

TEST(icon_archive, tables_become_0_based) {
  StoredArchive a = sphere();
  const CaseData& c = original();
  for (int j = 0; j < 3; ++j) EXPECT_EQ(c.fixed.table("c2e")(17, j), a.field("icon-grid", "c2e")(17, j) - 1);
  for (int j = 0; j < 4; ++j) EXPECT_EQ(c.fixed.table("e2c2v")(17, j), a.field("icon-grid", "e2v")(17, j) - 1);
  for (int j = 0; j < 2; ++j) EXPECT_EQ(c.fixed.table("e2v")(17, j), c.fixed.table("e2c2v")(17, j));
}

TEST(icon_archive, missing_neighbor_may_be_0_or_minus_1) {
  for (const double mark : {0.0, -1.0}) {
    const CaseData c = read_with([&](StoredArchive& a) {
      a.field("icon-grid", "e2c")(3, 1) = mark;
      a.field("icon-grid", "c2e2c")(5, 2) = mark;
      a.field("icon-grid", "e2c2e")(7, 3) = mark;
      a.field("icon-grid", "v2e")(9, 5) = mark;
    });
    EXPECT_EQ(c.fixed.table("e2c")(3, 1), -1);
    EXPECT_EQ(c.fixed.table("c2e2c")(5, 2), -1);
    EXPECT_EQ(c.fixed.table("e2c2e")(7, 3), -1);
    EXPECT_EQ(c.fixed.table("v2e")(9, 5), -1);
  }
}

TEST(icon_archive, pentagon_may_repeat_its_last_neighbor) {
  const CaseData c = read_with([](StoredArchive& a) {
    StoredField& f = a.field("icon-grid", "v2c");
    for (int i = 0; i < 162; ++i)
      if (f(i, 5) < 1) f(i, 5) = f(i, 4);
  });
  int repeated = 0;
  for (int i = 0; i < 162; ++i) repeated += c.fixed.table("v2c")(i, 5) == c.fixed.table("v2c")(i, 4);
  EXPECT_EQ(repeated, 12);
}

TEST(icon_archive, surface_weights_stay_upward) {
  StoredArchive a = sphere();
  for (int j = 0; j < 3; ++j) {
    EXPECT_EQ(original().fixed.field("wgtfacq_c")(11, j), a.field("metric-state", "wgtfacq_c")(11, j));
    EXPECT_EQ(original().fixed.field("wgtfacq_e")(11, j), a.field("metric-state", "wgtfacq_e")(11, j));
  }
}

TEST(icon_archive, neighbor_first_rbf_arrays_are_turned) {
  StoredArchive a = sphere();
  const CaseData& c = original();
  for (int i : {0, 161})
    for (int j = 0; j < 6; ++j) {
      EXPECT_EQ(c.fixed.field("rbf_vec_coeff_v1")(i, j), a.field("interpolation-state", "rbf_vec_coeff_v")(j, 0, i));
      EXPECT_EQ(c.fixed.field("rbf_vec_coeff_v2")(i, j), a.field("interpolation-state", "rbf_vec_coeff_v")(j, 1, i));
    }
  for (int j = 0; j < 4; ++j) EXPECT_EQ(c.fixed.field("rbf_vec_coeff_e")(479, j), a.field("interpolation-state", "rbf_vec_coeff_e")(j, 479));
  for (int j = 0; j < 9; ++j) EXPECT_EQ(c.fixed.field("rbf_vec_coeff_c2")(7, j), a.field("interpolation-state", "rbf_vec_coeff_c2")(j, 7));
}

TEST(icon_archive, gradient_components_are_told_apart) {
  StoredArchive a = sphere();
  for (int j = 0; j < 4; ++j) {
    EXPECT_EQ(original().fixed.field("geofac_grg_x")(31, j), a.field("interpolation-state", "geofac_grg")(31, j, 0));
    EXPECT_EQ(original().fixed.field("geofac_grg_y")(31, j), a.field("interpolation-state", "geofac_grg")(31, j, 1));
  }
}

TEST(icon_archive, older_spellings_are_understood) {
  expect_same(read_with([](StoredArchive& a) {
                for (const char* p : {"c", "e", "v"}) {
                  auto node = a.savepoint("icon-grid").fields.extract(std::string(p) + "_refin_ctl");
                  node.key() = std::string(p) + "_refin_ctrl";
                  a.savepoint("icon-grid").fields.insert(std::move(node));
                }
                auto& f = a.savepoint("interpolation-state").fields;
                const StoredField both = f.at("rbf_vec_coeff_v");
                StoredField one{ElementType::float64, {6, 162}, std::vector<double>(6 * 162)}, two = one;
                for (std::size_t i = 0; i < 162; ++i)
                  for (std::size_t j = 0; j < 6; ++j) {
                    one.values[j + 6 * i] = both.values[j + 12 * i];
                    two.values[j + 6 * i] = both.values[j + 6 + 12 * i];
                  }
                f.erase("rbf_vec_coeff_v");
                f["rbf_vec_coeff_v1"] = one;
                f["rbf_vec_coeff_v2"] = two;
                for (const char* name : {"vn", "w", "rho", "exner", "theta_v"}) {
                  auto node = a.savepoint("prognostics").fields.extract(std::string(name) + "_now");
                  node.key() = name;
                  a.savepoint("prognostics").fields.insert(std::move(node));
                }
              }),
              original());
}

TEST(icon_archive, lists_are_scattered) {
  const CaseData c = read_with([](StoredArchive& a) { with_lists(a); });
  const HostField& distance = c.fixed.field("pg_exdist");
  EXPECT_EQ(distance(479, 0, 34), 12.5);
  EXPECT_EQ(distance(0, 0, 29), -3);
  double sum = 0;
  for (double v : distance.values) sum += std::abs(v);
  EXPECT_EQ(sum, 15.5);
  EXPECT_EQ(c.fixed.field("zd_diffcoef")(319, 0, 33), .01);
  EXPECT_EQ(c.fixed.field("zd_diffcoef")(6, 0, 19), .02);
  for (int j = 0; j < 3; ++j) {
    EXPECT_EQ(c.fixed.field("zd_intcoef")(6, j, 19), (std::array{.4, .5, .6})[static_cast<std::size_t>(j)]);
    EXPECT_EQ(c.fixed.table("zd_vertoffset")(319, j, 33), (std::array{-1, 0, -2})[static_cast<std::size_t>(j)]);
    EXPECT_EQ(c.fixed.table("zd_vertoffset")(6, j, 19), (std::array{0, 1, -1})[static_cast<std::size_t>(j)]);
  }
}

TEST(icon_archive, level_indices_become_offsets_and_0_means_unused) {
  const CaseData c = read_with([](StoredArchive& a) {
    StoredField& f = a.field("metric-state", "vertidx_gradp");
    f(4, 1, 20) = 25;
    f(5, 0, 20) = 0;
  });
  EXPECT_EQ(c.fixed.table("vertoffset_gradp")(4, 1, 20), 4);
  EXPECT_EQ(c.fixed.table("vertoffset_gradp")(5, 0, 20), 0);
}

TEST(icon_archive, grid_savepoint_is_chosen_by_id) {
  EXPECT_EQ(read_with([](StoredArchive& a) {
              StoredSavepoint other = a.savepoint("icon-grid");
              other.meta["id"] = 2;
              other.fields.at("mean_cell_area").values[0] = 1;
              a.savepoints.insert(a.savepoints.begin(), other);
            }).mean_cell_area,
            original().mean_cell_area);
}

TEST(icon_archive, archive_without_an_initial_state_gives_none) {
  const CaseData c = read_with([](StoredArchive& a) { a.savepoints.pop_back(); });
  EXPECT_TRUE(c.initial.fields.empty());
}

TEST(icon_archive, missing_field_is_reported) {
  for (const auto& [savepoint, field] : {std::pair{"icon-grid", "c2e"}, {"icon-grid", "tangent_orientation"}, {"icon-grid", "num_edges"},
                                         {"interpolation-state", "geofac_n2s"}, {"metric-state", "exner_ref_mc"}, {"prognostics", "w_now"}})
    expect_fault([&](StoredArchive& a) { a.savepoint(savepoint).fields.erase(field); }, {savepoint, field, "missing", "icon_pydycore_rank0"});
}

TEST(icon_archive, missing_savepoint_is_reported) {
  for (const char* name : {"icon-grid", "interpolation-state", "metric-state"})
    expect_fault([&](StoredArchive& a) { std::erase_if(a.savepoints, [&](const auto& s) { return s.name == name; }); }, {name, "missing"});
}

TEST(icon_archive, wrong_shape_is_reported) {
  const std::vector<std::pair<std::string, std::pair<std::string, std::vector<int>>>> shapes = {
      {"icon-grid", {"c2e", {319, 3}}},           {"icon-grid", {"c2e", {320, 2}}},        {"icon-grid", {"cell_areas", {319}}},
      {"icon-grid", {"e2v", {480, 2}}},           {"icon-grid", {"c_start_index", {13}}},  {"icon-grid", {"e_end_index", {25}}},
      {"interpolation-state", {"c_intp", {162, 5}}}, {"interpolation-state", {"rbf_vec_coeff_e", {480, 4}}},
      {"interpolation-state", {"geofac_grg", {320, 4}}}, {"metric-state", {"theta_ref_ic", {320, 35}}},
      {"metric-state", {"ddxn_z_full", {479, 35}}}, {"metric-state", {"zdiff_gradp", {480, 35}}}, {"metric-state", {"rayleigh_w", {35}}},
      {"prognostics", {"w_now", {320, 35}}},      {"prognostics", {"vn_now", {480, 36}}},  {"icon-grid", {"c_refin_ctl", {12}}}};
  for (const auto& [savepoint, wrong] : shapes)
    expect_fault(
        [&](StoredArchive& a) {
          StoredField& f = a.field(savepoint, wrong.first);
          f.dims = wrong.second;
          std::size_t n = 1;
          for (int d : f.dims) n *= static_cast<std::size_t>(d);
          f.values.resize(n, 1);
        },
        {savepoint, wrong.first, "icon_pydycore_rank0_" + wrong.first + ".dat"});
}

TEST(icon_archive, nan_in_the_initial_state_is_reported) {
  for (const auto& [field, bad] : {std::pair{"vn_now", nan}, {"w_now", nan}, {"rho_now", HUGE_VAL}, {"exner_now", -HUGE_VAL}, {"theta_v_now", nan}})
    expect_fault([&](StoredArchive& a) { a.field("prognostics", field)(100, 20) = bad; },
                 {"prognostics", field, std::string("icon_pydycore_rank0_") + field + ".dat", "row 101", "level 21"});
}

TEST(icon_archive, zone_array_out_of_range_is_reported) {
  const std::vector<std::pair<std::string, double>> faults = {{"c_start_index", 322}, {"c_end_index", 321}, {"e_start_index", -1},
                                                              {"e_end_index", 999999}, {"v_start_index", 164}, {"v_end_index", -5}};
  for (const auto& [field, value] : faults)
    expect_fault([&](StoredArchive& a) { a.field("icon-grid", field)(4) = value; }, {"icon-grid", field, "entry 5", "icon_pydycore_rank0_" + field + ".dat"});
}

TEST(icon_archive, zone_that_ends_before_it_starts_is_reported) {
  expect_fault(
      [](StoredArchive& a) {
        a.field("icon-grid", "c_start_index")(9) = 200;
        a.field("icon-grid", "c_end_index")(9) = 100;
      },
      {"icon-grid", "c_start_index", "entry 10"});
  // ICON's own arrays of the edges are wrong in published data sets, and nothing uses them
  EXPECT_EQ(read_with([](StoredArchive& a) {
              a.field("icon-grid", "e_start_index")(14) = 200;
              a.field("icon-grid", "e_end_index")(14) = 100;
            }).zones.edges.end(Zone::local),
            480);
}

TEST(icon_archive, table_index_out_of_range_is_reported) {
  const std::vector<std::pair<std::string, double>> faults = {{"c2e", 481}, {"c2e", 0}, {"c2e2c", 321}, {"e2c", 321}, {"e2c", -2}, {"e2v", 163},
                                                              {"e2v", 0},   {"e2c2e", 481}, {"v2e", 481}, {"v2c", 321}, {"v2c", -7}};
  for (const auto& [field, value] : faults)
    expect_fault([&](StoredArchive& a) { a.field("icon-grid", field)(8, 1) = value; }, {"icon-grid", field, "icon_pydycore_rank0_" + field + ".dat"});
}

TEST(icon_archive, level_index_out_of_range_is_reported) {
  for (double value : {36.0, -1.0})
    expect_fault([&](StoredArchive& a) { a.field("metric-state", "vertidx_gradp")(3, 1, 5) = value; }, {"metric-state", "vertidx_gradp", "(4, 2, 6)"});
  for (const auto& [field, value] : {std::pair{"nflatlev", 0.0}, {"nflat_gradp", 37.0}, {"nrdmax", -3.0}})
    expect_fault([&](StoredArchive& a) { a.field("icon-grid", field)(0) = value; }, {"icon-grid", field});
}

TEST(icon_archive, list_index_out_of_range_is_reported) {
  const std::vector<std::pair<std::string, double>> faults = {{"pg_edgeidx", 481}, {"pg_edgeidx", 0}, {"pg_vertidx", 36}, {"zd_cellidx", 321}, {"zd_vertidx", 0}};
  for (const auto& [field, value] : faults)
    expect_fault([&](StoredArchive& a) { with_lists(a).at(field)(1) = value; }, {"metric-state", field});
  // the level below the neighbor's is read as well: 35 of 35 is one too low
  expect_fault([&](StoredArchive& a) { with_lists(a).at("zd_vertidx")(1, 0) = 35; }, {"metric-state", "zd_vertidx"});
  expect_fault([&](StoredArchive& a) { with_lists(a)["pg_exdist"] = {ElementType::float64, {3}, {1, 2, 3}}; }, {"metric-state", "pg_exdist"});
}

TEST(icon_archive, numbers_that_make_no_sense_are_reported) {
  expect_fault([](StoredArchive& a) { a.field("icon-grid", "mean_cell_area")(0) = 0; }, {"icon-grid", "mean_cell_area"});
  expect_fault([](StoredArchive& a) { a.field("icon-grid", "num_cells")(0) = -4; }, {"icon-grid", "num_cells"});
  expect_fault([](StoredArchive& a) { a.field("icon-grid", "vct_a")(3) = nan; }, {"icon-grid", "vct_a"});
  expect_fault([](StoredArchive& a) { a.field("icon-grid", "vct_a")(3) = 0; }, {"icon-grid", "vct_a"});
  expect_fault([](StoredArchive& a) { a.savepoint("icon-grid").meta["nlev"] = 34; }, {"icon-grid", "vct_a", "34"});
}

TEST(icon_archive, field_with_components_is_read_one_at_a_time) {
  StoredArchive a;
  StoredField f{ElementType::float64, {5, 3, 2}, {}};
  for (int n = 0; n < 30; ++n) f.values.push_back(n);
  a.savepoints.push_back({"s", {}, {{"pair", f}, {"profile", {ElementType::float64, {3}, {7, 8, 9}}}}});
  TemporaryFolder folder;
  a.write(folder.path());
  const Archive from(folder.path());
  const Sizes sizes{4, 4, 4, 3};
  for (int component : {0, 1}) {
    const HostField h = read_field(from, 0, "pair", Location::cell, sizes, component);
    EXPECT_EQ(h.rows, 4);
    EXPECT_EQ(h.levels, 3);
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k) EXPECT_EQ(h(i, 0, k), i + 5 * k + 15 * component);
  }
  EXPECT_EQ(read_field(from, 0, "profile", Location::none, sizes).values, (std::vector<double>{7, 8, 9}));
  expect_data_error([&] { read_field(from, 0, "pair", Location::cell, sizes); }, {"pair"});
  expect_data_error([&] { read_field(from, 0, "pair", Location::cell, sizes, 2); }, {"pair", "component"});
  expect_data_error([&] { read_field(from, 0, "pair", Location::cell, Sizes{6, 6, 6, 3}, 0); }, {"pair"});
}

}  // namespace
}  // namespace icodyn::test

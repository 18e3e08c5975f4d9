// What a good configuration becomes.
#include "config/config.hpp"

#include "case_files.hpp"

namespace icodyn {
namespace {

using Cases = test::CaseFiles;

TEST_F(Cases, EverySectionOfAYamlReachesItsMember) {
  const Config c = read_config(write("all.yaml", R"(
name: everything
grid: R2B4
initial_state: jw
topography: flat
time: {dtime: 12.5, ndyn_substeps: 4, steps: 7, start: 2026-02-03T04:05:06.000, vertical_cfl_threshold: 0.7, do_prep_adv: false,
       diffuse_before_time_loop: true, apply_extra_second_order_divdamp: true}
nonhydrostatic: {divdamp_order: 4, divdamp_type: 32, rhotheta_offctr: -0.2, fourth_order_divdamp_z4: 81000}
diffusion: {shear_type: 2, hdiff_efdt_ratio: 24, apply_to_temperature: false}
vertical: {num_levels: 65, SLEVE_minimum_layer_thickness_1: 90}
metrics: {thslp_zdiffu: 0.03}
interpolation: {nudge_zone_width: 8, rbf_kernel_cell: 3}
initial_condition: {u0: 20, normalize_global_moisture: true}
topography_options: {mount_height: 400}
run: {device: cpu, kernels: plain, threads: 3, launch: {default: [64, 2], compute_mass_flux: [32, 8]}}
)"));
  EXPECT_EQ(c.name, "everything");
  EXPECT_EQ(c.grid, "R2B4");
  EXPECT_EQ(c.initial_state, "jw");
  EXPECT_EQ(c.topography, "flat");
  EXPECT_TRUE(c.archive.empty());
  EXPECT_EQ(c.time.dtime, 12.5);
  EXPECT_EQ(c.time.ndyn_substeps, 4);
  EXPECT_EQ(c.diffusion.ndyn_substeps, 4) << "follows time.ndyn_substeps where not given";
  EXPECT_EQ(c.time.n_time_steps, 7);
  EXPECT_EQ(c.time.vertical_cfl_threshold, 0.7);
  EXPECT_FALSE(c.time.do_prep_adv);
  EXPECT_TRUE(c.time.diffuse_before_time_loop);
  EXPECT_TRUE(c.time.apply_extra_second_order_divdamp);
  EXPECT_EQ(c.nonhydrostatic.divdamp_order, 4);
  EXPECT_EQ(c.nonhydrostatic.divdamp_type, 32);
  EXPECT_EQ(c.nonhydrostatic.rhotheta_offctr, -0.2);
  EXPECT_EQ(c.nonhydrostatic.fourth_order_divdamp_z4, 81000);
  EXPECT_EQ(c.diffusion.shear_type, 2);
  EXPECT_FALSE(c.diffusion.apply_to_temperature);
  EXPECT_EQ(c.vertical.num_levels, 65);
  EXPECT_EQ(c.vertical.SLEVE_minimum_layer_thickness_1, 90);
  EXPECT_EQ(c.metrics.thslp_zdiffu, 0.03);
  EXPECT_EQ(c.interpolation.nudge_zone_width, 8);
  EXPECT_EQ(c.interpolation.rbf_kernel_cell, "INVERSE_MULTIQUADRATIC");
  EXPECT_EQ(c.initial_condition, (CaseOptions{{"u0", 20}, {"normalize_global_moisture", 1}}));
  EXPECT_EQ(c.topography_options, (CaseOptions{{"mount_height", 400}}));
  EXPECT_EQ(c.run.kernels, "plain");
  EXPECT_EQ(c.run.device, "cpu");
  EXPECT_EQ(c.run.threads, 3);
  EXPECT_EQ(c.run.launch.at("compute_mass_flux").y, 8);
}

TEST_F(Cases, EnumerationsTakeIcon4pyNamesAndIconNumbers) {
  const auto with = [&](const std::string& setting) { return read_config(archive(), {setting}); };
  for (const auto& [name, number] : {std::pair{"SECOND_ORDER", 2}, {"FOURTH_ORDER", 4}, {"COMBINED", 24}}) {
    EXPECT_EQ(with(std::string("nonhydrostatic.divdamp_order=") + name).nonhydrostatic.divdamp_order, number);
    EXPECT_EQ(with("nonhydrostatic.divdamp_order=" + std::to_string(number)).nonhydrostatic.divdamp_order, number);
  }
  EXPECT_EQ(with("nonhydrostatic.divdamp_type=COMBINED").nonhydrostatic.divdamp_type, 32);
  EXPECT_EQ(with("diffusion.shear_type=VERTICAL_HORIZONTAL_OF_HORIZONTAL_VERTICAL_WIND").diffusion.shear_type, 2);
  EXPECT_EQ(with("diffusion.iforcing=NWP").diffusion.iforcing, 3);
}

TEST_F(Cases, CaseJsonOfAnArchive) {
  const auto a = archive(R"(, "nonhydrostatic": {"divdamp_type": "COMBINED"}, "diffusion": {"ndyn_substeps": 5}, "spinup_diffusion": true,
    "interpolation": {"_nudge_max_coeff": 0.02}, "topography": {"u0": 35.0}, "verify_only": true, "initial_condition": {"u0": 80})");
  const Config c = read_config(a);
  EXPECT_EQ(c.name, "archive");
  EXPECT_EQ(c.archive, a);
  EXPECT_EQ(c.time.dtime, 300);
  EXPECT_EQ(c.time.n_time_steps, 2);
  EXPECT_EQ(c.detail, (std::vector<std::pair<int, int>>{{1, 1}, {2, 1}}));
  EXPECT_TRUE(c.time.diffuse_before_time_loop) << "spinup_diffusion sets both";
  EXPECT_TRUE(c.time.apply_extra_second_order_divdamp);
  EXPECT_TRUE(c.time.do_prep_adv);
  EXPECT_TRUE(c.verify_only);
  EXPECT_EQ(c.nonhydrostatic.divdamp_type, 32);
  EXPECT_DOUBLE_EQ(c.interpolation.max_nudging_coefficient, 0.1) << "five times the namelist's value";
  EXPECT_EQ(c.topography_options, (CaseOptions{{"u0", 35}}));
  EXPECT_EQ(c.initial_state, "jw");
}

TEST_F(Cases, YamlOverridesTheCaseJsonOfItsArchive) {
  archive();
  const auto yaml = write("cases/mine.yaml", "archive: ../archive\ntime:\n  steps: 1\ndiffusion:\nnonhydrostatic: {divdamp_order: 2}\n");
  const Config c = read_config(yaml);
  EXPECT_EQ(c.name, "mine");
  EXPECT_EQ(c.archive, (folder / "archive").lexically_normal()) << "relative to the YAML file";
  EXPECT_EQ(c.time.n_time_steps, 1);
  EXPECT_EQ(c.time.dtime, 300) << "from case.json";
  EXPECT_EQ(c.nonhydrostatic.divdamp_order, 2);
  EXPECT_TRUE(c.has_diffusion) << "an empty section changes nothing";
}

TEST_F(Cases, SettingsComeLast) {
  archive();
  const auto yaml = write("mine.yaml", "archive: archive\ntime: {steps: 1}\n");
  EXPECT_EQ(read_config(yaml, {"time.steps=3"}).time.n_time_steps, 3);
  EXPECT_EQ(read_config(yaml, {"run.launch.default=[32, 4]"}).run.launch.at("default").y, 4);
  EXPECT_FALSE(read_config(yaml, {"diffusion=none"}).has_diffusion);
  write("other/case.json", R"({"dtime": 10, "ndyn_substeps": 2, "steps": 9, "start": "2026-01-01T00:00:00", "nonhydrostatic": {}, "diffusion": null})");
  const Config c = read_config(write("plain.yaml", "archive: archive\n"), {"archive=" + (folder / "other").string()});
  EXPECT_EQ(c.time.n_time_steps, 9);
  EXPECT_FALSE(c.has_diffusion) << "null: icon4py ran without diffusion";
}

TEST_F(Cases, EndGivesTheNumberOfSteps) {
  const auto steps = [&](const std::string& time) { return read_config(write("t.yaml", "time: " + time + "\n")).time.n_time_steps; };
  EXPECT_EQ(steps("{dtime: 300, end: 2026-01-01T01:00:00}"), 12);
  EXPECT_EQ(steps("{dtime: 0.1, start: 2026-02-28T23:59:59.500, end: 2026-03-01T00:00:00.000}"), 5) << "over the end of February";
  EXPECT_EQ(steps("{dtime: 300, steps: 12, end: 2026-01-01T01:00:00}"), 12) << "both may be given when they agree";
}

TEST_F(Cases, SubstepsOfAnArchiveMayDifferAsItWasMade) {
  const Config c = read_config(archive(R"(, "nonhydrostatic": {}, "diffusion": {"ndyn_substeps": 3})"));
  EXPECT_EQ(c.time.ndyn_substeps, 5);
  EXPECT_EQ(c.diffusion.ndyn_substeps, 3);
}

TEST(Date, StampsRollOverDaysYearsAndLeapYears) {
  EXPECT_EQ(date_after("2026-01-01T00:00:00.000", 300), "2026-01-01T00:05:00.000");
  EXPECT_EQ(date_after("2026-12-31T23:59:59.000", 1), "2027-01-01T00:00:00.000");
  EXPECT_EQ(date_after("2024-02-28T23:59:59.999", 0.001), "2024-02-29T00:00:00.000");
  EXPECT_EQ(date_after("2000-02-29T12:00:00", 86400.25), "2000-03-01T12:00:00.250");
  EXPECT_EQ(date_after("1969-12-31T23:59:59.250", 0.5), "1969-12-31T23:59:59.750") << "before 1970";
}

TEST_F(Cases, TheCasesOfThisRepositoryAreGood) {
  int n = 0;
  for (const auto& e : std::filesystem::directory_iterator(std::filesystem::path(ICODYN_SOURCE_DIR) / "config"))
    if (e.path().extension() == ".yaml") {
      ++n;
      EXPECT_NO_THROW(read_config(e.path())) << e.path();
    }
  EXPECT_GE(n, 3);
}

}  // namespace
}  // namespace icodyn

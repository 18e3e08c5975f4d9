// The configuration of a case as typed structs with their defaults: what YAML files and case.json are read into.
//
// Member names are ICON's or icon4py's (spec/driver.md section 9, spec/nonhydro.md 2.2, spec/diffusion.md section 2). A value
// that is not implemented is refused by name when the configuration is read (validate()), never ignored.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/stream.hpp"

namespace icodyn {

struct NonhydrostaticConfig {
  int itime_scheme = 4;
  int iadv_rhotheta = 2;
  int igradp_method = 3;
  int rayleigh_type = 2;
  int divdamp_order = 24;  // 2, 4, 24
  int divdamp_type = 3;    // 3, 32
  bool l_vert_nested = false;
  bool deepatmos_mode = false;
  bool iau_init = false;
  bool extra_diffu = true;
  double rhotheta_offctr = -0.1;
  double veladv_offctr = 0.25;
  double max_nudging_coefficient = 0.1;  // already times 5
  double fourth_order_divdamp_factor = 0.0025, fourth_order_divdamp_factor2 = 0.004, fourth_order_divdamp_factor3 = 0.004,
         fourth_order_divdamp_factor4 = 0.004;
  double fourth_order_divdamp_z = 32500, fourth_order_divdamp_z2 = 40000, fourth_order_divdamp_z3 = 60000,
         fourth_order_divdamp_z4 = 80000;  // [m]
};

struct DiffusionConfig {
  int diffusion_type = 5;
  bool apply_to_vertical_wind = true;
  bool apply_to_horizontal_wind = true;
  bool apply_to_temperature = true;
  bool apply_smag_diff_to_vertical_wind = false;
  bool compute_3d_smag_coeff = false;
  int type_vn_diffu = 1;
  int type_t_diffu = 2;
  double hdiff_efdt_ratio = 36.0;
  double hdiff_w_efdt_ratio = 15.0;
  double smagorinski_scaling_factor = 0.015, smagorinski_scaling_factor2 = 0.071372506706560868,
         smagorinski_scaling_factor3 = 0.0, smagorinski_scaling_factor4 = 1.0;
  double smagorinski_scaling_height = 32500.0, smagorinski_scaling_height2 = 60686.253353280437,
         smagorinski_scaling_height3 = 50000.0, smagorinski_scaling_height4 = 90000.0;  // [m]
  bool apply_zdiffusion_t = true;
  int ndyn_substeps = 5;  // the configured number, also when the driver adapts its own
  double temperature_boundary_diffusion_denominator = 135.0;
  double velocity_boundary_diffusion_denominator = 200.0;
  double max_nudging_coefficient = 0.1;  // already times 5
  int shear_type = 0;                    // 0, 1, 2
  int iforcing = 0;
  double a_hshr = 1.0;
  bool loutshs = false;
};

struct VerticalConfig {
  int num_levels = 35;
  double maximal_layer_thickness = 25000.0, top_height_limit_for_maximal_layer_thickness = 15000.0;
  double lowest_layer_thickness = 50.0, model_top_height = 23500.0, flat_height = 16000.0, stretch_factor = 1.0;
  double rayleigh_damping_height = 45000.0, htop_moist_proc = 22500.0;
  std::string file_path;  // vct_a and vct_b from a file; empty: computed
  double SLEVE_decay_scale_1 = 4000.0, SLEVE_decay_scale_2 = 2500.0, SLEVE_decay_exponent = 1.2;
  double SLEVE_minimum_layer_thickness_1 = 100.0, SLEVE_minimum_layer_thickness_2 = 500.0;
  double SLEVE_minimum_relative_layer_thickness_1 = 1.0 / 3.0, SLEVE_minimum_relative_layer_thickness_2 = 0.5;
};

struct MetricsConfig {
  double exner_expol = 1.0 / 3.0, vwind_offctr = 0.15, thslp_zdiffu = 0.025, thhgtd_zdiffu = 200.0;
  int rayleigh_type = 2;
  double rayleigh_coeff = 0.05, divdamp_trans_start = 12500.0, divdamp_trans_end = 17500.0;
  int divdamp_type = 3, igradp_method = 3;
  bool divdamp_negative_above_trans_end = false;  // divdamp_type 32: as icon4py, where scalfac_dd3d goes on below 0 (spec/metrics.md 12)
};

struct InterpolationConfig {
  double divergence_averaging_central_cell_weight = 0.5, max_nudging_coefficient = 0.375, nudge_efold_width = 2.0;
  int nudge_zone_width = 10;
  std::string rbf_kernel_cell = "GAUSSIAN", rbf_kernel_edge = "INVERSE_MULTIQUADRATIC", rbf_kernel_vertex = "GAUSSIAN";
  int lsq_dim_unk = 2, lsq_dim_c = 3, lsq_wgt_exp = 2, lsq_high_ord = 1;
};

// Options of the analytic initial states (spec/driver.md section 5) and topographies, as name -> value; which names are
// known depends on the case (src/cases).
using CaseOptions = std::vector<std::pair<std::string, double>>;

struct TimeConfig {
  double dtime = 300.0;  // full time step [s]
  int ndyn_substeps = 5;
  int n_time_steps = 1;
  std::string start = "2026-01-01T00:00:00.000";  // end of step n is stamped start + n*dtime
  double vertical_cfl_threshold = 0.85;
  bool do_prep_adv = true;  // ICON lprep_adv
  bool diffuse_before_time_loop = false;
  bool apply_extra_second_order_divdamp = false;
};

struct RunConfig {
  std::string device = "auto";
  std::string kernels = "plain";  // the only kind so far: one kernel for each ICON loop
  int threads = 0;                // 0: OpenMP's default
  LaunchTable launch;
};

struct Config {
  std::string name;                          // shown in reports
  std::filesystem::path origin;              // the YAML file or case.json that this came from
  std::filesystem::path archive;             // directory of a Serialbox archive; empty: no archive
  std::string archive_prefix;                // empty: the only one in the directory
  std::string grid;                          // grid file or generator description; empty: the archive's
  std::string initial_state;                 // "archive", "jw", "gauss3d", "wk82" ...
  std::string topography;                    // "flat", "jw", "gaussian_hill" or a file; only with a grid
  bool verify_only = false;
  std::vector<std::pair<int, int>> detail;   // (step, substep) pairs that case.json promises; empty: what the archive holds
  TimeConfig time;
  bool has_diffusion = true;
  NonhydrostaticConfig nonhydrostatic;
  DiffusionConfig diffusion;
  VerticalConfig vertical;
  MetricsConfig metrics;
  InterpolationConfig interpolation;
  CaseOptions initial_condition, topography_options;
  RunConfig run;
};

// Reads a YAML case file, or the case.json of an archive directory, and applies "key.path=value" settings. Throws
// UsageError with file and line (YAML) or key (case.json): unknown key with a suggestion, duplicate key, wrong type, contradictory
// times, an option value that is not implemented.
Config read_config(const std::filesystem::path& yaml_or_archive, const std::vector<std::string>& settings = {});

// Refuses by name what is not implemented. read_config calls it.
void validate(const Config& c);

// Date stamp "YYYY-MM-DDThh:mm:ss.mmm" of start + seconds.
std::string date_after(const std::string& start, double seconds);

}  // namespace icodyn

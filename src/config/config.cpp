#include "config/config.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "config/date.hpp"
#include "config/section.hpp"
#include "config/value_tree.hpp"
#include "runtime/error.hpp"

namespace icodyn {

namespace fs = std::filesystem;

namespace {

const Enum time_schemes = {{"MOST_EFFICIENT", 4}, {"STABLE", 5}, {"EXPENSIVE", 6}};
const Enum rho_theta_advections = {{"SIMPLE", 1}, {"MIURA", 2}};
const Enum pressure_gradients = {{"CONVENTIONAL", 1}, {"TAYLOR", 2}, {"TAYLOR_HYDRO", 3}, {"POLYNOMIAL", 4}, {"POLYNOMIAL_HYDRO", 5}};
const Enum rayleigh_types = {{"CLASSIC", 1}, {"KLEMP", 2}};
const Enum divdamp_orders = {{"SECOND_ORDER", 2}, {"FOURTH_ORDER", 4}, {"COMBINED", 24}};
const Enum divdamp_types = {{"TWO_DIMENSIONAL", 2}, {"THREE_DIMENSIONAL", 3}, {"COMBINED", 32}};
const Enum diffusion_types = {{"NO_DIFFUSION", -1}, {"LINEAR_2ND_ORDER", 2}, {"SMAGORINSKY_NO_BACKGROUND", 3}, {"LINEAR_4TH_ORDER", 4},
                              {"SMAGORINSKY_4TH_ORDER", 5}};
const Enum vn_stencils = {{"DIAMOND_VERTICES", 1}, {"CELLS_AND_VERTICES", 2}};
const Enum temperature_stencils = {{"HOMOGENEOUS", 1}, {"HETEROGENEOUS", 2}};
const Enum shear_types = {{"VERTICAL_OF_HORIZONTAL_WIND", 0}, {"VERTICAL_HORIZONTAL_OF_HORIZONTAL_WIND", 1},
                          {"VERTICAL_HORIZONTAL_OF_HORIZONTAL_VERTICAL_WIND", 2}, {"VERTICAL_HORIZONTAL_OF_HORIZONTAL_WIND_LTHESH", 3}};
const Enum forcings = {{"NO_FORCING", 0}, {"AES", 2}, {"NWP", 3}};
const Enum rbf_kernels = {{"GAUSSIAN", 1}, {"INVERSE_MULTIQUADRATIC", 3}};

void read_nonhydrostatic(Section s, NonhydrostaticConfig& c) {
  s.get("itime_scheme", c.itime_scheme, time_schemes);
  s.get("iadv_rhotheta", c.iadv_rhotheta, rho_theta_advections);
  s.get("igradp_method", c.igradp_method, pressure_gradients);
  s.get("rayleigh_type", c.rayleigh_type, rayleigh_types);
  s.get("divdamp_order", c.divdamp_order, divdamp_orders);
  s.get("divdamp_type", c.divdamp_type, divdamp_types);
  s.get("l_vert_nested", c.l_vert_nested);
  s.get("deepatmos_mode", c.deepatmos_mode);
  s.get("iau_init", c.iau_init);
  s.get("extra_diffu", c.extra_diffu);
  s.get("rhotheta_offctr", c.rhotheta_offctr);
  s.get("veladv_offctr", c.veladv_offctr);
  s.get("max_nudging_coefficient", c.max_nudging_coefficient);
  s.get("fourth_order_divdamp_factor", c.fourth_order_divdamp_factor);
  s.get("fourth_order_divdamp_factor2", c.fourth_order_divdamp_factor2);
  s.get("fourth_order_divdamp_factor3", c.fourth_order_divdamp_factor3);
  s.get("fourth_order_divdamp_factor4", c.fourth_order_divdamp_factor4);
  s.get("fourth_order_divdamp_z", c.fourth_order_divdamp_z);
  s.get("fourth_order_divdamp_z2", c.fourth_order_divdamp_z2);
  s.get("fourth_order_divdamp_z3", c.fourth_order_divdamp_z3);
  s.get("fourth_order_divdamp_z4", c.fourth_order_divdamp_z4);
  s.finish();
}

void read_diffusion(Section s, DiffusionConfig& c) {
  s.get("diffusion_type", c.diffusion_type, diffusion_types);
  s.get("apply_to_vertical_wind", c.apply_to_vertical_wind);
  s.get("apply_to_horizontal_wind", c.apply_to_horizontal_wind);
  s.get("apply_to_temperature", c.apply_to_temperature);
  s.get("apply_smag_diff_to_vertical_wind", c.apply_smag_diff_to_vertical_wind);
  s.get("compute_3d_smag_coeff", c.compute_3d_smag_coeff);
  s.get("type_vn_diffu", c.type_vn_diffu, vn_stencils);
  s.get("type_t_diffu", c.type_t_diffu, temperature_stencils);
  s.get("hdiff_efdt_ratio", c.hdiff_efdt_ratio);
  s.get("hdiff_w_efdt_ratio", c.hdiff_w_efdt_ratio);
  s.get("smagorinski_scaling_factor", c.smagorinski_scaling_factor);
  s.get("smagorinski_scaling_factor2", c.smagorinski_scaling_factor2);
  s.get("smagorinski_scaling_factor3", c.smagorinski_scaling_factor3);
  s.get("smagorinski_scaling_factor4", c.smagorinski_scaling_factor4);
  s.get("smagorinski_scaling_height", c.smagorinski_scaling_height);
  s.get("smagorinski_scaling_height2", c.smagorinski_scaling_height2);
  s.get("smagorinski_scaling_height3", c.smagorinski_scaling_height3);
  s.get("smagorinski_scaling_height4", c.smagorinski_scaling_height4);
  s.get("apply_zdiffusion_t", c.apply_zdiffusion_t);
  s.get("ndyn_substeps", c.ndyn_substeps);
  s.get("temperature_boundary_diffusion_denominator", c.temperature_boundary_diffusion_denominator);
  s.get("velocity_boundary_diffusion_denominator", c.velocity_boundary_diffusion_denominator);
  s.get("max_nudging_coefficient", c.max_nudging_coefficient);
  s.get("shear_type", c.shear_type, shear_types);
  s.get("iforcing", c.iforcing, forcings);
  s.get("a_hshr", c.a_hshr);
  s.get("loutshs", c.loutshs);
  s.finish();
}

void read_vertical(Section s, VerticalConfig& c) {
  s.get("num_levels", c.num_levels);
  s.get("maximal_layer_thickness", c.maximal_layer_thickness);
  s.get("top_height_limit_for_maximal_layer_thickness", c.top_height_limit_for_maximal_layer_thickness);
  s.get("lowest_layer_thickness", c.lowest_layer_thickness);
  s.get("model_top_height", c.model_top_height);
  s.get("flat_height", c.flat_height);
  s.get("stretch_factor", c.stretch_factor);
  s.get("rayleigh_damping_height", c.rayleigh_damping_height);
  s.get("htop_moist_proc", c.htop_moist_proc);
  s.get("file_path", c.file_path);
  s.get("SLEVE_decay_scale_1", c.SLEVE_decay_scale_1);
  s.get("SLEVE_decay_scale_2", c.SLEVE_decay_scale_2);
  s.get("SLEVE_decay_exponent", c.SLEVE_decay_exponent);
  // icon4py writes its fixed values with a leading underscore
  const std::pair<const char*, double*> fixed[] = {{"SLEVE_minimum_layer_thickness_1", &c.SLEVE_minimum_layer_thickness_1},
                                                   {"SLEVE_minimum_layer_thickness_2", &c.SLEVE_minimum_layer_thickness_2},
                                                   {"SLEVE_minimum_relative_layer_thickness_1", &c.SLEVE_minimum_relative_layer_thickness_1},
                                                   {"SLEVE_minimum_relative_layer_thickness_2", &c.SLEVE_minimum_relative_layer_thickness_2}};
  for (const auto& [name, to] : fixed) {
    s.get(std::string("_") + name, *to);
    s.get(name, *to);
  }
  s.finish();
}

void read_metrics(Section s, MetricsConfig& c) {
  s.get("exner_expol", c.exner_expol);
  s.get("vwind_offctr", c.vwind_offctr);
  s.get("thslp_zdiffu", c.thslp_zdiffu);
  s.get("thhgtd_zdiffu", c.thhgtd_zdiffu);
  s.get("rayleigh_type", c.rayleigh_type, rayleigh_types);
  s.get("rayleigh_coeff", c.rayleigh_coeff);
  s.get("divdamp_trans_start", c.divdamp_trans_start);
  s.get("divdamp_trans_end", c.divdamp_trans_end);
  s.get("divdamp_type", c.divdamp_type, divdamp_types);
  s.get("divdamp_negative_above_trans_end", c.divdamp_negative_above_trans_end);
  s.get("igradp_method", c.igradp_method, pressure_gradients);
  s.finish();
}

void read_interpolation(Section s, InterpolationConfig& c) {
  s.get("divergence_averaging_central_cell_weight", c.divergence_averaging_central_cell_weight);
  s.get("max_nudging_coefficient", c.max_nudging_coefficient);
  // icon4py: the namelist's nudge_max_coeff, of which max_nudging_coefficient is five times; null where not given
  if (const auto* v = s.take("_nudge_max_coeff"); v && v->kind == ConfigValue::Kind::scalar)
    c.max_nudging_coefficient = 5.0 * s.number(*v, "_nudge_max_coeff");
  s.get("nudge_efold_width", c.nudge_efold_width);
  s.get("nudge_zone_width", c.nudge_zone_width);
  for (const auto& [key, to] : {std::pair{"rbf_kernel_cell", &c.rbf_kernel_cell}, {"rbf_kernel_edge", &c.rbf_kernel_edge},
                                {"rbf_kernel_vertex", &c.rbf_kernel_vertex}}) {
    s.get(key, *to);
    for (const auto& [name, n] : rbf_kernels)
      if (*to == std::to_string(n)) *to = name;
  }
  s.get("lsq_dim_unk", c.lsq_dim_unk);
  s.get("lsq_dim_c", c.lsq_dim_c);
  s.get("lsq_wgt_exp", c.lsq_wgt_exp);
  s.get("lsq_high_ord", c.lsq_high_ord);
  s.finish();
}

void read_time(Section s, TimeConfig& c) {
  const auto date = [](const ConfigValue& v, const std::string& key) {
    try {
      return milliseconds_of(v.text);
    } catch (const UsageError& e) {
      throw UsageError(fmt::format("{}: time.{}: {}", v.place, key, e.what()));
    }
  };
  s.get("dtime", c.dtime);
  s.get("ndyn_substeps", c.ndyn_substeps);
  s.get("steps", c.n_time_steps);
  s.get("start", c.start);
  if (const auto* start = s.find("start")) date(*start, "start");
  s.get("vertical_cfl_threshold", c.vertical_cfl_threshold);
  s.get("do_prep_adv", c.do_prep_adv);
  s.get("diffuse_before_time_loop", c.diffuse_before_time_loop);
  s.get("apply_extra_second_order_divdamp", c.apply_extra_second_order_divdamp);
  std::string text;
  s.get("end", text);
  if (const auto* end = s.find("end"); end && c.dtime > 0) {  // a bad dtime is refused by validate()
    const double span = 1e-3 * static_cast<double>(date(*end, "end") - milliseconds_of(c.start)), n = span / c.dtime;
    if (!(span > 0)) throw UsageError(fmt::format("{}: time.end '{}' does not lie after time.start '{}'", end->place, end->text, c.start));
    if (std::abs(n - std::round(n)) > 1e-9 * n || n > 2e9)
      throw UsageError(fmt::format("{}: from time.start '{}' to time.end '{}' are {} s, not a multiple of time.dtime = {} s", end->place, c.start,
                                   end->text, span, c.dtime));
    const int steps = static_cast<int>(std::round(n));
    if (const auto* given = s.find("steps"); given && c.n_time_steps != steps)
      throw UsageError(fmt::format("{}: time.end means {} steps, but time.steps is {} ({}); give one of them", end->place, steps, c.n_time_steps,
                                   given->place));
    c.n_time_steps = steps;
  }
  s.finish();
}

void read_run(Section s, RunConfig& c) {
  s.get("device", c.device);
  s.get("kernels", c.kernels);
  s.get("threads", c.threads);
  if (const auto* table = s.take("launch")) {
    if (table->kind != ConfigValue::Kind::map) throw UsageError(table->place + ": run.launch must be a section: stencil: [x, y]");
    for (const auto& e : table->entries) {
      if (e.value.kind != ConfigValue::Kind::list || e.value.items.size() != 2)
        throw UsageError(fmt::format("{}: run.launch.{} must be two numbers, [x, y] threads of a block", e.place, e.key));
      LaunchShape shape{s.whole(e.value.items[0], e.key), s.whole(e.value.items[1], e.key)};
      if (shape.x < 1 || shape.y < 1 || shape.x > 1024 || shape.y > 1024 || shape.x * shape.y > 1024)
        throw UsageError(fmt::format("{}: run.launch.{} is [{}, {}]; a block has 1 .. 1024 threads", e.place, e.key, shape.x, shape.y));
      c.launch[e.key] = shape;
    }
  }
  s.finish();
}

// Sections that YAML files and case.json share.
void read_sections(Section& root, Config& c) {
  read_nonhydrostatic(root.sub("nonhydrostatic"), c.nonhydrostatic);
  if (const auto* d = root.take("diffusion"); d && d->kind == ConfigValue::Kind::scalar && d->text == "none")
    c.has_diffusion = false;
  else
    read_diffusion(root.sub("diffusion"), c.diffusion);
  read_vertical(root.sub("vertical"), c.vertical);
  read_metrics(root.sub("metrics"), c.metrics);
  read_interpolation(root.sub("interpolation"), c.interpolation);
  c.initial_condition = root.sub("initial_condition").all_numbers();
}

ConfigValue scalar(const std::string& text, const std::string& place) {
  ConfigValue v;
  v.kind = ConfigValue::Kind::scalar;
  v.text = text;
  v.place = place;
  return v;
}

// The case.json beside an archive in the terms of a YAML file.
ConfigValue translate_case_json(const ConfigValue& json) {
  const std::set<std::string> same = {"nonhydrostatic", "diffusion", "vertical", "metrics", "interpolation", "initial_condition", "detail", "verify_only"};
  const std::set<std::string> in_time = {"dtime", "ndyn_substeps", "steps", "start"};
  std::vector<std::string> known(same.begin(), same.end());
  known.insert(known.end(), in_time.begin(), in_time.end());
  known.insert(known.end(), {"case", "grid", "nlev", "topography", "spinup_diffusion"});

  for (const char* key : {"dtime", "ndyn_substeps", "steps", "start", "nonhydrostatic", "diffusion"})
    if (!json.find(key)) throw UsageError(fmt::format("{}: key '{}' is missing", json.place, key));

  ConfigValue out, time;
  out.kind = time.kind = ConfigValue::Kind::map;
  out.place = time.place = json.place;
  for (const auto& e : json.entries) {
    if (in_time.count(e.key)) {
      time.entries.push_back(e);
    } else if (e.key == "diffusion" && e.value.kind == ConfigValue::Kind::null) {  // icon4py: an absent component is off
      out.entries.push_back({e.key, e.place, scalar("none", e.value.place)});
    } else if (same.count(e.key)) {
      out.entries.push_back(e);
    } else if (e.key == "case") {
      out.entries.push_back({"initial_state", e.place, e.value});
    } else if (e.key == "topography") {
      out.entries.push_back({"topography_options", e.place, e.value});
    } else if (e.key == "spinup_diffusion") {
      // make_reference.py sets both options from this one
      time.entries.push_back({"diffuse_before_time_loop", e.place, e.value});
      time.entries.push_back({"apply_extra_second_order_divdamp", e.place, e.value});
    } else if (e.key != "grid" && e.key != "nlev") {  // grid only says from which file the archive was made
      throw UsageError(fmt::format("{}: unknown key '{}'{}", e.place, e.key, suggestion(e.key, known)));
    }
  }
  out.entries.push_back({"time", json.place, time});
  if (const auto* nlev = json.find("nlev")) {
    ConfigValue& vertical = out.at_or_add("vertical", nlev->place);
    if (vertical.kind == ConfigValue::Kind::null) vertical.kind = ConfigValue::Kind::map;
    ConfigValue& levels = vertical.at_or_add("num_levels", nlev->place);
    if (levels.kind == ConfigValue::Kind::null)
      levels = *nlev;
    else if (levels.text != nlev->text)
      throw UsageError(fmt::format("{}: nlev = {} and vertical.num_levels = {} contradict each other", nlev->place, nlev->text, levels.text));
  }
  return out;
}

void read_detail(const ConfigValue* v, Config& c) {
  if (!v) return;
  const auto bad = [&] { throw UsageError(v->place + ": detail must be a list of [step, substep] pairs, counted from 1"); };
  if (v->kind != ConfigValue::Kind::list) bad();
  const Section helper(nullptr, "");
  for (const auto& item : v->items) {
    if (item.kind != ConfigValue::Kind::list || item.items.size() != 2) bad();
    c.detail.emplace_back(helper.whole(item.items[0], "detail"), helper.whole(item.items[1], "detail"));
    if (c.detail.back().first < 1 || c.detail.back().second < 1) bad();
  }
}

// Where an archive gives all data, these options only describe how the data were made; to change them changes nothing.
bool describes_data_only(const std::string& path) {
  if (path == "vertical.htop_moist_proc" || path == "vertical.rayleigh_damping_height") return false;
  for (const char* section : {"vertical.", "metrics.", "interpolation.", "initial_condition.", "topography_options."})
    if (path.rfind(section, 0) == 0) return true;
  return path == "initial_state" || path == "topography";
}

// The number of substeps stands twice. icon4py keeps both, so an archive may hold two different ones; anything else is a mistake.
void check_substeps(const ConfigValue& tree, const Config& c, const std::string& case_json) {
  if (!c.has_diffusion || c.diffusion.ndyn_substeps == c.time.ndyn_substeps) return;
  const ConfigValue *own = tree.at("diffusion.ndyn_substeps"), *time = tree.at("time.ndyn_substeps");
  const auto from_archive = [&](const ConfigValue* v) { return !case_json.empty() && v && v->place.rfind(case_json, 0) == 0; };
  const std::string text = fmt::format("diffusion.ndyn_substeps = {} and time.ndyn_substeps = {}", c.diffusion.ndyn_substeps, c.time.ndyn_substeps);
  if (!from_archive(own) || !from_archive(time))
    throw UsageError(fmt::format("{}: {} contradict each other; set both to the same number", (from_archive(own) ? time : own)->place, text));
  spdlog::warn("{}: {} differ, as the archive was made; diffusion uses its own", case_json, text);
}

}  // namespace

Config read_config(const fs::path& yaml_or_archive, const std::vector<std::string>& settings) {
  Config c;
  ConfigValue tree, overrides, set;
  tree.kind = overrides.kind = set.kind = ConfigValue::Kind::map;
  for (const auto& s : settings) apply_setting(set, s);
  std::string case_json, archive_place;

  const auto text_of = [](const ConfigValue& v) {
    if (v.kind != ConfigValue::Kind::scalar) throw UsageError(v.place + ": archive must be the path of a folder");
    return v.text;
  };
  const auto start_from = [&](const fs::path& folder) {
    const fs::path json = folder / "case.json";
    if (!fs::exists(json)) return;
    tree = translate_case_json(read_json(json));
    case_json = json.string();
  };

  if (fs::is_directory(yaml_or_archive)) {
    start_from(yaml_or_archive);
    if (case_json.empty()) throw UsageError("'" + yaml_or_archive.string() + "' has no case.json; give a YAML case file that names the archive");
    c.archive = yaml_or_archive;
    c.origin = case_json;
    const fs::path folder = fs::absolute(yaml_or_archive).lexically_normal();
    c.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    if (const auto* a = set.find("archive")) c.archive = text_of(*a);
  } else {
    overrides = read_yaml(yaml_or_archive);
    c.origin = yaml_or_archive;
    c.name = yaml_or_archive.stem().string();
    const ConfigValue *in_yaml = overrides.find("archive"), *in_set = set.find("archive");
    if (in_set || in_yaml) {
      archive_place = (in_set ? in_set : in_yaml)->place + ": ";
      c.archive = in_set ? fs::path(text_of(*in_set)) : (yaml_or_archive.parent_path() / text_of(*in_yaml)).lexically_normal();
      start_from(c.archive);
      if (!case_json.empty()) spdlog::info("{}: every key that is not given is taken from '{}'", c.origin.string(), case_json);
    }
  }
  if (!c.archive.empty() && !fs::is_directory(c.archive))
    throw DataError(fmt::format("{}archive '{}' is not a folder; scripts/setup.sh unpacks the archives in data/", archive_place, c.archive.string()));

  std::vector<Override> changed;
  merge(tree, overrides, &changed);
  if (!case_json.empty())
    for (const auto& o : changed) spdlog::info("{}: {} = {} instead of {}", o.place, o.path, o.now, o.before);
  merge(tree, set, &changed);

  Section root(&tree, "");
  root.get("name", c.name);
  root.take("archive");
  root.get("archive_prefix", c.archive_prefix);
  root.get("grid", c.grid);
  root.get("initial_state", c.initial_state);
  root.get("topography", c.topography);
  root.get("verify_only", c.verify_only);
  read_detail(root.take("detail"), c);
  Section time = root.sub("time");
  if (!time.find("dtime")) throw UsageError(fmt::format("{}: time.dtime, the time step in s, is missing", c.origin.string()));
  read_time(time, c.time);
  // one number of substeps serves both unless diffusion's own is given
  c.diffusion.ndyn_substeps = c.time.ndyn_substeps;
  read_sections(root, c);
  c.topography_options = root.sub("topography_options").all_numbers();
  read_run(root.sub("run"), c.run);
  root.finish();

  check_substeps(tree, c, case_json);
  try {
    validate(c);
  } catch (const OptionError& e) {
    const ConfigValue* v = tree.at(e.key);
    throw UsageError((v ? v->place + ": " : "") + e.what());
  }
  if (!case_json.empty() && c.grid.empty())
    for (const auto& o : changed)
      if (describes_data_only(o.path))
        spdlog::warn("{}: {} = {} has no effect: the archive holds data that were made with {}", o.place, o.path, o.now, o.before);
  return c;
}

}  // namespace icodyn

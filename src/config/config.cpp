#include "config/config.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <map>
#include <set>

#include "config/value_tree.hpp"
#include "runtime/error.hpp"

namespace icodyn {

namespace fs = std::filesystem;

namespace {

using Enum = std::map<std::string, int>;  // icon4py's member names and ICON's numbers

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
const Enum forcings = {{"NO_FORCING", 0}, {"HELDSUAREZ", 1}, {"AES", 2}, {"NWP", 3}};

int edit_distance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// The keys of one section: each is taken once by name; what is left over at the end is unknown.
class Section {
 public:
  Section(const ConfigValue* values, std::string name) : values_(values), name_(std::move(name)) {
    if (values_ && values_->kind == ConfigValue::Kind::null) values_ = nullptr;
    if (values_ && values_->kind != ConfigValue::Kind::map)
      throw UsageError(fmt::format("{}: '{}' must be a section of keys and values", values_->place, name_));
  }

  Section sub(const std::string& key) { return Section(take(key), name_.empty() ? key : name_ + "." + key); }
  const ConfigValue* take(const std::string& key) {
    known_.push_back(key);
    return values_ ? values_->find(key) : nullptr;
  }
  bool has(const std::string& key) const { return values_ && values_->find(key); }

  void get(const std::string& key, double& to) {
    if (const auto* v = take(key)) to = number(*v, key);
  }
  void get(const std::string& key, int& to) {
    if (const auto* v = take(key)) to = whole(*v, key);
  }
  void get(const std::string& key, bool& to) {
    const auto* v = take(key);
    if (!v) return;
    const bool scalar = v->kind == ConfigValue::Kind::scalar && !v->quoted;
    if (scalar && (v->text == "true" || v->text == "false"))
      to = v->text == "true";
    else
      wrong(*v, key, "true or false");
  }
  void get(const std::string& key, std::string& to) {
    const auto* v = take(key);
    if (!v || v->kind == ConfigValue::Kind::null) return;
    if (v->kind != ConfigValue::Kind::scalar) wrong(*v, key, "text");
    to = v->text;
  }
  void get(const std::string& key, int& to, const Enum& names) {
    const auto* v = take(key);
    if (!v) return;
    if (v->kind == ConfigValue::Kind::scalar)
      if (const auto it = names.find(v->text); it != names.end()) {
        to = it->second;
        return;
      }
    const bool numeric = v->kind == ConfigValue::Kind::scalar && !v->quoted && v->text.find_first_not_of("+-0123456789") == std::string::npos;
    if (!numeric) {
      std::vector<std::string> choices;
      for (const auto& [name, n] : names) choices.push_back(fmt::format("{} ({})", name, n));
      wrong(*v, key, fmt::format("one of {}", fmt::join(choices, ", ")));
    }
    to = whole(*v, key);
  }

  // Every remaining entry as name -> number (options of an analytic case).
  CaseOptions all_numbers() {
    CaseOptions out;
    if (!values_) return out;
    for (const auto& e : values_->entries) {
      known_.push_back(e.key);
      if (e.value.kind == ConfigValue::Kind::null) continue;
      if (e.value.text == "true" || e.value.text == "false")
        out.emplace_back(e.key, e.value.text == "true" ? 1.0 : 0.0);
      else
        out.emplace_back(e.key, number(e.value, e.key));
    }
    return out;
  }

  void finish() const {
    if (!values_) return;
    for (const auto& e : values_->entries) {
      if (std::find(known_.begin(), known_.end(), e.key) != known_.end()) continue;
      const auto nearest = std::min_element(known_.begin(), known_.end(), [&](const auto& a, const auto& b) {
        return edit_distance(a, e.key) < edit_distance(b, e.key);
      });
      const bool close = nearest != known_.end() && edit_distance(*nearest, e.key) <= std::max<int>(2, static_cast<int>(e.key.size()) / 3);
      throw UsageError(fmt::format("{}: unknown key '{}'{}{}", e.place, e.key, name_.empty() ? "" : fmt::format(" in section '{}'", name_),
                                   close ? fmt::format("; did you mean '{}'?", *nearest) : fmt::format("; known keys: {}", fmt::join(known_, ", "))));
    }
  }

  double number(const ConfigValue& v, const std::string& key) const {
    double out = 0;
    const char* end = v.text.data() + v.text.size();
    const auto r = std::from_chars(v.text.data() + (!v.text.empty() && v.text[0] == '+' ? 1 : 0), end, out);
    if (v.kind != ConfigValue::Kind::scalar || v.quoted || r.ec != std::errc() || r.ptr != end || !std::isfinite(out)) wrong(v, key, "a finite number");
    return out;
  }
  int whole(const ConfigValue& v, const std::string& key) const {
    const double d = number(v, key);
    if (d != std::floor(d) || std::abs(d) > 2e9) wrong(v, key, "a whole number");
    return static_cast<int>(d);
  }

 private:
  [[noreturn]] void wrong(const ConfigValue& v, const std::string& key, const std::string& expected) const {
    const std::string shown = v.kind == ConfigValue::Kind::map ? "a section" : v.kind == ConfigValue::Kind::list ? "a list" : "'" + v.text + "'";
    throw UsageError(fmt::format("{}: {}{} is {}, expected {}", v.place, name_.empty() ? "" : name_ + ".", key, shown, expected));
  }

  const ConfigValue* values_;
  std::string name_;
  std::vector<std::string> known_;
};

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
  s.get("rbf_kernel_cell", c.rbf_kernel_cell);
  s.get("rbf_kernel_edge", c.rbf_kernel_edge);
  s.get("rbf_kernel_vertex", c.rbf_kernel_vertex);
  s.get("lsq_dim_unk", c.lsq_dim_unk);
  s.get("lsq_dim_c", c.lsq_dim_c);
  s.get("lsq_wgt_exp", c.lsq_wgt_exp);
  s.get("lsq_high_ord", c.lsq_high_ord);
  s.finish();
}

void read_time(Section s, TimeConfig& c) {
  s.get("dtime", c.dtime);
  s.get("ndyn_substeps", c.ndyn_substeps);
  const bool steps_given = s.has("steps");
  s.get("steps", c.n_time_steps);
  s.get("start", c.start);
  date_after(c.start, 0);  // throws where it is not a date
  s.get("vertical_cfl_threshold", c.vertical_cfl_threshold);
  s.get("do_prep_adv", c.do_prep_adv);
  s.get("diffuse_before_time_loop", c.diffuse_before_time_loop);
  s.get("apply_extra_second_order_divdamp", c.apply_extra_second_order_divdamp);
  if (const auto* end = s.take("end")) {
    const auto seconds = [](const std::string& date) {
      std::tm t{};
      double fraction = 0;
      if (std::sscanf(date.c_str(), "%d-%d-%dT%d:%d:%lf", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min, &fraction) != 6)
        throw UsageError("'" + date + "' is not a date; write YYYY-MM-DDThh:mm:ss.mmm");
      t.tm_year -= 1900;
      t.tm_mon -= 1;
      return static_cast<double>(timegm(&t)) + fraction;
    };
    date_after(end->text, 0);
    const double span = seconds(end->text) - seconds(c.start), n = span / c.dtime;
    if (!(span > 0)) throw UsageError(fmt::format("{}: time.end '{}' does not lie after time.start '{}'", end->place, end->text, c.start));
    if (std::abs(n - std::round(n)) > 1e-9 * n)
      throw UsageError(fmt::format("{}: from time.start '{}' to time.end '{}' are {} s, not a multiple of time.dtime = {} s", end->place, c.start,
                                   end->text, span, c.dtime));
    if (steps_given && c.n_time_steps != static_cast<int>(std::round(n)))
      throw UsageError(fmt::format("{}: time.end means {} steps, but time.steps is {}; give one of them", end->place, std::round(n), c.n_time_steps));
    c.n_time_steps = static_cast<int>(std::round(n));
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
      if (shape.x < 1 || shape.y < 1 || shape.x * shape.y > 1024)
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

// case.json of make_reference.py in the terms of a YAML file.
ConfigValue translate_case_json(ConfigValue json) {
  ConfigValue out;
  out.kind = ConfigValue::Kind::map;
  const auto place = json.place;
  ConfigValue time;
  time.kind = ConfigValue::Kind::map;
  const std::map<std::string, std::string> to_time = {{"dtime", "dtime"}, {"ndyn_substeps", "ndyn_substeps"}, {"steps", "steps"}, {"start", "start"}};
  for (const auto& e : json.entries) {
    if (const auto it = to_time.find(e.key); it != to_time.end()) {
      time.entries.push_back({it->second, e.place, e.value});
    } else if (e.key == "case") {
      out.entries.push_back({"initial_state", e.place, e.value});
    } else if (e.key == "topography") {
      out.entries.push_back({"topography_options", e.place, e.value});
    } else if (e.key == "nlev") {
      out.entries.push_back({"num_levels", e.place, e.value});
    } else if (e.key == "grid") {
      out.entries.push_back({"reference_grid", e.place, e.value});
    } else if (e.key == "spinup_diffusion") {
      // make_reference.py sets both options from this one
      time.entries.push_back({"diffuse_before_time_loop", e.place, e.value});
      time.entries.push_back({"apply_extra_second_order_divdamp", e.place, e.value});
    } else {
      out.entries.push_back(e);
    }
  }
  out.place = place;
  out.entries.push_back({"time", place, time});
  return out;
}

void read_detail(const ConfigValue* v, Config& c) {
  if (!v) return;
  const auto bad = [&] { throw UsageError(v->place + ": detail must be a list of [step, substep] pairs"); };
  if (v->kind != ConfigValue::Kind::list) bad();
  const Section helper(nullptr, "detail");
  for (const auto& item : v->items) {
    if (item.kind != ConfigValue::Kind::list || item.items.size() != 2) bad();
    c.detail.emplace_back(helper.whole(item.items[0], "detail"), helper.whole(item.items[1], "detail"));
  }
}

void refuse(const std::string& option, const std::string& value, const std::string& accepted) {
  throw UsageError(fmt::format("{} = {} is not implemented; accepted: {}", option, value, accepted));
}
void only(const char* option, int value, std::initializer_list<int> accepted) {
  if (std::find(accepted.begin(), accepted.end(), value) == accepted.end())
    refuse(option, std::to_string(value), fmt::format("{}", fmt::join(accepted, ", ")));
}
void only(const char* option, bool value, bool accepted) {
  if (value != accepted) refuse(option, value ? "true" : "false", accepted ? "true" : "false");
}
void positive(const char* option, double value) {
  if (!(value > 0)) throw UsageError(fmt::format("{} is {}, it must be positive", option, value));
}

}  // namespace

std::string date_after(const std::string& start, double seconds) {
  std::tm t{};
  double second = 0;
  int used = 0;
  if (std::sscanf(start.c_str(), "%4d-%2d-%2dT%2d:%2d:%lf%n", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min, &second, &used) != 6 ||
      used != static_cast<int>(start.size()) || t.tm_mon < 1 || t.tm_mon > 12 || t.tm_mday < 1 || t.tm_mday > 31 || t.tm_hour > 23 || t.tm_min > 59 ||
      second < 0 || second >= 60)
    throw UsageError("'" + start + "' is not a date; write YYYY-MM-DDThh:mm:ss.mmm");
  t.tm_year -= 1900;
  t.tm_mon -= 1;
  const long long ms = 1000LL * timegm(&t) + std::llround(1000.0 * (second + seconds));
  const std::time_t whole = static_cast<std::time_t>(ms >= 0 ? ms / 1000 : -((-ms + 999) / 1000));
  std::tm out{};
  gmtime_r(&whole, &out);
  return fmt::format("{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}.{:03d}", out.tm_year + 1900, out.tm_mon + 1, out.tm_mday, out.tm_hour, out.tm_min,
                     out.tm_sec, static_cast<int>(ms - 1000LL * whole));
}

void validate(const Config& c) {
  const auto& n = c.nonhydrostatic;
  only("nonhydrostatic.itime_scheme", n.itime_scheme, {4});
  only("nonhydrostatic.iadv_rhotheta", n.iadv_rhotheta, {2});
  only("nonhydrostatic.igradp_method", n.igradp_method, {3});
  only("nonhydrostatic.rayleigh_type", n.rayleigh_type, {2});
  only("nonhydrostatic.divdamp_order", n.divdamp_order, {2, 4, 24});
  only("nonhydrostatic.divdamp_type", n.divdamp_type, {3, 32});
  only("nonhydrostatic.l_vert_nested", n.l_vert_nested, false);
  only("nonhydrostatic.deepatmos_mode", n.deepatmos_mode, false);
  only("nonhydrostatic.iau_init", n.iau_init, false);
  only("nonhydrostatic.extra_diffu", n.extra_diffu, true);
  const auto& d = c.diffusion;
  only("diffusion.diffusion_type", d.diffusion_type, {5});
  // icon4py ignores apply_to_vertical_wind = false; we refuse what would be ignored
  only("diffusion.apply_to_vertical_wind", d.apply_to_vertical_wind, true);
  only("diffusion.apply_smag_diff_to_vertical_wind", d.apply_smag_diff_to_vertical_wind, false);
  only("diffusion.compute_3d_smag_coeff", d.compute_3d_smag_coeff, false);
  only("diffusion.type_vn_diffu", d.type_vn_diffu, {1});
  only("diffusion.type_t_diffu", d.type_t_diffu, {2});
  only("diffusion.shear_type", d.shear_type, {0, 1, 2});
  only("diffusion.iforcing", d.iforcing, {0, 2, 3});
  only("metrics.rayleigh_type", c.metrics.rayleigh_type, {2});
  only("metrics.divdamp_type", c.metrics.divdamp_type, {3, 32});
  only("metrics.igradp_method", c.metrics.igradp_method, {3});
  positive("time.dtime", c.time.dtime);
  positive("time.vertical_cfl_threshold", c.time.vertical_cfl_threshold);
  if (c.time.ndyn_substeps < 1) throw UsageError(fmt::format("time.ndyn_substeps is {}, it must be at least 1", c.time.ndyn_substeps));
  if (c.time.n_time_steps < 1) throw UsageError(fmt::format("time.steps is {}, it must be at least 1", c.time.n_time_steps));
  if (c.has_diffusion && d.ndyn_substeps != c.time.ndyn_substeps)
    throw UsageError(fmt::format("diffusion.ndyn_substeps = {} and time.ndyn_substeps = {} contradict each other; keep them equal", d.ndyn_substeps,
                                 c.time.ndyn_substeps));
  if (c.run.kernels != "plain" && c.run.kernels != "fused")
    throw UsageError("run.kernels is '" + c.run.kernels + "', expected plain or fused");
  if (c.run.threads < 0) throw UsageError(fmt::format("run.threads is {}; 0 takes OpenMP's default", c.run.threads));
}

Config read_config(const fs::path& yaml_or_archive, const std::vector<std::string>& settings) {
  Config c;
  ConfigValue tree;
  tree.kind = ConfigValue::Kind::map;
  const auto base_of_archive = [&](const fs::path& folder) {
    const fs::path json = folder / "case.json";
    if (!fs::exists(json)) return false;
    tree = translate_case_json(read_json(json));
    c.origin = json;
    return true;
  };

  if (fs::is_directory(yaml_or_archive)) {
    if (!base_of_archive(yaml_or_archive))
      throw UsageError("'" + yaml_or_archive.string() + "' has no case.json; give a YAML case file that names the archive");
    c.archive = yaml_or_archive;
    c.name = fs::absolute(yaml_or_archive).lexically_normal().filename().string();
    if (c.name.empty()) c.name = fs::absolute(yaml_or_archive).parent_path().filename().string();
  } else {
    const ConfigValue yaml = read_yaml(yaml_or_archive);
    if (const auto* a = yaml.find("archive"); a && a->kind == ConfigValue::Kind::scalar) {
      c.archive = (yaml_or_archive.parent_path() / a->text).lexically_normal();
      if (base_of_archive(c.archive)) spdlog::info("{}: starting from the configuration in '{}'", yaml_or_archive.string(), c.origin.string());
    }
    c.name = yaml_or_archive.stem().string();
    c.origin = yaml_or_archive;
    merge(tree, yaml);
  }
  for (const auto& s : settings) apply_setting(tree, s);

  Section root(&tree, "");
  root.get("name", c.name);
  root.take("archive");
  root.get("archive_prefix", c.archive_prefix);
  root.get("grid", c.grid);
  std::string reference_grid;  // only says from which grid file the archive was made
  root.get("reference_grid", reference_grid);
  root.get("initial_state", c.initial_state);
  root.get("topography", c.topography);
  root.get("verify_only", c.verify_only);
  read_detail(root.take("detail"), c);
  read_time(root.sub("time"), c.time);
  // one number of substeps serves both unless diffusion's own is given
  const ConfigValue* d = tree.find("diffusion");
  if (!d || !d->find("ndyn_substeps")) c.diffusion.ndyn_substeps = c.time.ndyn_substeps;
  read_sections(root, c);
  c.topography_options = root.sub("topography_options").all_numbers();
  int levels = c.vertical.num_levels;
  root.get("num_levels", levels);
  if (levels != c.vertical.num_levels)
    throw UsageError(fmt::format("{}: nlev = {} and vertical.num_levels = {} contradict each other", c.origin.string(), levels, c.vertical.num_levels));
  read_run(root.sub("run"), c.run);
  root.finish();
  validate(c);
  return c;
}

}  // namespace icodyn

#include "verify/savepoint_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace icodyn {

namespace {

// Archive name -> name of the state where they differ; vector components stand as name -> {first, second}.
const std::map<std::string, std::string>& renamed() {
  static const std::map<std::string, std::string> names = {
      {"vn_now", "now.vn"},           {"w_now", "now.w"},             {"rho_now", "now.rho"},   {"exner_now", "now.exner"},
      {"theta_v_now", "now.theta_v"}, {"vn_new", "next.vn"},          {"w_new", "next.w"},      {"rho_new", "next.rho"},
      {"exner_new", "next.exner"},    {"theta_v_new", "next.theta_v"}, {"vcfl_dsl", "vcfl"},    {"z_gradd_exner", "z_gradh_exner"}};
  return names;
}
const std::map<std::string, std::vector<std::string>>& components() {
  static const std::map<std::string, std::vector<std::string>> names = {
      {"ddt_vn_apc_pc", {"ddt_vn_apc_pc:0", "ddt_vn_apc_pc:1"}},
      {"ddt_w_adv_pc", {"ddt_w_adv_pc:0", "ddt_w_adv_pc:1"}},
      {"z_rth_pr", {"z_rth_pr_1", "z_rth_pr_2"}},
      {"z_dexner_dz_c", {"z_dexner_dz_c_1", "z_dexner_dz_c_2"}},
      {"z_grad_rth", {"z_grad_rth_1", "z_grad_rth_2", "z_grad_rth_3", "z_grad_rth_4"}}};
  return names;
}
const char* const prognostic[] = {"vn", "w", "rho", "exner", "theta_v"};

// Profiles that diffusion-init holds for unit tests and the program computes from the configuration.
const char* const own_profiles[] = {"enh_smag_fac", "diff_multfac_smag", "smag_limit", "diff_multfac_n2w", "diff_multfac_vn",
                                    "scal_divdamp", "bdy_divdamp", "z_raylfac"};

bool is_profile(const std::string& name) {
  return std::find(std::begin(own_profiles), std::end(own_profiles), name) != std::end(own_profiles);
}

State& empty_state() {
  static State s;
  return s;
}

// Name of the state's field(s) for a stored name; empty: none.
std::vector<std::string> targets(const std::string& stored, TimeLevel bare) {
  if (is_profile(stored)) return {};
  if (const auto it = renamed().find(stored); it != renamed().end()) return {it->second};
  if (const auto it = components().find(stored); it != components().end()) return it->second;
  for (const char* p : prognostic)
    if (stored == p) return {(bare == TimeLevel::now ? "now." : "next.") + stored};
  return field_shape(empty_state(), stored) ? std::vector<std::string>{stored} : std::vector<std::string>{};
}

}  // namespace

std::vector<SavepointField> state_fields(const Archive& archive, int savepoint, TimeLevel bare_names) {
  std::vector<SavepointField> out;
  for (const std::string& stored : archive.savepoints()[static_cast<std::size_t>(savepoint)].fields) {
    const auto names = targets(stored, bare_names);
    const bool vector = components().count(stored) != 0;
    for (std::size_t i = 0; i < names.size(); ++i) out.push_back({stored, vector ? static_cast<int>(i) : -1, names[i]});
  }
  return out;
}

std::vector<LeftOut> left_out_fields(const Archive& archive, int savepoint, TimeLevel bare_names) {
  std::vector<LeftOut> out;
  for (const std::string& stored : archive.savepoints()[static_cast<std::size_t>(savepoint)].fields) {
    if (!targets(stored, bare_names).empty()) continue;
    const FieldInfo info = archive.info(stored);
    const bool scalar = std::all_of(info.dims.begin(), info.dims.end(), [](int d) { return d == 1; });
    out.push_back({stored, scalar ? "an argument of the call, not a result" : is_profile(stored) ? "a profile that the program computes from the configuration"
                                                                                                  : "the program keeps no field of this name"});
  }
  return out;
}

HostField read_state_field(const Archive& archive, int savepoint, const SavepointField& f, State& state) {
  const auto shape = field_shape(state, f.state);
  if (!shape) throw DataError("there is no field '" + f.state + "' in the state");
  HostField h = read_field(archive, savepoint, f.stored, shape->location, state.sizes, f.component);
  const bool without_surface = shape->levels == state.sizes.nlev + 1 && h.levels == state.sizes.nlev;
  const bool with_surface = shape->levels == state.sizes.nlev && h.levels == state.sizes.nlev + 1;
  if (without_surface || with_surface) {
    HostField fitted(shape->location, h.rows, 1, shape->levels);
    for (int i = 0; i < h.rows; ++i)
      for (int k = 0; k < std::min(h.levels, shape->levels); ++k) fitted(i, 0, k) = h(i, 0, k);
    return fitted;
  }
  if (h.levels != shape->levels)
    throw DataError(fmt::format("{} has {} levels, expected {}", archive.place(savepoint, f.stored), h.levels, shape->levels));
  return h;
}

void load_state(const Archive& archive, int savepoint, TimeLevel bare_names, State& state, const Device& device) {
  for (const SavepointField& f : state_fields(archive, savepoint, bare_names)) {
    const HostField h = read_state_field(archive, savepoint, f, state);
    for (std::size_t n = 0; n < h.values.size(); ++n)
      if (!std::isfinite(h.values[n]))
        throw DataError(fmt::format("{} is {} at row {}, level {}; a state must be finite", archive.place(savepoint, f.stored), h.values[n],
                                    n / static_cast<std::size_t>(h.levels) + 1, n % static_cast<std::size_t>(h.levels) + 1));
    upload(state, f.state, h, device);
  }
}

}  // namespace icodyn

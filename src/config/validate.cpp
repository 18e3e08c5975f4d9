// What a configuration may hold. Anything that the program would not do is refused by name.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "config/config.hpp"
#include "config/section.hpp"

namespace icodyn {

namespace {

void only(const char* option, int value, std::initializer_list<int> accepted) {
  if (std::find(accepted.begin(), accepted.end(), value) == accepted.end())
    throw OptionError(option, fmt::format("{} = {} is not implemented; accepted: {}", option, value, fmt::join(accepted, ", ")));
}

void only(const char* option, bool value, bool accepted, const char* reason = "") {
  if (value != accepted) throw OptionError(option, fmt::format("{} = {} is not implemented; accepted: {}{}", option, value, accepted, reason));
}

void positive(const char* option, double value) {
  if (!(value > 0)) throw OptionError(option, fmt::format("{} is {}, it must be positive", option, value));
}

void at_least(const char* option, double value, double least) {
  if (!(value >= least)) throw OptionError(option, fmt::format("{} is {}, it must be at least {}", option, value, least));
}

// Heights of a profile that is constant, linear, then a parabola through a third height, which may lie anywhere but at the second
// or the fourth (ICON's own default has it below the second).
void profile(const std::string& name, double z1, double z2, double z3, double z4) {
  if (!(z1 < z2)) throw OptionError(name + "2", fmt::format("{0} = {1} and {0}2 = {2} contradict each other; the second must lie higher", name, z1, z2));
  if (!(z2 < z4)) throw OptionError(name + "4", fmt::format("{0}2 = {1} and {0}4 = {2} contradict each other; the fourth must lie higher", name, z2, z4));
  if (z3 == z2 || z3 == z4) throw OptionError(name + "3", fmt::format("{0}3 = {1} must differ from {0}2 = {2} and {0}4 = {3}", name, z3, z2, z4));
}

void kernel_name(const char* option, const std::string& name) {
  if (name != "GAUSSIAN" && name != "INVERSE_MULTIQUADRATIC")
    throw OptionError(option, fmt::format("{} = '{}' is not implemented; accepted: GAUSSIAN, INVERSE_MULTIQUADRATIC", option, name));
}

void validate(const NonhydrostaticConfig& n) {
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
  at_least("nonhydrostatic.max_nudging_coefficient", n.max_nudging_coefficient, 0);
  profile("nonhydrostatic.fourth_order_divdamp_z", n.fourth_order_divdamp_z, n.fourth_order_divdamp_z2, n.fourth_order_divdamp_z3,
          n.fourth_order_divdamp_z4);
}

void validate(const DiffusionConfig& d) {
  only("diffusion.diffusion_type", d.diffusion_type, {5});
  only("diffusion.apply_to_vertical_wind", d.apply_to_vertical_wind, true, " (icon4py takes false and diffuses w all the same)");
  only("diffusion.apply_smag_diff_to_vertical_wind", d.apply_smag_diff_to_vertical_wind, false);
  only("diffusion.compute_3d_smag_coeff", d.compute_3d_smag_coeff, false);
  only("diffusion.type_vn_diffu", d.type_vn_diffu, {1});
  only("diffusion.type_t_diffu", d.type_t_diffu, {2});
  only("diffusion.shear_type", d.shear_type, {0, 1, 2});
  only("diffusion.iforcing", d.iforcing, {0, 2, 3});
  at_least("diffusion.ndyn_substeps", d.ndyn_substeps, 1);
  at_least("diffusion.max_nudging_coefficient", d.max_nudging_coefficient, 0);
  positive("diffusion.velocity_boundary_diffusion_denominator", d.velocity_boundary_diffusion_denominator);
  positive("diffusion.temperature_boundary_diffusion_denominator", d.temperature_boundary_diffusion_denominator);
  profile("diffusion.smagorinski_scaling_height", d.smagorinski_scaling_height, d.smagorinski_scaling_height2, d.smagorinski_scaling_height3,
          d.smagorinski_scaling_height4);
}

}  // namespace

void validate(const Config& c) {
  positive("time.dtime", c.time.dtime);
  positive("time.vertical_cfl_threshold", c.time.vertical_cfl_threshold);
  at_least("time.ndyn_substeps", c.time.ndyn_substeps, 1);
  at_least("time.steps", c.time.n_time_steps, 1);
  validate(c.nonhydrostatic);
  if (c.has_diffusion) validate(c.diffusion);
  only("metrics.rayleigh_type", c.metrics.rayleigh_type, {2});
  only("metrics.divdamp_type", c.metrics.divdamp_type, {3, 32});
  only("metrics.igradp_method", c.metrics.igradp_method, {3});
  kernel_name("interpolation.rbf_kernel_cell", c.interpolation.rbf_kernel_cell);
  kernel_name("interpolation.rbf_kernel_edge", c.interpolation.rbf_kernel_edge);
  kernel_name("interpolation.rbf_kernel_vertex", c.interpolation.rbf_kernel_vertex);
  at_least("vertical.num_levels", c.vertical.num_levels, 3);
  if (c.run.kernels != "plain") throw OptionError("run.kernels", "run.kernels = '" + c.run.kernels + "' is not implemented; accepted: plain");
  if (c.run.threads < 0 || c.run.threads > 1024)
    throw OptionError("run.threads", fmt::format("run.threads is {}, expected 1 .. 1024, or 0 for OpenMP's default", c.run.threads));
}

}  // namespace icodyn

// One row for each kernel and phase: what it reads and writes. The byte model, `icodyn list kernels` and `verify --kernel` use it.
#pragma once

#include <vector>

namespace icodyn {

// Phases, as in timers and on the command line (--phase).
inline constexpr const char* phase_velocity_predictor = "velocity_advection_predictor";
inline constexpr const char* phase_velocity_corrector = "velocity_advection_corrector";
inline constexpr const char* phase_nonhydro_predictor = "solve_nonhydro_predictor";
inline constexpr const char* phase_nonhydro_corrector = "solve_nonhydro_corrector";
inline constexpr const char* phase_nonhydro_final = "solve_nonhydro_final";
inline constexpr const char* phase_diffusion = "diffusion";

// Field names are those of for_each_static and for_each_field ("now.vn", "ddt_vn_apc_pc:0"). A field that is changed in place
// stands in both lists. Kernels of a phase stand in the order in which they run.
struct KernelEntry {
  const char* name;     // in launch(), timers, profiler ranges
  const char* phase;
  const char* stencil;  // number in the specification and in ICON: "NH-16, mo_solve_nonhydro_stencil_24"
  std::vector<const char*> reads, writes;
};

const std::vector<KernelEntry>& plain_kernels();  // all phases (src/dycore/kernel_table.cpp)

}  // namespace icodyn

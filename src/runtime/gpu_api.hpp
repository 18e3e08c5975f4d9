// One name for the CUDA and the HIP runtime. Included by device code only.
#pragma once

#include <string>

#include "runtime/error.hpp"

#if defined(ICODYN_BACKEND_CUDA)
#include <cuda_runtime.h>
#define GPU_NAME(x) cuda##x
namespace icodyn {
inline constexpr const char* gpu_backend = "cuda";
}
#elif defined(ICODYN_BACKEND_HIP)
#include <hip/hip_runtime.h>
#define GPU_NAME(x) hip##x
namespace icodyn {
inline constexpr const char* gpu_backend = "hip";
}
#else
#error "gpu_api.hpp needs a CUDA or HIP build"
#endif

namespace icodyn {

using GpuError = GPU_NAME(Error_t);
inline constexpr GpuError gpu_success = GPU_NAME(Success);

// Throws DeviceError with the runtime's text; `what` names the call or the kernel.
inline void check_gpu(GpuError e, const std::string& what) {
  if (e == gpu_success) return;
  std::string hint;
#if defined(ICODYN_BACKEND_CUDA)
  if (e == cudaErrorNoKernelImageForDevice || e == cudaErrorInvalidDeviceFunction || e == cudaErrorUnsupportedPtxVersion)
    hint = "; this binary was built for another architecture: configure with -DCMAKE_CUDA_ARCHITECTURES=<your sm number>";
#else
  if (e == hipErrorNoBinaryForGpu || e == hipErrorInvalidDeviceFunction)
    hint = "; this binary was built for another architecture: configure with -DICODYN_HIP_ARCHITECTURES=<your gfx name>";
#endif
  throw DeviceError(what + ": " + GPU_NAME(GetErrorString)(e) + hint);
}

}  // namespace icodyn

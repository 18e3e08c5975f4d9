// Precision, layout and host/device markers: the choices that are fixed when the program is built.
#pragma once

#include <cstdint>
#if defined(__HIPCC__)
#include <hip/hip_runtime.h>  // defines __forceinline__; nvcc knows it without a header
#endif

#if defined(__CUDACC__) || defined(__HIPCC__)
#define ICODYN_HD __host__ __device__ __forceinline__
#define ICODYN_DEVICE_COMPILER 1
#else
#define ICODYN_HD inline
#define ICODYN_DEVICE_COMPILER 0
#endif

namespace icodyn {

// wp: prognostic fields and whatever must stay double in a mixed build.
// vp: the fields that ICON and icon4py allow in single precision (shared rule: ICON's `vp`, icon4py's `vpfloat`).
#if defined(ICODYN_PRECISION_MIXED)
using wp = double;
using vp = float;
inline constexpr const char* precision_name = "mixed";
#elif defined(ICODYN_PRECISION_SINGLE)
using wp = float;
using vp = float;
inline constexpr const char* precision_name = "single";
#else
using wp = double;
using vp = double;
inline constexpr const char* precision_name = "double";
#endif

// ICODYN_LAYOUT_VERTICAL: the levels of a column are contiguous (CPU default: a neighbor's column is one
// stream, no gathers in the vector lanes). Otherwise the horizontal index is contiguous (GPU default:
// coalesced over cells; ICON's nproma order). Kernels never see the difference.
#if defined(ICODYN_LAYOUT_VERTICAL)
inline constexpr bool vertical_fastest = true;
inline constexpr const char* layout_name = "vertical-fastest";
#else
inline constexpr bool vertical_fastest = false;
inline constexpr const char* layout_name = "horizontal-fastest";
#endif

#if defined(ICODYN_DEBUG_VIEWS)
inline constexpr bool checked_views = true;
#else
inline constexpr bool checked_views = false;
#endif

}  // namespace icodyn

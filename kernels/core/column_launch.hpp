// launch over columns in steps: fused kernels whose parts depend on other levels of the same column.
//
// A kernel names its parts with tags. Part n may read at any level of the same column what parts before n have written there:
//   void operator()(Step<n>, int i, int k) const    every level k of levels(Step<n>{}), in any order
//   void operator()(Sweep<n>, int i) const          once for each column (recurrences in k)
//   Range levels(Step<n>) const
//   static constexpr int parts
// On a CPU one thread runs the parts of a column one after the other, levels in the vector lanes, so what one part hands to the next
// stays in the first-level cache. On a GPU a block holds shape.x columns and shape.y threads along each; between parts it waits at a
// barrier, and a sweep is done by the first thread of its column.
#pragma once

#include "core/launch.hpp"

namespace icodyn {

template <int n>
struct Step {};
template <int n>
struct Sweep {};

namespace detail {

template <class K, int n>
inline constexpr bool has_step = requires(const K& k) { k(Step<n>{}, 0, 0); };

template <class K, int n>
void host_parts(const K& kernel, int i) {
  if constexpr (n < K::parts) {
    if constexpr (has_step<K, n>) {
      const Range levels = kernel.levels(Step<n>{});
#pragma omp simd
      for (int k = levels.begin; k < levels.end; ++k) kernel(Step<n>{}, i, k);
    } else {
      kernel(Sweep<n>{}, i);
    }
    host_parts<K, n + 1>(kernel, i);
  }
}

#if ICODYN_DEVICE_COMPILER
template <class K, int n>
__device__ void device_parts(const K& kernel, int i, bool inside) {
  if constexpr (n < K::parts) {
    if (inside) {
      if constexpr (has_step<K, n>) {
        const Range levels = kernel.levels(Step<n>{});
        for (int k = levels.begin + static_cast<int>(threadIdx.y); k < levels.end; k += static_cast<int>(blockDim.y)) kernel(Step<n>{}, i, k);
      } else if (threadIdx.y == 0) {
        kernel(Sweep<n>{}, i);
      }
    }
    if constexpr (n + 1 < K::parts) __syncthreads();
    device_parts<K, n + 1>(kernel, i, inside);
  }
}
template <class K>
__global__ void parts_kernel(Range rows, K kernel) {
  const int i = rows.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  device_parts<K, 0>(kernel, i, i < rows.end);
}
#endif

}  // namespace detail

template <class K>
void launch_parts(Stream& stream, const char* name, Range rows, const K& kernel_in) {
  static_assert(std::is_trivially_copyable_v<K>, "a kernel is a plain struct of views and numbers");
  if (detail::empty(rows) || !stream.wants(name)) return;
  stream.begin(name);
#if ICODYN_DEVICE_COMPILER
  if (stream.on_device()) {
    const LaunchShape shape = stream.shape(name);
    const dim3 block(shape.x, shape.y);
    detail::parts_kernel<<<detail::blocks_for(rows.end - rows.begin, shape.x), block, 0, stream.native()>>>(rows, kernel_in);
  } else
#endif
  {
    const K kernel = kernel_in;
#pragma omp parallel for schedule(static)
    for (int i = rows.begin; i < rows.end; ++i) detail::host_parts<K, 0>(kernel, i);
  }
  stream.end(name);
}

}  // namespace icodyn

// Maximum over the rows of a kernel's value(i), written to result(0). Order-independent, so the same bits for any number of
// threads; no atomics. On a device one block walks all rows and folds its values in shared memory.
#pragma once

#include "core/launch.hpp"

namespace icodyn {
namespace detail {

#if ICODYN_DEVICE_COMPILER
inline constexpr int reduce_block = 1024;
template <class T, class K>
__global__ void __launch_bounds__(reduce_block) maximum_kernel(Range rows, K kernel, T start, T* result) {
  __shared__ T part[reduce_block];
  const int me = static_cast<int>(threadIdx.x);
  T m = start;
  for (int i = rows.begin + me; i < rows.end; i += reduce_block) m = max_of(kernel(i), m);
  part[me] = m;
  __syncthreads();
  for (int half = reduce_block / 2; half > 0; half /= 2) {
    if (me < half) part[me] = max_of(part[me + half], part[me]);
    __syncthreads();
  }
  if (me == 0) result[0] = max_of(part[0], result[0]);
}
#endif

}  // namespace detail

// result(0) = max(result(0), max over rows of kernel(i)); kernel(i) returns T.
template <class T, class K>
void reduce_maximum(Stream& stream, const char* name, Range rows, T start, const K& kernel, Row<T> result) {
  if (detail::empty(rows) || !stream.wants(name)) return;
  stream.begin(name);
#if ICODYN_DEVICE_COMPILER
  if (stream.on_device())
    detail::maximum_kernel<<<1, detail::reduce_block, 0, stream.native()>>>(rows, kernel, start, result.data);
  else
#endif
  {
    T m = start;
#pragma omp parallel for schedule(static) reduction(max : m)
    for (int i = rows.begin; i < rows.end; ++i) m = max_of(kernel(i), m);
    result(0) = max_of(m, result(0));
  }
  stream.end(name);
}

}  // namespace icodyn

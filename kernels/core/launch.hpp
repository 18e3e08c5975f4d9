// launch(stream, name, domain, kernel): the only way a kernel is started.
//
// A kernel is a functor with views as members. Over `Points` it is called as kernel(i, k) for every point, over
// `Columns` as kernel(i) for every column, over `Levels` as kernel(k). The name is the stencil's name in timers, in profiler
// ranges, in the launch-parameter table and in error messages. launch guards empty ranges, times, opens the
// NVTX/roctx range, and checks the launch for errors. Ranges are half-open.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/types.hpp"
#include "core/view.hpp"
#include "runtime/stream.hpp"

namespace icodyn {

struct Range {
  int begin = 0, end = 0;
};
struct Points {
  Range rows, levels;
};
struct Columns {
  Range rows;
};
struct Levels {
  Range levels;
};

namespace detail {

template <class K>
void run_on_host(const Points& d, const K& functor) {
  const K kernel = functor;  // a local copy: the compiler then knows that stores do not change the views
  if constexpr (vertical_fastest) {
#pragma omp parallel for schedule(static)
    for (int i = d.rows.begin; i < d.rows.end; ++i) {
#pragma omp simd
      for (int k = d.levels.begin; k < d.levels.end; ++k) kernel(i, k);
    }
  } else {
    constexpr int block = 512;  // rows of one thread's share of a level
    const int blocks = (d.rows.end - d.rows.begin + block - 1) / block;
#pragma omp parallel for collapse(2) schedule(static)
    for (int k = d.levels.begin; k < d.levels.end; ++k)
      for (int b = 0; b < blocks; ++b) {
        const int first = d.rows.begin + b * block;
        const int last = first + block < d.rows.end ? first + block : d.rows.end;
#pragma omp simd
        for (int i = first; i < last; ++i) kernel(i, k);
      }
  }
}

template <class K>
void run_on_host(const Columns& d, const K& functor) {
  const K kernel = functor;
#pragma omp parallel for schedule(static)
  for (int i = d.rows.begin; i < d.rows.end; ++i) kernel(i);
}

template <class K>
void run_on_host(const Levels& d, const K& functor) {
  const K kernel = functor;
  for (int k = d.levels.begin; k < d.levels.end; ++k) kernel(k);
}

ICODYN_HD bool empty(const Range& r) { return r.end <= r.begin; }
inline bool empty(const Points& d) { return empty(d.rows) || empty(d.levels); }
inline bool empty(const Columns& d) { return empty(d.rows); }
inline bool empty(const Levels& d) { return empty(d.levels); }

#if ICODYN_DEVICE_COMPILER
template <class K>
__global__ void points_kernel(Points d, K kernel) {
  // x walks the index that is contiguous in memory
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int i = d.rows.begin + (vertical_fastest ? y : x);
  const int k = d.levels.begin + (vertical_fastest ? x : y);
  if (i < d.rows.end && k < d.levels.end) kernel(i, k);
}
template <class K>
__global__ void columns_kernel(Columns d, K kernel) {
  const int i = d.rows.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < d.rows.end) kernel(i);
}
template <class K>
__global__ void levels_kernel(Levels d, K kernel) {
  const int k = d.levels.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k < d.levels.end) kernel(k);
}

inline unsigned blocks_for(int n, int block) { return static_cast<unsigned>((n + block - 1) / block); }

template <class K>
void run_on_device(Stream& s, const LaunchShape& shape, const Points& d, const K& kernel) {
  const int rows = d.rows.end - d.rows.begin, levels = d.levels.end - d.levels.begin;
  const int nx = vertical_fastest ? levels : rows, ny = vertical_fastest ? rows : levels;
  // The y extent of a grid is limited to 65,535 blocks; long y ranges are launched in slices.
  const int slice = 65535 * shape.y;
  for (int y0 = 0; y0 < ny; y0 += slice) {
    Points part = d;
    Range& r = vertical_fastest ? part.rows : part.levels;
    r.begin += y0;
    if (r.end - r.begin > slice) r.end = r.begin + slice;
    const dim3 block(shape.x, shape.y), grid(blocks_for(nx, shape.x), blocks_for(r.end - r.begin, shape.y));
    points_kernel<<<grid, block, 0, s.native()>>>(part, kernel);
  }
}
template <class K>
void run_on_device(Stream& s, const LaunchShape& shape, const Columns& d, const K& kernel) {
  const int block = shape.x * shape.y;
  columns_kernel<<<blocks_for(d.rows.end - d.rows.begin, block), block, 0, s.native()>>>(d, kernel);
}
template <class K>
void run_on_device(Stream& s, const LaunchShape& shape, const Levels& d, const K& kernel) {
  const int block = shape.x * shape.y;
  levels_kernel<<<blocks_for(d.levels.end - d.levels.begin, block), block, 0, s.native()>>>(d, kernel);
}
#endif

}  // namespace detail

template <class Domain, class K>
void launch(Stream& stream, const char* name, const Domain& domain, const K& kernel) {
  static_assert(std::is_trivially_copyable_v<K>, "a kernel is a plain struct of views and numbers");
  if (detail::empty(domain) || !stream.wants(name)) return;
  stream.begin(name);
#if ICODYN_DEVICE_COMPILER
  if (stream.on_device())
    detail::run_on_device(stream, stream.shape(name), domain, kernel);
  else
#endif
    detail::run_on_host(domain, kernel);
  stream.end(name);
}

}  // namespace icodyn

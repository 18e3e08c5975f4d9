// Views of the fields: what a kernel takes as arguments. All are plain structs, copied by value into a launch.
//
//   Field<T>     f(i, k)   horizontal index and level      (cells|edges|vertices) x (nlev | nlev+1)
//   Coeff<T, N>  a(i, j)   level-independent, N values per entity, j = 0..N-1
//   Table<N>     t(i, j)   neighbor table: 0-based int32; holes hold a valid index of the row (see state/static_fields.hpp)
//   Row<T>       r(i)      level-independent, one value per entity
//   Profile<T>   p(k)      one value per level
//
// Index products are 64-bit. A build with ICODYN_DEBUG_VIEWS checks every access and names the field.
#pragma once

#include <cstdint>
#if defined(ICODYN_DEBUG_VIEWS)
#include <cstdio>
#include <cstdlib>
#endif
#include <type_traits>

#include "core/types.hpp"

namespace icodyn {

#if defined(ICODYN_DEBUG_VIEWS)
// What a checked view knows about itself.
struct Bounds {
  int n0 = 0, n1 = 1;
  const char* name = "?";
  ICODYN_HD void check(int a, int b) const {
    if (a >= 0 && a < n0 && b >= 0 && b < n1) return;
    printf("icodyn: index (%d, %d) is outside field %s of %d x %d\n", a, b, name, n0, n1);
#if defined(__CUDA_ARCH__)
    __trap();
#elif defined(__HIP_DEVICE_COMPILE__)
    __builtin_trap();
#else
    abort();
#endif
  }
};
#define ICODYN_CHECK_INDEX(a, b) bounds.check(a, b)
#define ICODYN_VIEW_BOUNDS Bounds bounds;
#define ICODYN_COPY_BOUNDS , bounds
#else
#define ICODYN_CHECK_INDEX(a, b) ((void)0)
#define ICODYN_VIEW_BOUNDS
#define ICODYN_COPY_BOUNDS
#endif

template <class T>
struct Field {
  T* data = nullptr;
  std::int64_t stride = 0;  // distance between columns (vertical-fastest) or between levels
  ICODYN_VIEW_BOUNDS
  ICODYN_HD T& operator()(int i, int k) const {
    ICODYN_CHECK_INDEX(i, k);
    if constexpr (vertical_fastest)
      return data[std::int64_t{i} * stride + k];
    else
      return data[std::int64_t{k} * stride + i];
  }
  operator Field<const T>() const
    requires(!std::is_const_v<T>)
  {
    return {data, stride ICODYN_COPY_BOUNDS};
  }
};

template <class T, int N>
struct Coeff {
  T* data = nullptr;
  std::int64_t stride = 0;  // number of entities of one slot (horizontal-fastest only)
  ICODYN_VIEW_BOUNDS
  ICODYN_HD T& operator()(int i, int j) const {
    ICODYN_CHECK_INDEX(i, j);
    if constexpr (vertical_fastest)
      return data[std::int64_t{i} * N + j];
    else
      return data[std::int64_t{j} * stride + i];
  }
  operator Coeff<const T, N>() const
    requires(!std::is_const_v<T>)
  {
    return {data, stride ICODYN_COPY_BOUNDS};
  }
};

template <int N>
using Table = Coeff<const int, N>;

template <class T>
struct Row {
  T* data = nullptr;
  ICODYN_VIEW_BOUNDS
  ICODYN_HD T& operator()(int i) const {
    ICODYN_CHECK_INDEX(i, 0);
    return data[i];
  }
  operator Row<const T>() const
    requires(!std::is_const_v<T>)
  {
    return {data ICODYN_COPY_BOUNDS};
  }
};

template <class T>
struct Profile {
  T* data = nullptr;
  ICODYN_VIEW_BOUNDS
  ICODYN_HD T& operator()(int k) const {
    ICODYN_CHECK_INDEX(k, 0);
    return data[k];
  }
  operator Profile<const T>() const
    requires(!std::is_const_v<T>)
  {
    return {data ICODYN_COPY_BOUNDS};
  }
};

// The few helpers that a kernel may use. Comparisons are written as icon4py's generated code has them, so that a
// signed zero or a tie resolves the same way.
template <class T>
ICODYN_HD T max_of(T a, T b) {
  return a > b ? a : b;
}
template <class T>
ICODYN_HD T min_of(T a, T b) {
  return a < b ? a : b;
}

// Neighbor sum of `nsum` in the specification: accumulated in slot order from zero, never re-associated.
template <int N, class Term>
ICODYN_HD auto neighbor_sum(const Term& term) {
  decltype(term(0) + term(0)) sum = 0;
#if ICODYN_DEVICE_COMPILER
#pragma unroll
#endif
  for (int j = 0; j < N; ++j) sum = sum + term(j);
  return sum;
}

}  // namespace icodyn

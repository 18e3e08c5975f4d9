// One block of device memory for all buffers of a run, made before the time loop.
//
// Views are declared first (their sizes and strides are set, their data pointer is remembered), then commit() takes one block
// and fills in the pointers. In a debug build every byte starts as 0xFF: NaN for floating-point, -1 for integers.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "core/view.hpp"
#include "runtime/device.hpp"

namespace icodyn {

class Arena {
 public:
  explicit Arena(Device device) : device_(device) {}
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // The view must stay where it is until commit(). rows, levels: extents; name: for bounds checks, must outlive the view.
  template <class T>
  void declare(Field<T>& f, const char* name, int rows, int levels) {
    const int aligned_rows = (rows + 31) / 32 * 32;  // each level starts on a 128-byte (float) or 256-byte boundary
    f.stride = vertical_fastest ? levels : aligned_rows;
    set_bounds(f, name, rows, levels);
    add(&f.data, static_cast<std::size_t>(f.stride) * static_cast<std::size_t>(vertical_fastest ? rows : levels));
  }
  template <class T, int N>
  void declare(Coeff<T, N>& a, const char* name, int rows) {
    a.stride = rows;
    set_bounds(a, name, rows, N);
    add(&a.data, static_cast<std::size_t>(rows) * N);
  }
  template <class T>
  void declare(Row<T>& r, const char* name, int rows) {
    set_bounds(r, name, rows, 1);
    add(&r.data, static_cast<std::size_t>(rows));
  }
  template <class T>
  void declare(Profile<T>& p, const char* name, int levels) {
    set_bounds(p, name, levels, 1);
    add(&p.data, static_cast<std::size_t>(levels));
  }

  std::size_t bytes() const { return bytes_; }  // what commit() will take or has taken
  void commit();                                // throws DeviceError when the block does not fit
  const Device& device() const { return device_; }

 private:
  struct Slot {
    void** pointer;
    std::size_t offset;
  };
  template <class T>
  void add(T** data, std::size_t count) {
    add_slot(reinterpret_cast<void**>(const_cast<std::remove_const_t<T>**>(data)), count * sizeof(T));
  }
  template <class View>
  static void set_bounds([[maybe_unused]] View& v, [[maybe_unused]] const char* name, [[maybe_unused]] int n0,
                         [[maybe_unused]] int n1) {
#if defined(ICODYN_DEBUG_VIEWS)
    v.bounds = {n0, n1, name};
#endif
  }
  void add_slot(void** pointer, std::size_t bytes);

  Device device_;
  std::vector<Slot> slots_;
  std::size_t bytes_ = 0;
  void* block_ = nullptr;
};

}  // namespace icodyn

// Moving values between HostArray (canonical order) and the device views (layout of the build).
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "core/view.hpp"
#include "runtime/device.hpp"
#include "state/host_field.hpp"

namespace icodyn {

// Position of (row, level) in the memory of a Field with this stride; the twin of Field::operator().
inline std::size_t field_offset(std::int64_t stride, int row, int level) {
  return vertical_fastest ? static_cast<std::size_t>(std::int64_t{row} * stride + level)
                          : static_cast<std::size_t>(std::int64_t{level} * stride + row);
}

template <class T, class Source>
void upload_field(const Field<T>& f, const HostArray<Source>& from, int slot, const Device& device) {
  using Value = std::remove_const_t<T>;
  const auto count = static_cast<std::size_t>(f.stride) * static_cast<std::size_t>(vertical_fastest ? from.rows : from.levels);
  std::vector<Value> staging(count, Value{});
#pragma omp parallel for schedule(static)
  for (int i = 0; i < from.rows; ++i)
    for (int k = 0; k < from.levels; ++k) staging[field_offset(f.stride, i, k)] = static_cast<Value>(from(i, slot, k));
  copy_to_device(device, const_cast<Value*>(f.data), staging.data(), count * sizeof(Value));
}

template <class T, int N, class Source>
void upload_coeff(const Coeff<T, N>& a, const HostArray<Source>& from, const Device& device) {
  using Value = std::remove_const_t<T>;
  std::vector<Value> staging(static_cast<std::size_t>(from.rows) * N);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < from.rows; ++i)
      staging[vertical_fastest ? static_cast<std::size_t>(i) * N + static_cast<std::size_t>(j)
                               : static_cast<std::size_t>(j) * static_cast<std::size_t>(from.rows) + static_cast<std::size_t>(i)] =
          static_cast<Value>(from(i, j));
  copy_to_device(device, const_cast<Value*>(a.data), staging.data(), staging.size() * sizeof(Value));
}

// Row (one value per row) and Profile (one value per level): both are a plain line of values.
template <class T, class Source>
void upload_line(T* data, const std::vector<Source>& from, const Device& device) {
  using Value = std::remove_const_t<T>;
  std::vector<Value> staging(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) staging[i] = static_cast<Value>(from[i]);
  copy_to_device(device, const_cast<Value*>(data), staging.data(), staging.size() * sizeof(Value));
}

template <class T>
void download_field(const Field<T>& f, HostField& to, const Device& device) {
  const auto count = static_cast<std::size_t>(f.stride) * static_cast<std::size_t>(vertical_fastest ? to.rows : to.levels);
  std::vector<std::remove_const_t<T>> staging(count);
  copy_to_host(device, staging.data(), f.data, count * sizeof(T));
  for (int i = 0; i < to.rows; ++i)
    for (int k = 0; k < to.levels; ++k) to(i, 0, k) = static_cast<double>(staging[field_offset(f.stride, i, k)]);
}

template <class T>
void download_line(const T* data, HostField& to, const Device& device) {
  std::vector<std::remove_const_t<T>> staging(to.values.size());
  copy_to_host(device, staging.data(), data, staging.size() * sizeof(T));
  for (std::size_t i = 0; i < staging.size(); ++i) to.values[i] = static_cast<double>(staging[i]);
}

}  // namespace icodyn

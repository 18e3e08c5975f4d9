// Which device a run uses, its memory, and what is known about it. One header for cpu | cuda | hip.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace icodyn {

struct Device {
  bool gpu = false;
  int ordinal = 0;
};

struct DeviceFacts {
  std::string name;          // marketing name of the GPU or the CPU model
  std::string driver;        // driver and runtime version, empty on a CPU
  std::string architecture;  // sm_90, gfx90a, x86-64 ...
  std::size_t memory_bytes = 0;
};

// "cpu", "cuda" or "hip": the backend this binary was built with.
const char* built_backend();

// GPUs that this binary could use (empty in a CPU binary or where no device answers); `why` says why it is empty.
std::vector<DeviceFacts> gpu_devices(std::string* why = nullptr);
DeviceFacts facts(const Device&);

// `wish` is auto | cpu | cuda | hip, with an optional ordinal (cuda:1). "auto" takes a GPU where there is one, else the CPU, and
// says so in the log. Throws UsageError for an unknown word, DeviceError when the wished device is not there or the binary has
// no code for its architecture.
Device select_device(const std::string& wish);

// Raw memory of the device. `fill` writes one byte pattern. Copies are synchronous: never inside a time step.
void* allocate(const Device&, std::size_t bytes);
void release(const Device&, void*) noexcept;
void fill(const Device&, void*, int byte, std::size_t bytes);
void copy_to_device(const Device&, void* to, const void* from, std::size_t bytes);
void copy_to_host(const Device&, void* to, const void* from, std::size_t bytes);

}  // namespace icodyn

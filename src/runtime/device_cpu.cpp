// Device functions of a CPU build.
#include <cstdlib>
#include <cstring>

#include "runtime/device.hpp"
#include "runtime/error.hpp"
#include "runtime/gpu_events.hpp"
#include "runtime/host.hpp"

namespace icodyn {

const char* built_backend() { return "cpu"; }

std::vector<DeviceFacts> gpu_devices(std::string* why) {
  if (why) *why = "this binary was built for the CPU only";
  return {};
}

DeviceFacts facts(const Device&) { return host_facts(); }

Device select_device(const std::string& wish) {
  const std::string kind = wish.substr(0, wish.find(':'));
  if (kind == "auto" || wish == "cpu") return {};
  if (kind == "cuda" || kind == "hip")
    throw DeviceError("--device '" + wish + "': this binary was built for the CPU only; build with the CMake preset '" + kind +
                      "' or use --device cpu");
  throw UsageError("--device '" + wish + "' is unknown; use auto, cpu, cuda or hip");
}

void* allocate(const Device&, std::size_t bytes) { return host_allocate(bytes); }
void release(const Device&, void* p) noexcept { std::free(p); }
void fill(const Device&, void* p, int byte, std::size_t bytes) { host_fill(p, byte, bytes); }
void copy_to_device(const Device&, void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
void copy_to_host(const Device&, void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }

GpuEvents::GpuEvents(std::size_t) {}
GpuEvents::~GpuEvents() = default;
void GpuEvents::record(std::size_t, void*) {}
void GpuEvents::wait() const {}
double GpuEvents::seconds_between(std::size_t, std::size_t) const { return 0; }

}  // namespace icodyn

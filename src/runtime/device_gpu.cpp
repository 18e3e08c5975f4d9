// Device functions of a CUDA or HIP build. Compiled by nvcc or hipcc.
#include <cstdlib>
#include <cstring>

#include "core/types.hpp"
#include "runtime/device.hpp"
#include "runtime/gpu_api.hpp"
#include "runtime/gpu_events.hpp"
#include "runtime/host.hpp"
#include "runtime/log.hpp"
#include "runtime/stream.hpp"

namespace icodyn {

namespace {

__global__ void probe_kernel(int* p) { *p = 1; }

// Fails where the binary carries no code for this device's architecture.
void check_architecture(int ordinal) {
  check_gpu(GPU_NAME(SetDevice)(ordinal), "choosing the device");
  int* p = nullptr;
  check_gpu(GPU_NAME(Malloc)(reinterpret_cast<void**>(&p), sizeof(int)), "allocating on the device");
  probe_kernel<<<1, 1>>>(p);
  const GpuError launched = GPU_NAME(GetLastError)();
  const GpuError ran = launched == gpu_success ? GPU_NAME(DeviceSynchronize)() : launched;
  (void)GPU_NAME(Free)(p);
  check_gpu(ran, "trying a kernel on device " + std::to_string(ordinal));
}

}  // namespace

const char* built_backend() { return gpu_backend; }

std::vector<DeviceFacts> gpu_devices(std::string* why) {
  int count = 0;
  const GpuError e = GPU_NAME(GetDeviceCount)(&count);
  if (e != gpu_success) {
    if (why) *why = GPU_NAME(GetErrorString)(e);
    (void)GPU_NAME(GetLastError)();  // clears the sticky error
    return {};
  }
  if (count == 0 && why) *why = std::string("no ") + gpu_backend + " device answers";
  std::vector<DeviceFacts> found;
  for (int d = 0; d < count; ++d) found.push_back(facts({true, d}));
  return found;
}

DeviceFacts facts(const Device& device) {
  if (!device.gpu) return host_facts();
  DeviceFacts f;
#if defined(ICODYN_BACKEND_CUDA)
  cudaDeviceProp p{};
  int driver = 0, runtime = 0;
  check_gpu(cudaGetDeviceProperties(&p, device.ordinal), "reading the device's properties");
  check_gpu(cudaDriverGetVersion(&driver), "reading the driver's version");
  check_gpu(cudaRuntimeGetVersion(&runtime), "reading the runtime's version");
  f.architecture = "sm_" + std::to_string(p.major) + std::to_string(p.minor);
#else
  hipDeviceProp_t p{};
  int driver = 0, runtime = 0;
  check_gpu(hipGetDeviceProperties(&p, device.ordinal), "reading the device's properties");
  check_gpu(hipDriverGetVersion(&driver), "reading the driver's version");
  check_gpu(hipRuntimeGetVersion(&runtime), "reading the runtime's version");
  f.architecture = p.gcnArchName;
#endif
  f.name = p.name;
  f.memory_bytes = p.totalGlobalMem;
  f.driver = std::string(gpu_backend) + " driver " + std::to_string(driver) + ", runtime " + std::to_string(runtime);
  return f;
}

Device select_device(const std::string& wish) {
  const auto colon = wish.find(':');
  const std::string kind = wish.substr(0, colon);
  int ordinal = 0;
  if (colon != std::string::npos) {
    char* end = nullptr;
    ordinal = static_cast<int>(std::strtol(wish.c_str() + colon + 1, &end, 10));
    if (*end || end == wish.c_str() + colon + 1 || ordinal < 0)
      throw UsageError("--device '" + wish + "': the part after ':' must be a device number");
  }
  if (wish == "cpu") return {};
  if (kind != "auto" && kind != "cuda" && kind != "hip")
    throw UsageError("--device '" + wish + "' is unknown; use auto, cpu, cuda or hip");
  if (kind != "auto" && kind != gpu_backend)
    throw DeviceError("--device '" + wish + "': this binary was built for " + gpu_backend + "; build with the CMake preset '" + kind + "'");
  std::string why;
  const auto devices = gpu_devices(&why);
  if (devices.empty()) {
    if (kind != "auto")
      throw DeviceError("--device '" + wish + "': no " + gpu_backend + " device (" + why + "); use --device cpu");
    log_warning(std::string("no ") + gpu_backend + " device (" + why + "): running on the CPU");
    return {};
  }
  if (ordinal >= static_cast<int>(devices.size()))
    throw DeviceError("--device '" + wish + "': there are " + std::to_string(devices.size()) + " devices, numbered from 0");
  check_architecture(ordinal);
  return {true, ordinal};
}

void* allocate(const Device& device, std::size_t bytes) {
  if (!device.gpu) return host_allocate(bytes);
  void* p = nullptr;
  check_gpu(GPU_NAME(Malloc)(&p, bytes), "allocating " + std::to_string(bytes >> 20) + " MiB on the device");
  return p;
}
void release(const Device& device, void* p) noexcept {
  if (device.gpu)
    (void)GPU_NAME(Free)(p);
  else
    std::free(p);
}
void fill(const Device& device, void* p, int byte, std::size_t bytes) {
  if (device.gpu) {
    check_gpu(GPU_NAME(Memset)(p, byte, bytes), "filling device memory");
    check_gpu(GPU_NAME(DeviceSynchronize)(), "filling device memory");
  } else {
    host_fill(p, byte, bytes);
  }
}
void copy_to_device(const Device& device, void* to, const void* from, std::size_t bytes) {
  if (device.gpu) {
    check_gpu(GPU_NAME(DeviceSynchronize)(), "waiting for the device before a copy");
    check_gpu(GPU_NAME(Memcpy)(to, from, bytes, GPU_NAME(MemcpyHostToDevice)), "copying to the device");
  } else {
    std::memcpy(to, from, bytes);
  }
}
void copy_to_host(const Device& device, void* to, const void* from, std::size_t bytes) {
  if (device.gpu) {
    check_gpu(GPU_NAME(DeviceSynchronize)(), "waiting for the device before a copy");
    check_gpu(GPU_NAME(Memcpy)(to, from, bytes, GPU_NAME(MemcpyDeviceToHost)), "copying from the device");
  } else {
    std::memcpy(to, from, bytes);
  }
}

Stream::Stream(Device device, LaunchTable table) : device_(device), table_(std::move(table)) {
  const char* sync = std::getenv("ICODYN_SYNC_LAUNCHES");
  synchronous_ = sync && std::string(sync) == "1";
  if (!device_.gpu) return;
  check_gpu(GPU_NAME(SetDevice)(device_.ordinal), "choosing the device");
  GPU_NAME(Stream_t) s = nullptr;
  check_gpu(GPU_NAME(StreamCreateWithFlags)(&s, GPU_NAME(StreamNonBlocking)), "making a stream");
  native_ = s;
}
Stream::~Stream() {
  if (native_) (void)GPU_NAME(StreamDestroy)(native());
}
void Stream::synchronize() {
  if (device_.gpu) check_gpu(GPU_NAME(StreamSynchronize)(native()), "waiting for the stream");
}

namespace {
GPU_NAME(Event_t) as_event(void* p) { return static_cast<GPU_NAME(Event_t)>(p); }
}  // namespace

GpuEvents::GpuEvents(std::size_t count) : events_(count, nullptr) {
  for (void*& e : events_) {
    GPU_NAME(Event_t) made = nullptr;
    check_gpu(GPU_NAME(EventCreate)(&made), "making an event");
    e = made;
  }
}
GpuEvents::~GpuEvents() {
  for (void* e : events_) (void)GPU_NAME(EventDestroy)(as_event(e));
}
void GpuEvents::record(std::size_t event, void* native_stream) {
  check_gpu(GPU_NAME(EventRecord)(as_event(events_[event]), static_cast<GPU_NAME(Stream_t)>(native_stream)), "recording an event");
}
void GpuEvents::wait() const { check_gpu(GPU_NAME(DeviceSynchronize)(), "waiting for the device"); }
double GpuEvents::seconds_between(std::size_t first, std::size_t second) const {
  float ms = 0;
  check_gpu(GPU_NAME(EventElapsedTime)(&ms, as_event(events_[first]), as_event(events_[second])), "reading an event");
  return 1e-3 * static_cast<double>(ms);
}

}  // namespace icodyn

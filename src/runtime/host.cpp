#include "runtime/host.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "runtime/error.hpp"

namespace icodyn {

void* host_allocate(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  void* p = std::aligned_alloc(page, (bytes + page - 1) / page * page);
  if (!p)
    throw DeviceError("cannot allocate " + std::to_string(bytes >> 20) + " MiB of host memory; use fewer levels or a smaller grid");
  return p;
}

void host_fill(void* p, int byte, std::size_t bytes) {
  constexpr std::size_t chunk = std::size_t{1} << 20;
  const auto chunks = static_cast<long>((bytes + chunk - 1) / chunk);
#pragma omp parallel for schedule(static)
  for (long c = 0; c < chunks; ++c) {
    const std::size_t begin = static_cast<std::size_t>(c) * chunk;
    std::memset(static_cast<char*>(p) + begin, byte, std::min(chunk, bytes - begin));
  }
}

DeviceFacts host_facts() {
  DeviceFacts f;
  f.name = "unknown CPU";
#if defined(__x86_64__)
  f.architecture = "x86-64";
#elif defined(__aarch64__)
  f.architecture = "aarch64";
#endif
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos) {
      f.name = line.substr(line.find(": ") + 2);
      break;
    }
  f.memory_bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return f;
}

}  // namespace icodyn

// Host memory and facts, used by the CPU build and by the CPU path of a GPU build.
#pragma once

#include <cstddef>

#include "runtime/device.hpp"

namespace icodyn {

void* host_allocate(std::size_t bytes);  // page-aligned; throws DeviceError with the figure when it does not fit
void host_fill(void* p, int byte, std::size_t bytes);  // in parallel, so that pages lie near the threads that use them
DeviceFacts host_facts();

}  // namespace icodyn

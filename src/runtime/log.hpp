// A log line from device code: nvcc does not compile spdlog's format strings.
#pragma once

#include <string>

namespace icodyn {

void log_warning(const std::string& text);

}  // namespace icodyn

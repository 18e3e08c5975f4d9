#include "runtime/log.hpp"

#include <spdlog/spdlog.h>

namespace icodyn {

void log_warning(const std::string& text) { spdlog::warn("{}", text); }

}  // namespace icodyn

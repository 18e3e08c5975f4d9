// Errors with the exit code that the program ends with. A message says what, the quoted value, where, and what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace icodyn {

enum class ExitCode : int { good = 0, verification_failed = 1, usage = 2, data = 3, device = 4 };

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

struct UsageError : Error {  // command line or configuration
  explicit UsageError(const std::string& m) : Error(ExitCode::usage, m) {}
};
struct DataError : Error {  // archive, grid file or any other input data
  explicit DataError(const std::string& m) : Error(ExitCode::data, m) {}
};
struct DeviceError : Error {
  explicit DeviceError(const std::string& m) : Error(ExitCode::device, m) {}
};

}  // namespace icodyn

// The commands of the program. Each returns the exit code: 0 good, 1 verification failed; errors are thrown (runtime/error.hpp).
#pragma once

#include <string>
#include <vector>

namespace icodyn {

struct CaseOptionsCli {
  std::string source;                 // YAML case file, or directory of an archive with a case.json
  std::vector<std::string> settings;  // key.path=value
  std::string device;                 // empty: from the configuration
  std::string kernels;                // empty: from the configuration
  int threads = 0;                    // 0: from the configuration
  std::string json;                   // file for the machine-readable report; empty: none
};

struct RunOptions : CaseOptionsCli {
  bool hash = false;      // print a hash of every field after the last step
  int steps = 0;          // 0: from the configuration
  bool no_timers = false; // for profilers
  std::string output;     // NetCDF file; empty: none
  int output_every = 1;   // steps between two records; the initial state is the first record
};
struct VerifyOptions : CaseOptionsCli {
  std::string phase, kernel, dump;
  bool summary = false;  // only the summary table and what failed
};
struct InspectOptions {
  std::vector<std::string> sources;     // one or two archives
  std::vector<std::string> savepoints;  // numbers as listed; two in one archive: compare
  std::string field, json;
};

int run_command(const RunOptions& o);
int verify_command(const VerifyOptions& o);
int inspect_command(const InspectOptions& o);
int list_command(const std::string& what);  // cases | kernels | phases | devices

}  // namespace icodyn

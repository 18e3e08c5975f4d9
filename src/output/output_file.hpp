// NetCDF-4 output after the CF and UGRID conventions: readable with xarray, cdo and whatever knows ICON's own files.
//
// Variables (time, level | half_level, cell | edge): vn, w, rho, exner, theta_v, and computed here u, v, temp, pres, pres_sfc. The mesh (topology,
// coordinates, areas, heights) is written once. Rows have the order of the grid file, also after a renumbering.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "state/host_field.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

struct OutputOptions {
  std::string title = "icodyn";                    // name of the case
  std::string start = "2026-01-01T00:00:00.000";   // time axis: seconds since then
  std::string history = {};                          // command line, for the attribute of that name
  bool torus = false;                              // winds along x and y, positions in m
  bool overwrite = false;                          // an existing file is refused otherwise
  int compression = 1;                             // deflate level 0 .. 9; lossless
};

class OutputFile {
 public:
  // `data` must outlive the file. Throws UsageError when the file exists or an option is wrong, DataError when it cannot be written or
  // the case lacks what the mesh needs (lat, lon, c2v).
  OutputFile(const std::filesystem::path& path, const CaseData& data, const OutputOptions& options = {});
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;

  // One record: state holds vn, w, rho, exner and theta_v, in the order of `data`. seconds: since the start of the run. The file is
  // complete on disk afterwards.
  void write(double seconds, const HostFields& state);

  int records() const;
  const std::filesystem::path& path() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace icodyn

// How fast an archive is read, beside plain reads of the same files in the same run. Usage: read_rate ARCHIVE [REPETITIONS]
//
// The first repetition is left out (it fills the page cache). Rates are bytes handed over per second; each savepoint's fields
// are read in order, so a block that savepoints share is read again for each.
#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>

#include "archive/archive.hpp"
#include "serialbox-c/Serialbox.h"

namespace {

using namespace icodyn;
namespace fs = std::filesystem;

std::size_t plain(const fs::path& directory) {
  std::size_t total = 0;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() != ".dat") continue;
    std::vector<char> bytes(fs::file_size(entry.path()));
    const int file = ::open(entry.path().c_str(), O_RDONLY);
    std::size_t got = 0;
    for (ssize_t n = 1; n > 0 && got < bytes.size(); got += static_cast<std::size_t>(n)) n = std::max<ssize_t>(0, ::read(file, bytes.data() + got, bytes.size() - got));
    ::close(file);
    total += got;
  }
  return total;
}

std::size_t ours(const Archive& archive) {
  std::size_t total = 0;
  for (std::size_t s = 0; s < archive.savepoints().size(); ++s)
    for (const auto& field : archive.savepoints()[s].fields) total += archive.read(static_cast<int>(s), field).values.size() * sizeof(double);
  return total;
}

std::size_t library(const Archive& archive, serialboxSerializer_t* serializer, serialboxSavepoint_t** savepoints) {
  std::size_t total = 0;
  for (std::size_t s = 0; s < archive.savepoints().size(); ++s)
    for (const auto& field : archive.savepoints()[s].fields) {
      const FieldInfo info = archive.info(field);
      std::vector<int> strides;
      int n = 1;
      for (int d : info.dims) {
        strides.push_back(n);
        n *= d;
      }
      std::vector<double> values(static_cast<std::size_t>(n));
      serialboxSerializerRead(serializer, field.c_str(), savepoints[s], values.data(), strides.data(), static_cast<int>(strides.size()));
      total += values.size() * sizeof(double);
    }
  return total;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) throw UsageError("usage: read_rate ARCHIVE [REPETITIONS]");
  const fs::path directory = argv[1];
  const int repetitions = argc > 2 ? std::max(1, std::atoi(argv[2])) : 9;
  spdlog::set_level(spdlog::level::err);
  setenv("ICODYN_SKIP_CHECKSUMS", "1", 1);
  const Archive unchecked(directory);
  unsetenv("ICODYN_SKIP_CHECKSUMS");
  serialboxInstallFatalErrorHandler(serialboxStateErrorHandler);
  serialboxSerializer_t* serializer = serialboxSerializerCreate(Read, directory.c_str(), unchecked.prefix().c_str(), "Binary");
  serialboxSavepoint_t** savepoints = serialboxSerializerGetSavepointVector(serializer);

  const std::vector<std::pair<const char*, std::function<std::size_t()>>> ways = {
      {"plain read of the files", [&] { return plain(directory); }},
      {"Archive::read, no checksums", [&] { return ours(unchecked); }},
      {"open + Archive::read, no checksums", [&] { setenv("ICODYN_SKIP_CHECKSUMS", "1", 1); const Archive a(directory); unsetenv("ICODYN_SKIP_CHECKSUMS"); return ours(a); }},
      {"open + Archive::read, with checksums", [&] { return ours(Archive(directory)); }},
      {"Serialbox library", [&] { return library(unchecked, serializer, savepoints); }}};
  std::vector<std::vector<double>> rates(ways.size());
  for (int r = 0; r <= repetitions; ++r)
    for (std::size_t w = 0; w < ways.size(); ++w) {  // the ways take turns, so that all see the same machine
      const auto start = std::chrono::steady_clock::now();
      const std::size_t bytes = ways[w].second();
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (r > 0) rates[w].push_back(static_cast<double>(bytes) / seconds / 1e9);
    }
  for (auto& r : rates) std::sort(r.begin(), r.end());
  const auto middle = [&](std::size_t w) { return rates[w][rates[w].size() / 2]; };
  fmt::print("{} ({} repetitions, page cache warm)\n", directory.string(), repetitions);
  for (std::size_t w = 0; w < ways.size(); ++w)
    fmt::print("  {:<38} median {:6.2f} GB/s  best {:6.2f} GB/s  {:4.0f} % of plain\n", ways[w].first, middle(w), rates[w].back(), 100 * middle(w) / middle(0));
  return 0;
} catch (const Error& e) {
  fmt::print(stderr, "{}\n", e.what());
  return static_cast<int>(e.code());
}

#include "grid/grid_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>
#include <vector>

#include "runtime/error.hpp"

extern char** environ;

namespace icodyn {

namespace fs = std::filesystem;

namespace {

constexpr const char* forms = "use a file, RnBk (R2B4), 'torus NXxNY@EDGE_M' (torus 20x20@1000) or 'limited-area RnBk LON LAT RADIUS' in degrees";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string w; in >> w;) words.push_back(w);
  return words;
}

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw UsageError(fmt::format("grid '{}': {}; {}", text, why, forms));
}

double number(const std::string& text, const std::string& word, const char* what, double low, double high) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0' || !std::isfinite(value)) refuse(text, fmt::format("{} '{}' is not a number", what, word));
  if (value < low || value > high) refuse(text, fmt::format("{} '{}' lies outside {:g} .. {:g}", what, word, low, high));
  return value;
}

std::string global_name(const std::string& text, const std::string& word) {
  std::smatch m;
  if (!std::regex_match(word, m, std::regex("R0*([1-9][0-9]?)B0*([0-9]{1,2})")) || std::stoi(m[2]) > 12)
    refuse(text, fmt::format("'{}' is not RnBk with n in 1 .. 99 and k in 0 .. 12", word));
  return fmt::format("R{:02}B{:02}", std::stoi(m[1]), std::stoi(m[2]));
}

fs::path script() {
  std::error_code ec;
  const fs::path program = fs::read_symlink("/proc/self/exe", ec);
  const fs::path places[] = {fs::path(ICODYN_SCRIPT_DIR) / "make_grid.py", program.parent_path().parent_path() / "share/icodyn/make_grid.py"};
  for (const fs::path& p : places)
    if (fs::exists(p, ec)) return p;
  throw DataError(fmt::format("scripts/make_grid.py, which makes grids, is neither at '{}' nor at '{}'; give a grid file instead", places[0].string(),
                              places[1].string()));
}

// Runs the script without a shell; its stdout (the path) is not needed, since the file name is given.
int run(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int status = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) throw DataError(fmt::format("'{}' cannot be started ({}); it is needed to make a grid", words[0], std::strerror(status)));
  int code = 0;
  while (waitpid(child, &code, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

}  // namespace

fs::path cache_folder() {
  if (const char* named = std::getenv("ICODYN_CACHE"); named && *named) return named;
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / ".cache" / "icodyn";
  throw UsageError("neither ICODYN_CACHE nor HOME is set; set ICODYN_CACHE to a folder for the grids that icodyn makes");
}

bool is_grid_description(const std::string& text) {
  const auto words = words_of(text);
  return !words.empty() && (words[0] == "torus" || words[0] == "limited-area" ||
                            (words.size() == 1 && std::regex_match(words[0], std::regex("R[0-9]+B[0-9]+"))));
}

std::string grid_file_name(const std::string& text) {
  const auto words = words_of(text);
  if (!is_grid_description(text)) refuse(text, "is no description of a grid");
  if (words[0] == "torus") {
    std::smatch m;
    if (words.size() != 2 || !std::regex_match(words[1], m, std::regex("([0-9]{1,6})x([0-9]{1,6})@([0-9.eE+]+)"))) refuse(text, "is not a torus");
    const int nx = std::stoi(m[1]), ny = std::stoi(m[2]);
    const double edge = number(text, m[3], "the edge length", 1e-3, 1e7);
    if (nx < 4 || ny < 4 || ny % 2 != 0) refuse(text, "a torus needs at least 4 x 4 points and an even number of rows");
    return fmt::format("torus_{}x{}_{:g}m.nc", nx, ny, edge);
  }
  if (words[0] == "limited-area") {
    if (words.size() != 5) refuse(text, "a limited area has four arguments");
    const std::string parent = global_name(text, words[1]);
    return fmt::format("limited_area_{}_{:g}_{:g}_{:g}.nc", parent, number(text, words[2], "the longitude", -360, 360),
                       number(text, words[3], "the latitude", -90, 90), number(text, words[4], "the radius", 1e-3, 90));
  }
  return global_name(text, words[0]) + ".nc";
}

fs::path resolve_grid(const std::string& text, const fs::path& beside) {
  std::error_code ec;
  const fs::path named = text;
  if (text.empty()) refuse(text, "is empty");
  if (fs::exists(named, ec)) return named;
  if (!beside.empty() && named.is_relative() && fs::exists(beside / named, ec)) return beside / named;
  if (!is_grid_description(text)) {
    if (text.find('/') != std::string::npos || named.has_extension()) throw DataError(fmt::format("grid file '{}' does not exist; {}", text, forms));
    refuse(text, "is neither a file nor a description of a grid");
  }
  const fs::path file = fs::absolute(cache_folder() / "grids" / grid_file_name(text));
  if (fs::exists(file, ec)) {
    spdlog::info("grid '{}': {}", text, file.string());
    return file;
  }
  spdlog::info("grid '{}': making {} (once)", text, file.string());
  std::vector<std::string> command = {"python3", script().string(), "--out", file.string()};
  for (const std::string& w : words_of(text)) command.push_back(w);
  const int code = run(command);
  if (code != 0 || !fs::exists(file, ec)) {
    std::string line;
    for (const std::string& w : command) line += (line.empty() ? "" : " ") + w;
    throw DataError(fmt::format("grid '{}' could not be made: '{}' ended with code {} (its messages are above)", text, line, code));
  }
  return file;
}

}  // namespace icodyn

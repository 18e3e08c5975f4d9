#include "config/date.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "config/config.hpp"
#include "runtime/error.hpp"

namespace icodyn {

namespace {

// The digits and separators of the pattern "0000-00-00T00:00:00", and digits alone after an optional point.
bool well_formed(const std::string& date) {
  const std::string pattern = "0000-00-00T00:00:00";
  if (date.size() < pattern.size()) return false;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '0' ? !digit(date[i]) : date[i] != pattern[i]) return false;
  if (date.size() == pattern.size()) return true;
  if (date[pattern.size()] != '.' || date.size() == pattern.size() + 1 || date.size() > pattern.size() + 10) return false;
  for (std::size_t i = pattern.size() + 1; i < date.size(); ++i)
    if (!digit(date[i])) return false;
  return true;
}

}  // namespace

long long milliseconds_of(const std::string& date) {
  using namespace std::chrono;
  int y = 0, mo = 0, d = 0, h = 0, mi = 0;
  double s = 0;
  const bool read = well_formed(date) && std::sscanf(date.c_str(), "%d-%d-%dT%d:%d:%lf", &y, &mo, &d, &h, &mi, &s) == 6;
  const year_month_day day{year{y}, month{static_cast<unsigned>(mo)}, std::chrono::day{static_cast<unsigned>(d)}};
  if (!read || !day.ok() || h > 23 || mi > 59 || s >= 60) throw UsageError("'" + date + "' is not a date; write YYYY-MM-DDThh:mm:ss.mmm");
  return 1000LL * (86400LL * sys_days{day}.time_since_epoch().count() + 3600LL * h + 60LL * mi) + std::llround(1000.0 * s);
}

std::string date_after(const std::string& start, double seconds) {
  using namespace std::chrono;
  const sys_time<milliseconds> t{milliseconds{milliseconds_of(start) + std::llround(1000.0 * seconds)}};
  const sys_days midnight = floor<days>(t);
  const year_month_day day{midnight};
  const long long ms = (t - midnight).count();
  return fmt::format("{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}.{:03d}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()), ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}

}  // namespace icodyn

// Date stamps "YYYY-MM-DDThh:mm:ss[.fraction]", proleptic Gregorian calendar, no time zone.
#pragma once

#include <string>

namespace icodyn {

// Milliseconds since 1970-01-01; a fraction is rounded to one. Throws UsageError when it is not a date (30 February is not).
long long milliseconds_of(const std::string& date);

}  // namespace icodyn

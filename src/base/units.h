// Durations, shares and sizes as people type them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kab {

/// "500ms", "60s", "5m", "1h", or a bare number of seconds, as nanoseconds. Zero, negative and
/// anything over 30 days are refused (kInput).
Result<std::int64_t> parse_duration_ns(std::string_view text);

/// "1%" or "0.01" -> 0.01. Must lie in [0, 1).
Result<double> parse_share(std::string_view text);

/// "850 ms", "12 s", "3 min 20 s", "1 h 5 min": two units at most.
std::string duration_text(std::int64_t ns);

}  // namespace kab

// How the listings of `kab show` write a moment of a session.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kab::report {

/// The code of events that say whether a clock took the fast path: "<subject>: <path>: <counted>".
inline constexpr std::string_view kPathEvent = "path";

/// Time since the session's start: "12.345 s".
std::string elapsed_text(std::int64_t ns);

}  // namespace kab::report

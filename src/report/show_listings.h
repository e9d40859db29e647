// How the listings of `kab show` write a moment of a session.
#pragma once

#include <cstdint>
#include <string>

namespace kab::report {

/// Time since the session's start: "12.345 s".
std::string elapsed_text(std::int64_t ns);

}  // namespace kab::report

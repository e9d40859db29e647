// One line from a descriptor, bounded: whatever is at the other end, the worker answers or refuses.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace kab::worker {

inline constexpr std::size_t kLongestLine = 1u << 16;

/// The first line of `fd` without its newline; what has no newline ends at end-of-file. Reads a
/// byte at a time, so that what follows the line stays for others. kInput: nothing there, or longer
/// than kLongestLine.
Result<std::string> read_line(int fd);

}  // namespace kab::worker

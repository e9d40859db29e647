// Whole-file reads and writes; EINTR and short transfers are handled here, once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace kab {

/// The whole content of `path`. Errors name the path and the reason; a file that does not exist
/// or may not be read is kInput. `-` is not special.
Result<std::string> read_file(const std::string& path);

/// The content with surrounding white space removed, or an empty string if it cannot be read:
/// for one-line files of /proc and /sys whose absence is not an error.
std::string read_line_or_empty(const std::string& path);

/// What is larger is not read: standard input may have no end.
inline constexpr std::size_t kMostBytesRead = std::size_t{2} << 30;

/// Everything that can still be read from `fd`; kInput where that is more than `most` bytes.
Result<std::string> read_all(int fd, std::string_view name, std::size_t most = kMostBytesRead);

/// Writes all of `bytes` to `fd`.
Result<void> write_all(int fd, std::string_view bytes, std::string_view name);

/// Writes `bytes` into an existing file in place (same inode, mode and owner), truncating it.
/// This is how sysctl and sysfs files are written: one write call.
Result<void> overwrite_file(const std::string& path, std::string_view bytes);

}  // namespace kab

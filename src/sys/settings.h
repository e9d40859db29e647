// Host settings that arms change: sysctls and one-value files, written in place and put back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::sys {

/// One file whose content an arm sets: /proc/sys/… or any other.
struct Setting {
  std::string path;
  std::string value;

  bool operator==(const Setting&) const = default;
};

/// "net.unix.max_dgram_qlen" -> "/proc/sys/net/unix/max_dgram_qlen"; slashes are understood as
/// separators too ("net/ipv4/conf/eth0.100/x"), as sysctl(8) does. kInput when there is no such
/// sysctl (the nearest name in its folder is suggested).
Result<std::string> sysctl_path(std::string_view name);

/// Whether this sysctl belongs to the network namespace (net.*), so that a private one is enough.
enum class Scope { kNetworkNamespace, kHost };
Scope scope_of_sysctl(std::string_view name);

/// The current value as it would have to be written to get it back: of a kernel's file (procfs,
/// sysfs, …) value_shown_by its content, of an ordinary file every byte. Files over 1 MiB are
/// refused (kInput).
Result<std::string> current_value(const std::string& path);

/// What a kernel file's content says that its value is: trimmed of the final newline, and of
/// "[always] madvise never" only the chosen word.
std::string value_shown_by(std::string_view content);

/// Whether two values are the same to the kernel: equal words, whatever the space between them.
bool same_value(std::string_view left, std::string_view right);

/// Writes a value in one write. kInput when there is no such file or the kernel refuses the value
/// (EINVAL, ERANGE), kUnavailable when permission is missing (EACCES, EPERM, EROFS); both name
/// path, value and reason.
Result<void> write_value(const Setting& setting);

}  // namespace kab::sys

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

/// The current value as it would have to be written to get it back: trimmed of the final newline,
/// and of "[always] madvise never" only the chosen word. Files over 1 MiB are refused (kInput).
Result<std::string> current_value(const std::string& path);

/// Writes a value in one write. kInput when the kernel refuses the value (EINVAL, ERANGE),
/// kUnavailable when permission is missing (EACCES, EPERM, EROFS); both name path, value and
/// reason.
Result<void> write_value(const Setting& setting);

}  // namespace kab::sys

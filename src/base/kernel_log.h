// Kernel messages that appear while something runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"

namespace kab {

/// The message of one record of /dev/kmsg ("priority,sequence,time,flags;text", then lines of
/// details), if its level is "warning" or worse.
std::optional<std::string> worth_saying(std::string_view record);

/// Reads /dev/kmsg from the moment of construction on. Where it may not be read (not root) there
/// are simply no lines.
class KernelLog {
 public:
  KernelLog();

  /// Whether there is anything to watch: /dev/kmsg may be read here.
  bool readable() const { return static_cast<bool>(fd_); }

  /// Messages worth saying since the last call, at most 20 at a time.
  std::vector<std::string> new_lines();

 private:
  Fd fd_;
};

}  // namespace kab

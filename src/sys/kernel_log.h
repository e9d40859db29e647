// Kernel messages that appear while something runs.
#pragma once

#include <string>
#include <vector>

#include "base/fd.h"

namespace kab::sys {

/// Reads /dev/kmsg from the moment of construction on. Where it may not be read (not root) there
/// are simply no lines.
class KernelLog {
 public:
  KernelLog();

  /// Lines of level "warning" or worse since the last call, at most 20 at a time.
  std::vector<std::string> new_lines();

 private:
  Fd fd_;
};

}  // namespace kab::sys

// What the kernel complains of in its log while a check works on it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kab::checks {

/// Whether a line of the kernel log tells of a fault of the kernel itself: a warning with a trace,
/// an oops, a sanitizer's report, a lockup, corruption. Not every warning is one.
bool is_fault(std::string_view line);

struct KernelWatch {
  bool watching = false;  // whether the log may be read here
  /// Lines of level warning and worse since the last call.
  std::move_only_function<std::vector<std::string>()> new_lines = {};
};

/// The log of the running kernel, from now on.
KernelWatch watch_kernel();

}  // namespace kab::checks

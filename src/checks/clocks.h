// The clocks that the clock checks read: those of the kernel, each by its two ways in.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <time.h>

namespace kab::checks {

/// Whether somebody may put a clock back by setting it (clock_settime(2)).
enum class Settable { kNo, kYes };

struct ClockName {
  clockid_t id = CLOCK_MONOTONIC;
  std::string_view name;  // "monotonic"
  Settable settable = Settable::kNo;
};

/// Fast: as programs read it, through the C library and its vDSO. Syscall: by a system call.
enum class Path { kFast, kSyscall };
std::string_view text_of(Path path);

struct ClockSubject {
  std::vector<ClockName> clocks = {};
  /// Nanoseconds. Called from several threads.
  std::function<std::int64_t(clockid_t, Path)> read = {};
  std::function<std::int64_t(clockid_t, Path)> resolution = {};
  /// Whether the wall clock was set since the last call, or nobody can tell.
  std::move_only_function<bool()> was_set = {};
};

/// The clocks of the running kernel, those that it does not have left out.
ClockSubject kernel_clocks();

}  // namespace kab::checks

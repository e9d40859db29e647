// Waiting until the kernel has nothing of its own to do: what a boot leaves running would be part
// of what is counted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace kab::worker {

enum class Quiet { kNo, kYes };

struct Quiescence {
  Quiet reached = Quiet::kNo;
  std::uint32_t windows = 0;  // of 100 ms that it took
};

/// Idle ticks (USER_HZ), those spent waiting for a disk included, of the first line of /proc/stat.
std::optional<std::uint64_t> idle_ticks(std::string_view stat);

/// Sleeps 100 ms at a time until three windows in a row were idle for at least 9 ticks of 10, for
/// at most 10 s. In a guest that skips idle time this takes next to none.
Quiescence wait_until_quiet();

/// The same with a sleep of one window and a look at the idle ticks of all CPUs given.
Quiescence wait_until_quiet(std::uint64_t cpus, const std::function<void()>& sleep_window,
                            const std::function<std::optional<std::uint64_t>()>& idle);

}  // namespace kab::worker

// Waiting for a word of shared memory to change: how batches are started and acknowledged.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace kab::workloads {

/// The call's name in the kernel's table; 32-bit kernels before 5.1 have `futex` alone.
inline constexpr std::string_view kFutexCall = sizeof(void*) == 8 ? "futex" : "futex_time64";

enum class Woken {
  kLook,         // the word may have changed; look again
  kInterrupted,  // a signal came
  kBroken,       // futexes do not work here; errno says why
};

/// Sleeps while `word` holds `seen`. Works between processes.
Woken futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t seen);

/// Wakes all who wait for `word`.
void futex_wake(std::atomic<std::uint32_t>& word);

}  // namespace kab::workloads

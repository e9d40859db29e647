#include "workloads/futex.h"

#include <cerrno>
#include <climits>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kab::workloads {
namespace {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// No timeout is ever passed, so the two forms of the call that 32-bit kernels have do the same;
/// which of them exists depends on the kernel's age and on CONFIG_COMPAT_32BIT_TIME.
long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
#ifdef SYS_futex_time64
  const long result = ::syscall(SYS_futex_time64, &word, operation, value, nullptr, nullptr, 0);
  if (result >= 0 || errno != ENOSYS) return result;
#endif
  return ::syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

}  // namespace

Woken futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  if (futex(word, FUTEX_WAIT, seen) == 0 || errno == EAGAIN) return Woken::kLook;
  return errno == EINTR ? Woken::kInterrupted : Woken::kBroken;
}

void futex_wake(std::atomic<std::uint32_t>& word) { futex(word, FUTEX_WAKE, INT_MAX); }

}  // namespace kab::workloads

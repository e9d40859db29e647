#include "checks/clocks.h"

#include <array>
#include <cerrno>

#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/fd.h"

namespace kab::checks {
namespace {

constexpr auto kClocks = std::to_array<ClockName>({
    {.id = CLOCK_MONOTONIC, .name = "monotonic"},
    {.id = CLOCK_MONOTONIC_COARSE, .name = "monotonic-coarse"},
    {.id = CLOCK_MONOTONIC_RAW, .name = "monotonic-raw"},
    {.id = CLOCK_BOOTTIME, .name = "boottime"},
    {.id = CLOCK_REALTIME, .name = "realtime", .settable = Settable::kYes},
    {.id = CLOCK_REALTIME_COARSE, .name = "realtime-coarse", .settable = Settable::kYes},
    {.id = CLOCK_TAI, .name = "tai", .settable = Settable::kYes},
});

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t ns_of(const timespec& time) {
  return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

/// The kernel's structure of the calls below, which is not the C library's on every 32-bit ABI.
struct KernelTime {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
};

std::int64_t by_syscall([[maybe_unused]] long call64, long call, clockid_t id) {
#ifdef SYS_clock_gettime64
  KernelTime wide;
  if (::syscall(call64, id, &wide) == 0) return wide.seconds * kSecond + wide.nanoseconds;
#endif
  timespec time{};
  ::syscall(call, id, &time);
  return ns_of(time);
}

#ifdef SYS_clock_gettime64
constexpr long kGetTime64 = SYS_clock_gettime64;
constexpr long kGetResolution64 = SYS_clock_getres_time64;
#else
constexpr long kGetTime64 = -1;
constexpr long kGetResolution64 = -1;
#endif

std::int64_t read_clock(clockid_t id, Path path) {
  if (path == Path::kSyscall) return by_syscall(kGetTime64, SYS_clock_gettime, id);
  timespec time{};
  ::clock_gettime(id, &time);
  return ns_of(time);
}

std::int64_t resolution_of(clockid_t id, Path path) {
  if (path == Path::kSyscall) return by_syscall(kGetResolution64, SYS_clock_getres, id);
  timespec time{};
  ::clock_getres(id, &time);
  return ns_of(time);
}

/// A timer that is cancelled when the wall clock is set (timerfd_create(2)), and never expires.
void arm(const Fd& timer) {
  const itimerspec never{.it_interval = {}, .it_value = {.tv_sec = 0x7fffffff, .tv_nsec = 0}};
  ::timerfd_settime(timer.get(), TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, nullptr);
}

bool was_cancelled(const Fd& timer) {
  if (!timer) return true;
  std::uint64_t expirations = 0;
  if (::read(timer.get(), &expirations, sizeof expirations) >= 0 || errno != ECANCELED)
    return false;
  arm(timer);
  return true;
}

}  // namespace

std::string_view text_of(Path path) {
  switch (path) {
    case Path::kFast:
      return "the fast path";
    case Path::kSyscall:
      return "a system call";
  }
  return "";
}

ClockSubject kernel_clocks() {
  ClockSubject subject{.clocks = {}, .read = read_clock, .resolution = resolution_of};
  for (const auto& clock : kClocks) {
    timespec time{};
    if (::clock_gettime(clock.id, &time) == 0) subject.clocks.push_back(clock);
  }
  Fd timer(::timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC));
  if (timer) arm(timer);
  subject.was_set = [timer = std::move(timer)] { return was_cancelled(timer); };
  return subject;
}

}  // namespace kab::checks

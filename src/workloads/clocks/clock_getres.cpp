// clock-getres: the resolution of CLOCK_MONOTONIC, which never changes; in the vDSO since 5.3.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "workloads/clocks/read_clock.h"
#include "workloads/clocks/time_loop.h"
#include "workloads/clocks/vdso_symbols.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

// In the vDSO of i386 there is only the one with 32 bits for the time, which its C library leaves.
constexpr std::string_view kFunction = "__vdso_clock_getres";

#ifdef SYS_clock_getres_time64
constexpr long kNumber = SYS_clock_getres_time64;
#else
constexpr long kNumber = SYS_clock_getres;
#endif

struct Time64 {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
};

Result<Instance> by_vdso() {
  KAB_TRY(const void* const address, vdso_function(kFunction));
  using Function = int (*)(clockid_t, timespec*);
  const auto get = reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(address));
  return time_loop(std::string(kFunction),
                   [get, step = timespec{}]() mutable { return get(CLOCK_MONOTONIC, &step); });
}

Result<Instance> make_clock_getres(const ParamValues& params, std::span<const int>) {
  const std::string& path = params.text("path");
  if (path == "vdso") return by_vdso();
  if (path == "syscall")
    return time_loop("clock_getres, by a system call", [step = Time64{}]() mutable {
      return ::syscall(kNumber, CLOCK_MONOTONIC, &step);
    });
  return time_loop("clock_getres", [step = timespec{}]() mutable {
    return ::clock_getres(CLOCK_MONOTONIC, &step);
  });
}

bool calls_kernel(const ParamValues& params) {
  const std::string& path = params.text("path");
  return path == "syscall" || (path == "libc" && kAbi == "i386");
}

}  // namespace

Workload describe_clock_getres() {
  return {
      .name = "clock-getres",
      .summary = "clock_getres(CLOCK_MONOTONIC) through the vDSO",
      .operation = "one clock_getres()",
      .params = path_param_without_time32(),
      .calls = [](const ParamValues& params) -> std::vector<ExpectedCall> {
        if (!calls_kernel(params)) return {};
        return {{.name = by_abi("clock_getres", "clock_getres_time64"), .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        if (!calls_kernel(params)) return {};
        return {constant_copy("timespec", sizeof(Time64))};
      },
      .make = &make_clock_getres,
  };
}

}  // namespace kab::workloads

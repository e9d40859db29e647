// gettimeofday: the time of day in microseconds, as programs asked for it before clock_gettime().
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "workloads/clocks/read_clock.h"
#include "workloads/clocks/time_loop.h"
#include "workloads/clocks/vdso_symbols.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

constexpr std::string_view kFunction = "__vdso_gettimeofday";

Result<Instance> by_vdso() {
  KAB_TRY(const void* const address, vdso_function(kFunction));
  using Function = int (*)(timeval*, void*);
  const auto get = reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(address));
  return time_loop(std::string(kFunction),
                   [get, now = timeval{}]() mutable { return get(&now, nullptr); });
}

Result<Instance> make_gettimeofday(const ParamValues& params, std::span<const int>) {
  const std::string& path = params.text("path");
  if (path == "vdso") return by_vdso();
  if (path == "syscall")
    return time_loop("gettimeofday, by a system call", [now = timeval{}]() mutable {
      return ::syscall(SYS_gettimeofday, &now, nullptr);
    });
  return time_loop("gettimeofday",
                   [now = timeval{}]() mutable { return ::gettimeofday(&now, nullptr); });
}

}  // namespace

Workload describe_gettimeofday() {
  return {
      .name = "gettimeofday",
      .summary = "gettimeofday() through the vDSO",
      .operation = "one gettimeofday()",
      .params = path_param_without_time32(),
      .calls = [](const ParamValues& params) -> std::vector<ExpectedCall> {
        if (params.text("path") != "syscall") return {};
        return {{.name = "gettimeofday", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        if (params.text("path") != "syscall") return {};
        return {constant_copy("seconds, microseconds", sizeof(long), 2)};
      },
      .make = &make_gettimeofday,
  };
}

}  // namespace kab::workloads

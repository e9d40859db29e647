// time: the time of day in seconds: in the vDSO no more than one load.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "workloads/clocks/read_clock.h"
#include "workloads/clocks/time_loop.h"
#include "workloads/clocks/vdso_symbols.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

constexpr std::string_view kFunction = "__vdso_time";

/// The time is the answer, and -1 none.
int status_of(long answer) { return answer == -1 ? -1 : 0; }

Result<Instance> by_vdso() {
  KAB_TRY(const void* const address, vdso_function(kFunction));
  using Function = long (*)(long*);
  const auto get = reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(address));
  return time_loop(std::string(kFunction), [get] { return status_of(get(nullptr)); });
}

Result<Instance> make_time(const ParamValues& params, std::span<const int>) {
  const std::string& path = params.text("path");
  if (path == "vdso") return by_vdso();
  if (path == "syscall")
    return time_loop("time, by a system call",
                     [] { return status_of(::syscall(SYS_time, nullptr)); });
  return time_loop("time", [] { return status_of(::time(nullptr)); });
}

}  // namespace

Workload describe_time() {
  return {
      .name = "time",
      .summary = "time() through the vDSO",
      .operation = "one time()",
      .params = path_param_without_time32(),
      .calls = [](const ParamValues& params) -> std::vector<ExpectedCall> {
        if (params.text("path") != "syscall") return {};
        return {{.name = "time", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_time,
  };
}

}  // namespace kab::workloads

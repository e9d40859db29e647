// getcpu: on which CPU and node the caller runs: no clock, but it lives in the vDSO beside them.
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/clocks/read_clock.h"
#include "workloads/clocks/time_loop.h"
#include "workloads/clocks/vdso_symbols.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

constexpr std::string_view kFunction = "__vdso_getcpu";

struct Place {
  unsigned cpu = 0;
  unsigned node = 0;
};

Result<Instance> by_vdso() {
  KAB_TRY(const void* const address, vdso_function(kFunction));
  using Function = long (*)(unsigned*, unsigned*, void*);
  const auto get = reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(address));
  return time_loop(std::string(kFunction), [get, place = Place{}]() mutable {
    return get(&place.cpu, &place.node, nullptr);
  });
}

Result<Instance> make_getcpu(const ParamValues& params, std::span<const int>) {
  const std::string& path = params.text("path");
  if (path == "vdso") return by_vdso();
  if (path == "syscall")
    return time_loop("getcpu, by a system call", [place = Place{}]() mutable {
      return ::syscall(SYS_getcpu, &place.cpu, &place.node, nullptr);
    });
  return time_loop("getcpu",
                   [place = Place{}]() mutable { return ::getcpu(&place.cpu, &place.node); });
}

/// The C library of i386 does not look for it in the vDSO.
bool calls_kernel(const ParamValues& params) {
  const std::string& path = params.text("path");
  return path == "syscall" || (path == "libc" && kAbi == "i386");
}

}  // namespace

Workload describe_getcpu() {
  return {
      .name = "getcpu",
      .summary = "getcpu() through the vDSO: where the caller runs",
      .operation = "one getcpu()",
      .params = path_param_without_time32(),
      .calls = [](const ParamValues& params) -> std::vector<ExpectedCall> {
        if (!calls_kernel(params)) return {};
        return {{.name = "getcpu", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        if (!calls_kernel(params)) return {};
        return {constant_copy("CPU and node", sizeof(unsigned), 2)};
      },
      .make = &make_getcpu,
  };
}

}  // namespace kab::workloads

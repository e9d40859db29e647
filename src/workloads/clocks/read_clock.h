// The ways to a time function: what all workloads of this folder share.
#pragma once

#include <string_view>
#include <vector>

#include <time.h>

#include "workloads/workload.h"

namespace kab::workloads {

/// `path`: through the C library, as programs do it; the function in the vDSO itself; a system
/// call. i386 has a second set of the latter two, with 32 bits for the time: vdso32 and syscall32.
std::vector<Param> path_param();

/// The same for functions that i386, too, has only one of.
std::vector<Param> path_param_without_time32();

/// How a clock's function comes to its answer where programs ask it through the vDSO.
enum class FastPath {
  kVdso,    // without a system call, since 5.3 for all of these
  kSyscall  // by a system call in any case, as for CPU time
};

/// The calls of one reading by `path`.
std::vector<ExpectedCall> calls_of_clock(FastPath fast_path, const ParamValues& params);

/// Copies of one reading: the answer, where a system call gives it (put_timespec64(), of a constant
/// size).
std::vector<UserCopy> copies_of_clock(FastPath fast_path, const ParamValues& params);

/// clock_gettime() of `clock`, by the path that `params` name. kUnavailable where this kernel has
/// no such clock or path.
Result<Instance> make_clock(clockid_t clock, const ParamValues& params);

/// A workload that reads one clock. `name` and `summary` are literals.
template <clockid_t kClock, FastPath kFastPath = FastPath::kVdso>
Workload clock_workload(std::string_view name, std::string_view summary) {
  return {
      .name = name,
      .summary = summary,
      .operation = "one clock_gettime()",
      .params = path_param(),
      .calls = [](const ParamValues& params) { return calls_of_clock(kFastPath, params); },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) { return copies_of_clock(kFastPath, params); },
      .make = [](const ParamValues& params,
                 std::span<const int>) { return make_clock(kClock, params); },
  };
}

}  // namespace kab::workloads

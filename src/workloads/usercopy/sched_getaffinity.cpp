// sched-getaffinity: next to nothing but a checked copy: the mask goes out by a copy_to_user() of a
// length that depends on the machine and the program.
#include <array>

#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

using Mask = std::array<unsigned long, 1024 / sizeof(unsigned long)>;

/// How many bytes the kernel's masks have here.
long get_mask(Mask& mask) { return ::syscall(SYS_sched_getaffinity, 0, sizeof mask, mask.data()); }

}  // namespace

Workload describe_sched_getaffinity() {
  return {
      .name = "sched-getaffinity",
      .summary = "sched_getaffinity(): a short call around one checked copy",
      .operation = "one sched_getaffinity()",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "sched_getaffinity", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        Mask mask;
        const long bytes = get_mask(mask);
        return {checked_copy("mask", bytes > 0 ? static_cast<double>(bytes) : 0)};
      },
      .make = [](const ParamValues&, std::span<const int>) -> Result<Instance> {
        return tried_call_loop("sched_getaffinity",
                               [mask = Mask{}]() mutable { return get_mask(mask) > 0; });
      },
  };
}

}  // namespace kab::workloads

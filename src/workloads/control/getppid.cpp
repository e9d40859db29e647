// getppid: about the least that a system call can do; the price of entering and leaving the kernel.
#include <unistd.h>

#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {

Workload describe_getppid() {
  return {
      .name = "getppid",
      .summary = "a system call that does next to nothing: entry and exit",
      .operation = "one getppid()",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "getppid", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .make = [](const ParamValues&, std::span<const int>) -> Result<Instance> {
        Instance instance;
        instance.run = [](std::uint64_t n) -> Result<void> {
          repeat(n, [] {
            ::getppid();  // the C library keeps no copy of the answer
            return true;
          });
          return {};
        };
        return instance;
      },
  };
}

}  // namespace kab::workloads

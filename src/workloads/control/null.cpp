// null: does nothing, n times. What it costs is what the harness costs.
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {

Workload describe_null() {
  return {
      .name = "null",
      .summary = "nothing at all: the cost of the harness itself",
      .operation = "one turn of an empty loop",
      .calls = &no_calls,
      .bytes_per_operation = &no_bytes,
      .make = [](const ParamValues&, std::span<const int>) -> Result<Instance> {
        Instance instance;
        instance.run = [](std::uint64_t n) -> Result<void> {
          repeat(n, [] {
            asm volatile("");  // the compiler must keep every turn
            return true;
          });
          return {};
        };
        return instance;
      },
  };
}

}  // namespace kab::workloads

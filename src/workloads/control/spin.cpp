// spin: computes in user mode and never enters the kernel. A negative control: a kernel change that
// seems to make it slower or faster is noise, or has changed the machine (frequency, interrupts).
#include "workloads/control/chain.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {

Workload describe_spin() {
  return {
      .name = "spin",
      .summary = "arithmetic in user mode, no kernel: a negative control",
      .operation = "`steps` multiplications, each waiting for the one before",
      .params = {{.name = "steps",
                  .default_value = "100",
                  .meaning = "multiplications of an operation",
                  .range = Range{.min = 1, .max = 1'000'000}}},
      .calls = &no_calls,
      .bytes_per_operation = &no_bytes,
      .make = [](const ParamValues& params, std::span<const int>) -> Result<Instance> {
        Instance instance;
        instance.run = [steps = params.number("steps")](std::uint64_t n) -> Result<void> {
          std::size_t value = 1;
          repeat(n, [&value, steps = static_cast<std::size_t>(steps)] {
            value = chain(value, steps);
            return true;
          });
          return {};
        };
        return instance;
      },
  };
}

}  // namespace kab::workloads

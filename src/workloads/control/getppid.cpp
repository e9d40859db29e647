// getppid: about the least that a system call can do; the price of entering and leaving the kernel.
// With `delay`, a slowdown of known size: something to try a method of comparison on.
#include <unistd.h>

#include "workloads/control/chain.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Run calls_alone() {
  return [](std::uint64_t n) -> Result<void> {
    repeat(n, [] {
      ::getppid();  // the C library keeps no copy of the answer
      return true;
    });
    return {};
  };
}

Run calls_with_delay(std::size_t steps) {
  return [steps](std::uint64_t n) -> Result<void> {
    std::size_t value = 1;
    repeat(n, [&value, steps] {
      ::getppid();
      value = chain(value, steps);
      return true;
    });
    return {};
  };
}

}  // namespace

Workload describe_getppid() {
  return {
      .name = "getppid",
      .summary = "a system call that does next to nothing: entry and exit",
      .operation = "one getppid()",
      .params = {{.name = "delay",
                  .default_value = "0",
                  .meaning = "multiplications after each call, to slow it down by a known amount",
                  .range = Range{.min = 0, .max = 1'000'000}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "getppid", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .make = [](const ParamValues& params, std::span<const int>) -> Result<Instance> {
        const auto steps = static_cast<std::size_t>(params.number("delay"));
        Instance instance;
        instance.run = steps == 0 ? calls_alone() : calls_with_delay(steps);
        return instance;
      },
  };
}

}  // namespace kab::workloads

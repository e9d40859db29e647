// getppid: about the least that a system call can do; the price of entering and leaving the kernel.
// With `delay`, `nops` and `getuid`, a slowdown of known size: something to try a method of
// comparison on, be it one of times or of counted instructions.
#include <array>
#include <utility>

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

constexpr std::size_t kMostNops = 16;

struct Extra {
  std::size_t steps = 0;
  std::size_t calls = 0;
};

template <std::size_t nops>
Run calls_with_extra(Extra extra) {
  return [extra](std::uint64_t n) -> Result<void> {
    std::size_t value = 1;
    repeat(n, [&value, extra] {
      ::getppid();
      for (auto left = extra.calls; left > 0; --left) ::getuid();
      value = chain(value, extra.steps);
      asm volatile(".fill %c0, 1, 0x90" : : "i"(nops));
      return true;
    });
    return {};
  };
}

template <std::size_t... nops>
Run calls_with_extra(std::size_t wanted, Extra extra, std::index_sequence<nops...>) {
  using Make = Run (*)(Extra);
  constexpr std::array<Make, sizeof...(nops)> kMake = {&calls_with_extra<nops>...};
  return kMake[wanted](extra);
}

Run run_of(const ParamValues& params) {
  const auto steps = static_cast<std::size_t>(params.number("delay"));
  const auto nops = static_cast<std::size_t>(params.number("nops"));
  const auto calls = static_cast<std::size_t>(params.number("getuid"));
  if (nops > 0 || calls > 0)
    return calls_with_extra(nops, {.steps = steps, .calls = calls},
                            std::make_index_sequence<kMostNops + 1>());
  return steps == 0 ? calls_alone() : calls_with_delay(steps);
}

std::vector<ExpectedCall> calls_of(const ParamValues& params) {
  std::vector<ExpectedCall> calls = {{.name = "getppid", .per_operation = 1}};
  if (const auto extra = params.number("getuid"); extra > 0)
    calls.push_back({.name = kAbi == "i386" ? "getuid32" : "getuid",
                     .per_operation = static_cast<double>(extra)});
  return calls;
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
                  .range = Range{.min = 0, .max = 1'000'000}},
                 {.name = "nops",
                  .default_value = "0",
                  .meaning = "instructions that do nothing, after each call",
                  .range = Range{.min = 0, .max = kMostNops}},
                 {.name = "getuid",
                  .default_value = "0",
                  .meaning = "further system calls that do next to nothing, after each",
                  .range = Range{.min = 0, .max = 8}}},
      .calls = &calls_of,
      .bytes_per_operation = &no_bytes,
      .make = [](const ParamValues& params, std::span<const int>) -> Result<Instance> {
        Instance instance;
        instance.run = run_of(params);
        return instance;
      },
  };
}

}  // namespace kab::workloads

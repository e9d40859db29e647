// brk: moves the end of the heap up and back down, as allocators do. The calls are made past the C
// library, whose malloc() must find the heap where it left it.
#include <string>

#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/process/region.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

/// The end of the heap, after asking for it to be `wanted`; 0 asks for nothing.
unsigned long heap_end(unsigned long wanted) {
  return static_cast<unsigned long>(::syscall(SYS_brk, wanted));
}

Result<Instance> make_brk(const ParamValues& params, std::span<const int>) {
  const auto bytes = static_cast<unsigned long>(params.number("pages")) * page_size();
  Instance instance;
  instance.run = [bytes](std::uint64_t n) -> Result<void> {
    const unsigned long low = heap_end(0);
    const unsigned long high = low + bytes;
    if (repeat(n, [low, high] { return heap_end(high) == high && heap_end(low) == low; }))
      return {};
    return fail_unavailable("brk: the heap does not grow by " + std::to_string(bytes) + " bytes");
  };
  return instance;
}

}  // namespace

Workload describe_brk() {
  return {
      .name = "brk",
      .summary = "the heap grown and shrunk by brk()",
      .operation = "one brk() up and one back down",
      .params = {{.name = "pages",
                  .default_value = "16",
                  .meaning = "pages by which the heap grows",
                  .range = Range{.min = 1, .max = 4096}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "brk", .per_operation = 2}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_brk,
  };
}

}  // namespace kab::workloads

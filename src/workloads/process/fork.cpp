// fork: a child that exits at once and is waited for. With `memory` the parent has pages whose
// tables are copied each time.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "workloads/process/children.h"
#include "workloads/process/region.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

bool fork_and_wait() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  return child > 0 && ended_well(child);
}

Result<Instance> make_fork(const ParamValues& params, std::span<const int>) {
  const auto bytes = static_cast<std::size_t>(params.number("memory")) << 10;
  KAB_TRY(Region memory, Region::anonymous(std::max(bytes, page_size()), page_size()));
  memory.advise(MADV_NOHUGEPAGE);
  std::memset(memory.start(), 1, memory.bytes());
  Instance instance;
  instance.run = [memory = std::move(memory)](std::uint64_t n) -> Result<void> {
    if (repeat(n, &fork_and_wait)) return {};
    return fail_unavailable("fork: " + errno_text(errno) +
                            "; ulimit -u says how many there may be");
  };
  return instance;
}

}  // namespace

Workload describe_fork() {
  return {
      .name = "fork",
      .summary = "a child that exits at once, by fork()",
      .operation = "one fork(), exit and wait",
      .params = {{.name = "memory",
                  .default_value = "0",
                  .meaning = "KiB of memory in use when it forks, besides its own",
                  .range = Range{.min = 0, .max = 262'144}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "clone", .per_operation = 1},
                {.name = "exit_group", .per_operation = 1},
                {.name = "wait4", .per_operation = 1},
                // The C library's, in the child.
                {.name = "set_robust_list", .per_operation = 0, .often = Often::kAtLeast}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_fork,
  };
}

}  // namespace kab::workloads

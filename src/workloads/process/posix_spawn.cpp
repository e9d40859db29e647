// posix-spawn: a program started by posix_spawn(), as most programs would: what the C library does
// for that is part of it.
#include <cerrno>
#include <utility>

#include <spawn.h>

#include "workloads/process/children.h"
#include "workloads/process/region.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Result<Instance> make_posix_spawn(const ParamValues& params, std::span<const int>) {
  KAB_TRY(Program program, Program::chosen_by(params));
  Instance instance;
  instance.run = [program = std::move(program)](std::uint64_t n) -> Result<void> {
    std::string name = program.path();
    char* const arguments[] = {name.data(), nullptr};
    char* const environment[] = {nullptr};
    const bool done = repeat(n, [&] {
      pid_t child = -1;
      errno = ::posix_spawn(&child, name.c_str(), nullptr, nullptr, arguments, environment);
      return errno == 0 && ended_well(child);
    });
    return done ? Result<void>()
                : fail_unavailable("posix_spawn of " + name + ": " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_posix_spawn() {
  return {
      .name = "posix-spawn",
      .summary = "a program started by posix_spawn()",
      .operation = "one posix_spawn(), exit and wait",
      .params = {program_param()},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        std::vector<ExpectedCall> calls = {{.name = "execve", .per_operation = 1},
                                           {.name = "exit_group", .per_operation = 1},
                                           {.name = "wait4", .per_operation = 1}};
        // How the C library goes about it depends on its version.
        for (const auto* const own : {"clone", "clone3", kMmapCall.data(), "munmap", "mprotect",
                                      "rt_sigaction", "rt_sigprocmask"})
          calls.push_back({.name = own, .per_operation = 0, .often = Often::kAtLeast});
        return calls;
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_posix_spawn,
  };
}

}  // namespace kab::workloads

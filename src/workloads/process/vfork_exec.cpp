// vfork-exec: a program started the quick way, by a child that borrows its parent's memory.
#include <cerrno>
#include <utility>

#include <unistd.h>

#include "workloads/process/children.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

/// Kept out of its caller, since the child runs on this frame until it has executed the program.
[[gnu::noinline]] bool execute_and_wait(const char* path, char* const* arguments,
                                        char* const* environment) {
  const pid_t child = ::vfork();  // NOLINT(bugprone-unsafe-functions): it is the subject
  if (child == 0) {
    ::execve(path, arguments, environment);
    ::_exit(127);
  }
  return child > 0 && ended_well(child);
}

Result<Instance> make_vfork_exec(const ParamValues& params, std::span<const int>) {
  KAB_TRY(Program program, Program::chosen_by(params));
  Instance instance;
  instance.run = [program = std::move(program)](std::uint64_t n) -> Result<void> {
    std::string name = program.path();
    char* const arguments[] = {name.data(), nullptr};
    char* const environment[] = {nullptr};
    if (repeat(n, [&] { return execute_and_wait(name.c_str(), arguments, environment); }))
      return {};
    return fail_unavailable("vfork and execve of " + name + ": " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_vfork_exec() {
  return {
      .name = "vfork-exec",
      .summary = "a program started by vfork() and execve()",
      .operation = "one vfork(), execve(), exit and wait",
      .params = {program_param()},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "vfork", .per_operation = 1},
                {.name = "execve", .per_operation = 1},
                {.name = "exit_group", .per_operation = 1},
                {.name = "wait4", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_vfork_exec,
  };
}

}  // namespace kab::workloads

// thread-create: a thread that ends at once and is joined. The C library keeps the stack of the
// last one, so that no memory is mapped after the first.
#include <cerrno>

#include <pthread.h>

#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

void* end_at_once(void*) { return nullptr; }

Result<Instance> make_thread_create(const ParamValues&, std::span<const int>) {
  Instance instance;
  instance.run = [](std::uint64_t n) -> Result<void> {
    const bool done = repeat(n, [] {
      pthread_t thread = {};
      errno = ::pthread_create(&thread, nullptr, &end_at_once, nullptr);
      if (errno == 0) errno = ::pthread_join(thread, nullptr);
      return errno == 0;
    });
    return done ? Result<void>()
                : fail_unavailable("pthread_create: " + errno_text(errno) +
                                   "; ulimit -u says how many there may be");
  };
  return instance;
}

}  // namespace

Workload describe_thread_create() {
  return {
      .name = "thread-create",
      .summary = "a thread that ends at once, created and joined",
      .operation = "one pthread_create() and pthread_join()",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        std::vector<ExpectedCall> calls = {{.name = "exit", .per_operation = 1}};
        // How the C library goes about it depends on its version, and on who is first at the join.
        for (const auto* const own :
             {"clone", "clone3", "rt_sigprocmask", "futex", "madvise", "rseq", "set_robust_list",
              "mmap", "munmap", "mprotect", "sched_getaffinity"})
          calls.push_back({.name = own, .per_operation = 0, .often = Often::kAtLeast});
        return calls;
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_thread_create,
  };
}

}  // namespace kab::workloads

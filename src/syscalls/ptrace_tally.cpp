#include "syscalls/ptrace_tally.h"

#include "syscalls/ptrace_trace.h"
#include "syscalls/waiting_child.h"

namespace kab::syscalls {

Result<Tallied> PtraceTally::of(const Body& body) {
  KAB_TRY(const pid_t child, start_waiting(body));
  PtraceTrace trace({.per = Per::kTree, .timing = Timing::kNone}, Stops::kBothSides);
  KAB_CHECK(trace.follow(child));
  KAB_CHECK(trace.until_end({}));
  const auto observed = trace.observed();
  Tallied tallied{.status = observed.status};
  for (const auto& [owner, calls] : observed.tally)
    for (const auto& [call, facts] : calls)
      tallied.tally[call] = {.calls = facts.calls, .errors = facts.errors.value_or(0)};
  return tallied;
}

Result<void> ptrace_available() {
  KAB_CHECK(PtraceTally().of([] { return 0; }));
  return {};
}

}  // namespace kab::syscalls

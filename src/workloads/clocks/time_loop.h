// The loop around one way to a time function. Where the fast path takes twenty nanoseconds, what is
// around the call has to be as little as it can.
#pragma once

#include <string>
#include <utility>

#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {

/// `read` asks once, and returns 0 where it was answered; what it captures is copied before each
/// batch, so that it can lie in registers. kUnavailable where the first reading fails.
template <class Read>
Result<Instance> time_loop(std::string what, Read read) {
  Instance instance;
  instance.run = [what = std::move(what), read](std::uint64_t n) -> Result<void> {
    if (repeat(n, [read]() mutable { return read() == 0; })) return {};
    return fail_unavailable(what + " failed");
  };
  KAB_CHECK(instance.run(1));
  return instance;
}

}  // namespace kab::workloads

// An instance that needs no partner: one piece of code, over and over.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {

/// `operation` does one operation and returns false, with errno set, when a call failed; `what`
/// names it in the error then. What it captures lives as long as the instance.
template <class Operation>
Instance call_loop(std::string what, Operation operation) {
  Instance instance;
  instance.run = [what = std::move(what),
                  operation = std::move(operation)](std::uint64_t n) mutable -> Result<void> {
    if (repeat(n, [&operation] { return operation(); })) return {};
    return fail_unavailable(what + ": " + errno_text(errno));
  };
  return instance;
}

/// The same where the first operation, done here, shows whether there will be others.
template <class Operation>
Result<Instance> tried_call_loop(std::string what, Operation operation) {
  Instance instance = call_loop(std::move(what), std::move(operation));
  KAB_CHECK(instance.run(1));
  return instance;
}

}  // namespace kab::workloads

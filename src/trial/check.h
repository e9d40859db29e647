// Checks of the kernel, run by a worker of the ABI in question: its crash and its hang are
// findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wire/protocol.h"

namespace kab::trial {

struct CheckFacts {
  std::string name;
  std::string property;  // what holds when it passes
};

/// The checks that `worker` has. kUnavailable when it is missing or does not run here.
Result<std::vector<CheckFacts>> list_checks(const std::string& worker);

/// The named ones of `known` in the order of `names`, or all for none. kInput with the nearest name
/// for one that is not known.
Result<std::vector<CheckFacts>> choose_checks(const std::vector<std::string>& names,
                                              const std::vector<CheckFacts>& known);

struct CheckOrder {
  CheckFacts check;
  std::int64_t time_ns = 0;  // about how long to try
  std::uint64_t seed = 0;
  std::int64_t deadline_ns = 0;  // after which it hangs
};

/// What the check found. A worker that crashes, hangs or ends without an answer has failed it.
/// Errors: kInterrupted, and kUnavailable where the worker cannot be started.
Result<wire::Checked> run_check(const std::string& worker, const CheckOrder& order);

}  // namespace kab::trial

#include "checks/syscall_tally.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/number.h"
#include "checks/deadline.h"
#include "checks/workload_tally.h"
#include "syscalls/ptrace_tally.h"
#include "workloads/registry.h"

namespace kab::checks {
namespace {

using workloads::Workload;

constexpr std::uint64_t kMostOperations = 1000;
constexpr std::uint64_t kFewestOperations = 2 * kCallsOfABatch;

/// What a clock read becomes where the vDSO cannot answer it by itself. That is slow and not wrong.
constexpr auto kClockCalls =
    std::to_array<std::string_view>({"clock_gettime", "clock_gettime64", "clock_getres",
                                     "clock_getres_time64", "gettimeofday", "time", "getcpu"});

std::string declared_text(const workloads::ExpectedCall& call) {
  return (call.often == workloads::Often::kAtLeast ? "at least " : "") +
         shortest(call.per_operation);
}

class Judge {
 public:
  Judge(const Workload& workload, std::uint64_t operations, Finding& finding)
      : workload_(workload), operations_(operations), finding_(finding) {}

  void compare(const std::vector<workloads::ExpectedCall>& declared,
               const syscalls::Tally& counted) {
    syscalls::Tally left = counted;
    for (const auto& call : declared) {
      const auto number = syscalls::call_named(syscalls::kOwnAbi, call.name);
      const std::uint64_t made = number && left.contains(*number) ? left[*number].calls : 0;
      if (number) left.erase(*number);
      if (!as_declared(call, static_cast<double>(made)))
        fail(std::string(call.name) + ": declared " + declared_text(call) +
             " an operation, counted " + std::to_string(made) + " in " +
             std::to_string(operations_) + " operations");
    }
    for (const auto& [call, counts] : left)
      if (counts.calls > kCallsOfABatch) undeclared(call, counts.calls);
  }

 private:
  bool as_declared(const workloads::ExpectedCall& call, double made) const {
    const double expected = call.per_operation * static_cast<double>(operations_);
    // A call of every few operations may fall just inside or outside, at either end of a run.
    const double slack = call.per_operation == std::floor(call.per_operation) ? 0 : 2;
    // What starts a batch counts towards those that there are at least so many of.
    if (call.often == workloads::Often::kAtLeast)
      return made + static_cast<double>(kCallsOfABatch) >= expected;
    return std::abs(made - expected) <= slack;
  }

  void undeclared(const syscalls::Call& call, std::uint64_t count) {
    const std::string name = syscalls::name_of(call);
    std::string line = name + " (" + std::string(syscalls::text_of(call.abi)) +
                       "): " + std::to_string(count) + " in " + std::to_string(operations_) +
                       " operations";
    if (workload_.family == "clocks" && std::ranges::count(kClockCalls, name) > 0) {
      finding_.evidence.push_back(std::string(workload_.name) + ": the vDSO's slow path, " + line);
    } else {
      fail(line + ", not declared");
    }
  }

  void fail(const std::string& what) {
    finding_.outcome = Outcome::kFailed;
    finding_.evidence.push_back(std::string(workload_.name) + ": " + what);
  }

  const Workload& workload_;
  std::uint64_t operations_;
  Finding& finding_;
};

struct Counted {
  std::uint64_t operations = 0;
  syscalls::Tally calls = {};
};

/// The calls of as many operations as fit into `time_ns`, by what a few of them take: some fork
/// processes, and some make much before they begin.
Result<Counted> count_calls(const Workload& workload, const workloads::ParamValues& params,
                            syscalls::SyscallTally& counter, std::int64_t time_ns) {
  const std::int64_t started = raw_now_ns();
  KAB_TRY(const auto one, calls_of_run(counter, workload, params, {}, 1));
  const std::int64_t one_ns = raw_now_ns() - started;
  std::uint64_t operations = kFewestOperations;
  KAB_TRY(auto many, calls_of_run(counter, workload, params, {}, 1 + operations));
  const std::int64_t many_ns = raw_now_ns() - started - one_ns;
  const std::int64_t each_ns =
      std::max<std::int64_t>((many_ns - one_ns) / static_cast<std::int64_t>(operations), 1);
  const auto affordable = static_cast<std::uint64_t>(
      std::max<std::int64_t>((time_ns - one_ns - many_ns - one_ns) / each_ns, 0));
  if (affordable >= 2 * kFewestOperations) {
    operations = std::min(affordable, kMostOperations);
    KAB_TRY(many, calls_of_run(counter, workload, params, {}, 1 + operations));
  }
  return Counted{.operations = operations, .calls = syscalls::beyond(many, one)};
}

enum class Tried { kYes, kNo };

Tried try_workload(const Workload& workload, syscalls::SyscallTally& counter, std::int64_t time_ns,
                   Finding& finding) {
  const auto params = workloads::ParamValues::resolve(workload.name, workload.params, {});
  if (!params || std::ranges::count(workload.abis, workloads::kAbi) == 0) return Tried::kNo;
  const auto counted = count_calls(workload, *params, counter, time_ns);
  if (!counted) {
    finding.evidence.push_back(counted.error().message);
    return Tried::kNo;
  }
  Judge(workload, counted->operations, finding).compare(workload.calls(*params), counted->calls);
  return Tried::kYes;
}

}  // namespace

Finding check_syscall_tally(const std::vector<Workload>& workloads, syscalls::SyscallTally& counter,
                            const Conditions& conditions) {
  Finding finding;
  double tried = 0;
  const std::int64_t each_ns =
      conditions.time_ns / static_cast<std::int64_t>(std::max<std::size_t>(workloads.size(), 1));
  for (const auto& workload : workloads)
    if (try_workload(workload, counter, each_ns, finding) == Tried::kYes) ++tried;
  finding.numbers = {{.name = "workloads", .value = tried, .unit = ""}};
  if (tried == 0) finding.outcome = Outcome::kUnavailable;
  return finding;
}

// A sanitizer's runtime makes calls of its own whenever a process or a thread begins.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KAB_HAS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KAB_HAS_SANITIZER
#endif

namespace {

Finding check_this_kernel(const Conditions& conditions) {
#ifdef KAB_HAS_SANITIZER
  static_cast<void>(conditions);
  return unavailable("this worker is built with a sanitizer, which makes system calls of its own");
#else
  syscalls::PtraceTally counter;
  return check_syscall_tally(workloads::all_workloads(), counter, conditions);
#endif
}

}  // namespace

Check describe_syscall_tally() {
  return {.name = "syscall-tally",
          .property = "every workload makes the system calls that it declares, and no others",
          .run = &check_this_kernel};
}

}  // namespace kab::checks

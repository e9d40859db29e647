#include "checks/syscall_tally.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "checks/simulated.h"
#include "checks/workload_tally.h"
#include "syscalls/ptrace_tally.h"
#include "workloads/registry.h"

namespace kab::checks {
namespace {

using syscalls::Tally;

/// Counts what it is told to: first what one operation makes, then what 1 + 40 do.
class SimulatedCounter : public syscalls::SyscallTally {
 public:
  SimulatedCounter(Tally one, Tally many) : one_(std::move(one)), many_(std::move(many)) {}
  Result<syscalls::Tallied> of(const syscalls::Body&) override {
    return syscalls::Tallied{.tally = looks_++ % 2 == 0 ? one_ : many_, .status = 0};
  }

 private:
  Tally one_;
  Tally many_;
  int looks_ = 0;
};

class NoCounter : public syscalls::SyscallTally {
 public:
  Result<syscalls::Tallied> of(const syscalls::Body&) override {
    return fail_unavailable("cannot trace a child here");
  }
};

/// No more time than for 40 operations.
Conditions short_of_time() {
  auto conditions = few_rounds(1);
  conditions.time_ns = 0;
  return conditions;
}

Tally calls(std::string_view name, std::uint64_t count) {
  return {{*syscalls::call_named(syscalls::kOwnAbi, name), {.calls = count}}};
}

Finding check(std::string_view workload, Tally one, Tally many) {
  SimulatedCounter counter(std::move(one), std::move(many));
  return check_syscall_tally({*workloads::find_workload(workload)}, counter, short_of_time());
}

TEST(SyscallTally, PassesWhatIsDeclared) {
  EXPECT_EQ(check("getppid", calls("getppid", 1), calls("getppid", 41)).outcome, Outcome::kPassed);
  EXPECT_EQ(check("null", {}, {}).outcome, Outcome::kPassed);
}

TEST(SyscallTally, FindsACallTooManyAndOneTooFew) {
  for (const std::uint64_t many : {40, 42, 81, 1}) {
    const auto finding = check("getppid", calls("getppid", 1), calls("getppid", many));
    EXPECT_EQ(finding.outcome, Outcome::kFailed) << many;
    EXPECT_TRUE(mentions(finding, "getppid: declared 1 an operation, counted " +
                                      std::to_string(many - 1) + " in 40"))
        << finding.evidence.front();
  }
}

TEST(SyscallTally, FindsACallThatIsNotDeclared) {
  const auto finding = check("null", {}, calls("sched_yield", 40));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "null: sched_yield")) << finding.evidence.front();
  EXPECT_TRUE(mentions(finding, "not declared"));
}

TEST(SyscallTally, LeavesTheFewCallsAroundABatchAlone) {
  EXPECT_EQ(check("null", {}, calls("futex", kCallsOfABatch)).outcome, Outcome::kPassed);
}

TEST(SyscallTally, ASlowPathOfAClockIsSaidAndNoFault) {
  const auto finding =
      check("clock-monotonic", calls("clock_gettime", 1), calls("clock_gettime", 41));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_TRUE(mentions(finding, "clock-monotonic: the vDSO's slow path, clock_gettime"));
}

TEST(SyscallTally, IsUnavailableWhereNothingCanBeCounted) {
  NoCounter counter;
  const auto finding =
      check_syscall_tally({*workloads::find_workload("null")}, counter, short_of_time());
  EXPECT_EQ(finding.outcome, Outcome::kUnavailable);
  EXPECT_TRUE(mentions(finding, "cannot trace a child here"));
}

TEST(WorkloadTally, CountsWhatOperationsReallyMake) {
  syscalls::PtraceTally counter;
  const auto workload = *workloads::find_workload("getppid");
  const auto params = *workloads::ParamValues::resolve("getppid", workload.params, {});
  const auto counted = tally_of(counter, workload, params, {}, 30);
  ASSERT_TRUE(counted) << counted.error().message;
  EXPECT_EQ(*counted, calls("getppid", 30));
}

TEST(WorkloadTally, SaysWhyAWorkloadFailed) {
  syscalls::PtraceTally counter;
  const auto workload = *workloads::find_workload("stat");
  const auto params =
      *workloads::ParamValues::resolve("stat", workload.params, {{"path", "/no/such/file"}});
  const auto counted = tally_of(counter, workload, params, {}, 30);
  ASSERT_FALSE(counted);
  EXPECT_NE(counted.error().message.find("/no/such/file"), std::string::npos);
}

}  // namespace
}  // namespace kab::checks

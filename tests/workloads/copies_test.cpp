// Copies of a workload: how many operations they do, what they tell, and that nobody outlives them.
#include "workloads/copies.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workloads/registry.h"
#include "workloads/shared_memory.h"

namespace kab::workloads {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

struct Seen {
  std::atomic<std::uint64_t> operations = 0;
  std::atomic<std::uint64_t> made = 0;
  std::atomic<int> first_cpu = -1;
};

/// Counts in `seen` what its instances do; each tells its number as a further metric.
Workload counting(Seen& seen) {
  Workload workload{.name = "counting"};
  workload.make = [&seen](const ParamValues&, std::span<const int> pin) -> Result<Instance> {
    const std::uint64_t number = seen.made.fetch_add(1);
    if (!pin.empty()) seen.first_cpu = pin.front();
    Instance instance;
    instance.run = [&seen](std::uint64_t n) -> Result<void> {
      seen.operations += n;
      return {};
    };
    instance.further = {.names = {"latency-max"}, .take = [number](std::span<double> values) {
                          values[0] = static_cast<double>(number);
                        }};
    return instance;
  };
  return with_copies(workload);
}

Result<Instance> made_of(const Workload& workload, const std::string& copies,
                         std::span<const int> pin = {}, GivenParams given = {}) {
  given.emplace_back("copies", copies);
  const auto params = ParamValues::resolve(workload.name, workload.params, given);
  if (!params) return std::unexpected(params.error());
  return workload.make(*params, pin);
}

TEST(Copies, DoSoManyOperationsEach) {
  const auto seen = *share<Seen>();
  auto made = made_of(counting(*seen), "3");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->copies, 3U);
  ASSERT_TRUE(made->run(10));
  ASSERT_TRUE(made->run(1));
  EXPECT_EQ(seen->operations, 33U);
}

TEST(Copies, AreNoProcessesWhereOneIsEnough) {
  const auto seen = *share<Seen>();
  const auto made = made_of(counting(*seen), "1");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->copies, 1U);
  EXPECT_EQ(made->partners, nullptr);
  EXPECT_EQ(seen->made, 1U);
}

TEST(Copies, TellMeanAndSlowestAndTheLargestOfTheirOwn) {
  const auto seen = *share<Seen>();
  auto made = made_of(counting(*seen), "4");
  ASSERT_TRUE(made);
  EXPECT_THAT(made->further.names, ElementsAre("copy-mean", "copy-slowest", "latency-max"));
  ASSERT_TRUE(made->run(5));
  std::array<double, 3> values = {};
  made->further.take(values);
  EXPECT_GT(values[0], 0);
  EXPECT_GE(values[1], values[0]);
  EXPECT_EQ(values[2], 4) << "one was made to try, then four";
}

TEST(Copies, AreLimited) {
  const auto seen = *share<Seen>();
  EXPECT_FALSE(made_of(counting(*seen), "0"));
  const auto made = made_of(counting(*seen), std::to_string(kMostPartners + 1));
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("from 1 to 256"));
}

TEST(Copies, KeepTheKindOfTheirError) {
  const auto made = made_of(*find_workload("stat"), "2", {}, {{"path", "/no/such/file"}});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::kInput);
  EXPECT_THAT(made.error().message, HasSubstr("/no/such/file"));
}

TEST(Copies, GoOnInTheListOfCpusWhereTheOneBeforeEnded) {
  cpu_set_t before;
  ::sched_getaffinity(0, sizeof before, &before);
  const int here = ::sched_getcpu();
  const std::array pin = {here};
  auto made = made_of(*find_workload("pipe"), "2", pin);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(made->run(3));
  EXPECT_THAT(made->partners->cpus(), Each(here));
}

TEST(Copies, WorkWithPartnersOfTheirOwnAndLeaveNobody) {
  for (const auto* const name : {"unix-dgram-fanin", "unix-seqpacket", "fork", "context-switch"}) {
    auto made = made_of(*find_workload(name), "3");
    ASSERT_TRUE(made) << made.error().message;
    ASSERT_TRUE(made->run(20)) << name;
    made = fail_unavailable("the end of it");
    EXPECT_FALSE(has_children()) << name;
  }
}

TEST(Copies, ThatAreKilledAreToldAndTheirPartnersEndToo) {
  auto made = made_of(*find_workload("unix-dgram-fanin"), "2");
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(made->run(3));
  ::kill(made->partners->pids().back(), SIGKILL);
  const auto done = made->run(1'000'000);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, AllOf(HasSubstr("copy"), HasSubstr("killed by signal 9")));
  made = fail_unavailable("the end of it");
  EXPECT_FALSE(has_children());
}

TEST(Copies, ThatStandStillAreEndedAllTheSame) {
  auto made = made_of(*find_workload("unix-stream"), "2");
  ASSERT_TRUE(made) << made.error().message;
  for (const pid_t copy : made->partners->pids()) ::kill(copy, SIGSTOP);
  made = fail_unavailable("the end of it");
  EXPECT_FALSE(has_children());
}

TEST(Copies, GiveOrphansBackToWhomeverTheyWentBefore) {
  int before = -1;
  ::prctl(PR_GET_CHILD_SUBREAPER, &before);
  {
    const auto made = made_of(*find_workload("null"), "2");
    ASSERT_TRUE(made);
  }
  int after = -1;
  ::prctl(PR_GET_CHILD_SUBREAPER, &after);
  EXPECT_EQ(after, before);
}

class InCopies : public ::testing::TestWithParam<std::string_view> {};

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const auto& workload : all_workloads()) all.push_back(workload.name);
  return all;
}

TEST_P(InCopies, EveryWorkloadRuns) {
  const auto workload = *find_workload(GetParam());
  {
    auto made = made_of(workload, "2");
    if (!made && made.error().kind == ErrorKind::kUnavailable) return;
    ASSERT_TRUE(made) << made.error().message;
    for (const std::uint64_t n : {0, 1, 7}) {
      const auto done = made->run(n);
      ASSERT_TRUE(done) << done.error().message;
    }
  }
  EXPECT_FALSE(has_children());
}

INSTANTIATE_TEST_SUITE_P(Of, InCopies, ::testing::ValuesIn(names()), [](const auto& entry) {
  std::string name(entry.param);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace kab::workloads

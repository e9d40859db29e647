// A partner that dies is an error and never a hang, in every workload that has one, whether the
// caller is between calls or blocked in one.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "workloads/registry.h"

namespace kab::workloads {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kMoreThanAnyQueueHolds = 200'000;

class PartnerDeath : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    const auto workload = *find_workload(GetParam());
    auto made = workload.make(*ParamValues::resolve(GetParam(), workload.params, {}), {});
    ASSERT_TRUE(made) << made.error().message;
    instance_ = std::move(*made);
    ASSERT_TRUE(instance_.run(7));
  }

  void expect_the_death_is_told() {
    const auto done = instance_.run(kMoreThanAnyQueueHolds);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::kUnavailable);
    EXPECT_THAT(done.error().message, HasSubstr("was killed by signal 9"));
  }

  Instance instance_;
};

std::vector<std::string_view> names_with_partners() {
  std::vector<std::string_view> names;
  for (const auto& workload : all_workloads()) {
    if (workload.roles.size() > 1) names.push_back(workload.name);
  }
  return names;
}

/// 'S' while the process sleeps in the kernel.
char state_of(pid_t pid) {
  const std::string line = read_line_or_empty("/proc/" + std::to_string(pid) + "/stat");
  const auto name_end = line.rfind(") ");
  return name_end == std::string::npos ? '?' : line[name_end + 2];
}

/// A grandchild, whose own end is not this process's SIGCHLD, waits until this process sleeps and
/// then kills `victim`.
void kill_once_this_process_sleeps(pid_t victim) {
  const pid_t self = ::getpid();
  const pid_t between = ::fork();
  if (between == 0) {
    const pid_t waited_for = ::getpid();
    if (::fork() == 0) {
      // That wait is a sleep too, and not the one that is meant.
      while (::kill(waited_for, 0) == 0) ::sched_yield();
      while (state_of(self) != 'S') ::sched_yield();
      ::kill(victim, SIGKILL);
    }
    ::_exit(0);
  }
  while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
  }
}

TEST_P(PartnerDeath, BeforeABatchIsAnError) {
  ::kill(instance_.partners->pids().front(), SIGKILL);
  expect_the_death_is_told();
}

TEST_P(PartnerDeath, WhileTheCallerWaitsForItIsAnError) {
  const pid_t partner = instance_.partners->pids().front();
  // A partner that stands still makes the caller block: for room, for messages, or for the end.
  ::kill(partner, SIGSTOP);
  int status = 0;
  ASSERT_EQ(::waitpid(partner, &status, WUNTRACED), partner);
  ASSERT_TRUE(WIFSTOPPED(status));
  kill_once_this_process_sleeps(partner);
  expect_the_death_is_told();
}

INSTANTIATE_TEST_SUITE_P(Of, PartnerDeath, ::testing::ValuesIn(names_with_partners()),
                         [](const auto& entry) {
                           std::string name(entry.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace kab::workloads

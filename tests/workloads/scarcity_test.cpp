// Little to work with: few descriptors, one CPU, no place for files. A workload runs or names what
// is missing, and leaves nobody behind either way.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workloads/pin.h"
#include "workloads/registry.h"

namespace kab::workloads {
namespace {

using ::testing::HasSubstr;

void limit_descriptors(rlim_t most) {
  const rlimit limit = {.rlim_cur = most, .rlim_max = most};
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// 0: it ran and left nobody; 1: it said why it cannot; else a fault.
int outcome_of(const Workload& workload, const GivenParams& given) {
  const auto params = ParamValues::resolve(workload.name, workload.params, given);
  if (!params) return 2;
  {
    auto made = workload.make(*params, {});
    if (!made)
      return made.error().kind == ErrorKind::kUnavailable && made.error().message != "" ? 1 : 3;
    if (!made->run(7)) return 4;
  }
  return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD ? 0 : 5;
}

/// outcome_of() in a process of its own, which `change` has made poor.
int outcome_after(const std::function<void()>& change, std::string_view name,
                  const GivenParams& given = {}) {
  const pid_t child = ::fork();
  if (child == 0) {
    change();
    ::_exit(outcome_of(*find_workload(name), given));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

class EveryWorkloadIn : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryWorkloadIn, FewDescriptorsRunsOrSaysWhyNot) {
  EXPECT_LE(outcome_after([] { limit_descriptors(64); }, GetParam()), 1);
  EXPECT_LE(outcome_after([] { limit_descriptors(4); }, GetParam()), 1);
}

TEST_P(EveryWorkloadIn, OneCpuRuns) {
  const int last = [] {
    cpu_set_t cpus;
    ::sched_getaffinity(0, sizeof cpus, &cpus);
    int found = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(static_cast<std::size_t>(cpu), &cpus)) found = cpu;
    return found;
  }();
  EXPECT_LE(outcome_after([last] { static_cast<void>(pin_to(last)); }, GetParam()), 1);
}

TEST_P(EveryWorkloadIn, NoTemporaryFolderRunsOrSaysWhyNot) {
  EXPECT_LE(outcome_after([] { ::setenv("TMPDIR", "/proc", 1); }, GetParam()), 1);
}

INSTANTIATE_TEST_SUITE_P(With, EveryWorkloadIn, ::testing::ValuesIn([] {
                           std::vector<std::string_view> names;
                           for (const auto& workload : all_workloads())
                             names.push_back(workload.name);
                           return names;
                         }()),
                         [](const auto& entry) {
                           std::string name(entry.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Scarcity, ADescriptorTooManyIsNamedWithItsLimit) {
  const pid_t child = ::fork();
  if (child == 0) {
    limit_descriptors(64);
    const auto workload = *find_workload("poll-many");
    const auto made = workload.make(
        *ParamValues::resolve(workload.name, workload.params, {{"descriptors", "200"}}), {});
    const bool told = !made && made.error().message.contains("descriptors=200") &&
                      made.error().message.contains("ulimit -n is 64");
    ::_exit(told ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Scarcity, PathsNeedAFolder) {
  const auto nowhere = [] { ::setenv("TMPDIR", "/proc", 1); };
  EXPECT_EQ(outcome_after(nowhere, "unix-stream", {{"bound", "path"}}), 1);
  EXPECT_EQ(outcome_after(nowhere, "unix-stream", {{"bound", "abstract"}}), 0);
}

TEST(Scarcity, SelectSaysWhichDescriptorsItCannotTake) {
  const pid_t child = ::fork();
  if (child == 0) {
    limit_descriptors(2048);
    while (::dup(STDERR_FILENO) < 100) {
    }
    const auto workload = *find_workload("select-many");
    const auto made = workload.make(
        *ParamValues::resolve(workload.name, workload.params, {{"descriptors", "1000"}}), {});
    ::_exit(!made && made.error().message.contains("beyond what select() can take") ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Scarcity, ContextSwitchesAreOfOneCpu) {
  const auto workload = *find_workload("context-switch");
  const auto params = *ParamValues::resolve(workload.name, workload.params, {});
  const std::vector<int> two = {0, 1};
  const auto made = workload.make(params, two);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::kInput);
  EXPECT_THAT(made.error().message, HasSubstr("use pin=same"));
}

}  // namespace
}  // namespace kab::workloads

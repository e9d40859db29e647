// What holds for every workload, of now and later: the same tests run over each entry of the list.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "support/syscall_tally.h"
#include "workloads/registry.h"

namespace kab::workloads {
namespace {

const std::map<std::string_view, std::uint64_t>& numbers_of_calls() {
  static const std::map<std::string_view, std::uint64_t> kNumbers = {
      {"getppid", SYS_getppid},
      {"newfstatat", SYS_newfstatat},
      {"read", SYS_read},
      {"write", SYS_write},
  };
  return kNumbers;
}

class EveryWorkload : public ::testing::TestWithParam<std::string_view> {
 protected:
  Workload workload() const { return *find_workload(GetParam()); }
  ParamValues defaults() const { return *ParamValues::resolve(GetParam(), workload().params, {}); }
  Result<Instance> instance() const { return workload().make(defaults(), {}); }
};

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const auto& workload : all_workloads()) all.push_back(workload.name);
  return all;
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator folder("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
}

/// The calls of making an instance and running n operations.
Result<testing_support::SyscallTally> tally_of(const Workload& workload, const ParamValues& params,
                                               std::uint64_t n) {
  return testing_support::tally_syscalls([&]() -> Result<void> {
    KAB_TRY(Instance instance, workload.make(params, {}));
    return instance.run(n);
  });
}

TEST_P(EveryWorkload, HasTheNameOfItsFile) {
  std::string file(GetParam());
  std::ranges::replace(file, '-', '_');
  const std::string path = std::string(workload().family) + "/" + file + ".cpp";
  EXPECT_TRUE(std::filesystem::exists(KAB_SOURCE_DIR "/src/workloads/" + path)) << path;
}

TEST_P(EveryWorkload, DescribesItself) {
  const Workload described = workload();
  EXPECT_EQ(described.name, GetParam());
  EXPECT_FALSE(described.summary.empty());
  EXPECT_LE(described.summary.size(), 80U);
  EXPECT_FALSE(described.operation.empty());
  EXPECT_FALSE(described.abis.empty());
  EXPECT_FALSE(described.roles.empty());
  EXPECT_GE(described.bytes_per_operation(defaults()), 0);
  for (const auto& call : described.calls(defaults())) EXPECT_GT(call.per_operation, 0);
}

TEST_P(EveryWorkload, AcceptsItsDefaultsAndLimits) {
  for (const auto& param : workload().params) {
    std::vector<std::string> values = {std::string(param.default_value)};
    if (param.range) {
      values.push_back(std::to_string(param.range->min));
      values.push_back(std::to_string(param.range->max));
    }
    for (const auto& value : values) {
      const auto params =
          ParamValues::resolve(GetParam(), workload().params, {{std::string(param.name), value}});
      ASSERT_TRUE(params) << params.error().message;
      auto made = workload().make(*params, {});
      ASSERT_TRUE(made) << made.error().message;
      const auto done = made->run(3);
      EXPECT_TRUE(done) << param.name << "=" << value << ": " << done.error().message;
    }
  }
}

TEST_P(EveryWorkload, CanBeMadeOrSaysWhyNot) {
  const auto made = instance();
  if (!made) {
    EXPECT_FALSE(made.error().message.empty());
  } else {
    EXPECT_TRUE(static_cast<bool>(made->run));
    const std::size_t partners = made->partners ? made->partners->pids().size() : 0;
    EXPECT_GE(partners + 1, workload().roles.size()) << "each role is somebody's";
  }
}

TEST_P(EveryWorkload, ComesBackFromNoneOneAndSevenOperations) {
  auto made = instance();
  if (!made) return;
  for (const std::uint64_t n : {0, 1, 7, 0, 7}) {
    const auto done = made->run(n);
    ASSERT_TRUE(done) << n << ": " << done.error().message;
  }
}

TEST_P(EveryWorkload, LeavesNothingBehind) {
  const std::size_t before = open_descriptors();
  {
    auto made = instance();
    if (!made) return;
    ASSERT_TRUE(made->run(7));
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_P(EveryWorkload, MakesTheSystemCallsItDeclares) {
  constexpr std::uint64_t kOperations = 1000;
  if (!instance()) return;
  const auto params = defaults();
  const auto few = tally_of(workload(), params, 1);
  const auto many = tally_of(workload(), params, 1 + kOperations);
  ASSERT_TRUE(few) << few.error().message;
  ASSERT_TRUE(many) << many.error().message;
  std::map<std::uint64_t, std::int64_t> difference;
  for (const auto& [number, count] : *many) difference[number] += static_cast<std::int64_t>(count);
  for (const auto& [number, count] : *few) difference[number] -= static_cast<std::int64_t>(count);
  for (const auto& call : workload().calls(params)) {
    const auto number = numbers_of_calls().find(call.name);
    ASSERT_NE(number, numbers_of_calls().end()) << call.name << " has no number in this test";
    EXPECT_EQ(difference[number->second], std::llround(call.per_operation * kOperations))
        << call.name;
    difference.erase(number->second);
  }
  // What starts and acknowledges a batch varies by a few calls, whatever its length.
  for (const auto& [number, count] : difference)
    EXPECT_LE(std::abs(count), 20) << "call number " << number << " is not declared";
}

INSTANTIATE_TEST_SUITE_P(Of, EveryWorkload, ::testing::ValuesIn(names()), [](const auto& entry) {
  std::string name(entry.param);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace kab::workloads

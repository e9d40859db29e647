// What holds for every workload, of now and later: the same tests run over each entry of the list,
// with its defaults and with every other choice that a parameter of it has.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <ostream>
#include <string>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>

#include "base/text.h"
#include "support/calls_of_run.h"
#include "workloads/registry.h"

namespace kab::workloads {
namespace {

class EveryWorkload : public ::testing::TestWithParam<std::string_view> {
 protected:
  Workload workload() const { return *find_workload(GetParam()); }
  ParamValues defaults() const { return *ParamValues::resolve(GetParam(), workload().params, {}); }
};

/// A workload with its defaults, or with one choice that is not the default.
struct Variant {
  std::string_view workload;
  GivenParams given;
};

std::string name_of(const Variant& variant) {
  std::string name(variant.workload);
  for (const auto& [param, value] : variant.given) name += "_" + param + "_" + value;
  std::ranges::replace_if(name, [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

void PrintTo(const Variant& variant, std::ostream* out) { *out << name_of(variant); }

class EveryVariant : public ::testing::TestWithParam<Variant> {
 protected:
  Workload workload() const { return *find_workload(GetParam().workload); }
  ParamValues values() const {
    return *ParamValues::resolve(GetParam().workload, workload().params, GetParam().given);
  }
  Result<Instance> instance() const { return workload().make(values(), {}); }
};

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const auto& workload : all_workloads()) all.push_back(workload.name);
  return all;
}

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const auto& workload : all_workloads()) {
    all.push_back({.workload = workload.name, .given = {}});
    for (const auto& param : workload.params) {
      for (const auto choice : split(param.choices, '|')) {
        if (choice.empty() || choice == param.default_value) continue;
        all.push_back(
            {.workload = workload.name, .given = {{std::string(param.name), std::string(choice)}}});
      }
    }
  }
  return all;
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator folder("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

/// Handlers, signal mask and CPUs of this process, comparable.
std::string settings_of_this_process() {
  std::string all;
  for (const int number : {SIGCHLD, SIGALRM, SIGPIPE, SIGUSR1, SIGUSR2}) {
    struct sigaction action = {};
    ::sigaction(number, nullptr, &action);
    all += std::to_string(reinterpret_cast<std::uintptr_t>(action.sa_handler)) + " ";
  }
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  for (int number = 1; number < NSIG; ++number) all += sigismember(&mask, number) == 1 ? "1" : "0";
  cpu_set_t cpus;
  ::sched_getaffinity(0, sizeof cpus, &cpus);
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) all += CPU_ISSET(cpu, &cpus) ? "1" : "0";
  return all;
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
  for (const auto& call : described.calls(defaults())) {
    EXPECT_TRUE(call.per_operation > 0 || call.often == Often::kAtLeast) << call.name;
  }
}

/// Values at which a parameter may break; as many copies as there can be are a test of their own.
std::vector<std::string> borders_of(const Param& param) {
  std::vector<std::string> values = {std::string(param.default_value)};
  if (!param.range) return values;
  values.push_back(std::to_string(param.range->min));
  values.push_back(param.name == "copies" ? "2" : std::to_string(param.range->max));
  return values;
}

TEST_P(EveryWorkload, AcceptsItsDefaultsAndLimits) {
  for (const auto& param : workload().params) {
    for (const auto& value : borders_of(param)) {
      const auto params =
          ParamValues::resolve(GetParam(), workload().params, {{std::string(param.name), value}});
      ASSERT_TRUE(params) << params.error().message;
      auto made = workload().make(*params, {});
      if (!made && made.error().kind == ErrorKind::kUnavailable) continue;
      ASSERT_TRUE(made) << made.error().message;
      const auto done = made->run(3);
      EXPECT_TRUE(done) << param.name << "=" << value << ": " << done.error().message;
    }
  }
}

TEST_P(EveryVariant, CanBeMadeOrSaysWhyNot) {
  const auto made = instance();
  if (!made) {
    EXPECT_FALSE(made.error().message.empty());
    EXPECT_EQ(made.error().kind, ErrorKind::kUnavailable);
  } else {
    EXPECT_TRUE(static_cast<bool>(made->run));
    EXPECT_EQ(static_cast<bool>(made->further.take), !made->further.names.empty());
    const std::size_t partners = made->partners ? made->partners->pids().size() : 0;
    EXPECT_GE(partners + 1, workload().roles.size()) << "each role is somebody's";
  }
}

TEST_P(EveryVariant, ComesBackFromNoneOneAndSevenOperations) {
  auto made = instance();
  if (!made) return;
  for (const std::uint64_t n : {0, 1, 7, 0, 7}) {
    const auto done = made->run(n);
    ASSERT_TRUE(done) << n << ": " << done.error().message;
  }
}

TEST_P(EveryVariant, LeavesNothingBehind) {
  const std::string folder = ::testing::TempDir() + "kab-nothing-behind";
  std::filesystem::create_directories(folder);
  ::setenv("TMPDIR", folder.c_str(), 1);
  const std::size_t before = open_descriptors();
  const std::string settings = settings_of_this_process();
  {
    auto made = instance();
    if (made) {
      ASSERT_TRUE(made->run(7));
    }
  }
  ::unsetenv("TMPDIR");
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(settings_of_this_process(), settings);
  EXPECT_FALSE(has_children());
  EXPECT_EQ(std::filesystem::remove_all(folder), 1U) << "files were left";
}

/// How much more often each call was made in `many` than in `few`.
std::map<syscalls::Call, std::int64_t> difference_of(const syscalls::Tally& many,
                                                     const syscalls::Tally& few) {
  std::map<syscalls::Call, std::int64_t> difference;
  for (const auto& [call, counts] : many)
    difference[call] += static_cast<std::int64_t>(counts.calls);
  for (const auto& [call, counts] : few)
    difference[call] -= static_cast<std::int64_t>(counts.calls);
  return difference;
}

/// What starts and acknowledges a batch varies by a few calls, whatever its length.
constexpr std::int64_t kCallsOfABatch = 20;

void expect_calls(const ExpectedCall& call, std::int64_t found, double operations) {
  const double expected = call.per_operation * operations;
  const double slack = call.per_operation == std::floor(call.per_operation) ? 0 : 1;
  switch (call.often) {
    case Often::kExactly:
      EXPECT_NEAR(static_cast<double>(found), expected, slack) << call.name;
      break;
    case Often::kAtLeast:
      EXPECT_GE(static_cast<double>(found), expected - kCallsOfABatch) << call.name;
      break;
  }
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KAB_WITH_ASAN
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define KAB_WITH_ASAN
#endif

/// The sanitizer's own doing at the start and end of threads and processes.
bool is_of_the_sanitizer([[maybe_unused]] std::string_view call) {
#ifdef KAB_WITH_ASAN
  for (const auto* const own : {"sigaltstack", "gettid", "mmap", "munmap", "madvise"})
    if (call == own) return true;
#endif
  return false;
}

TEST_P(EveryVariant, MakesTheSystemCallsItDeclares) {
  constexpr std::uint64_t kOperations = 200;
  if (!instance()) return;
  const auto params = values();
  const auto few = testing_support::calls_of_run(workload(), params, 1);
  const auto many = testing_support::calls_of_run(workload(), params, 1 + kOperations);
  ASSERT_TRUE(few) << few.error().message;
  ASSERT_TRUE(many) << many.error().message;
  auto difference = difference_of(*many, *few);
  for (const auto& call : workload().calls(params)) {
    const auto known = syscalls::call_named(syscalls::kOwnAbi, call.name);
    ASSERT_TRUE(known) << call.name << " is no system call of this ABI";
    expect_calls(call, difference[*known], kOperations);
    difference.erase(*known);
  }
  for (const auto& [call, count] : difference) {
    const auto name = syscalls::name_of(call);
    if (is_of_the_sanitizer(name)) continue;
    EXPECT_LE(std::abs(count), kCallsOfABatch) << name << " is not declared";
  }
}

INSTANTIATE_TEST_SUITE_P(Of, EveryWorkload, ::testing::ValuesIn(names()), [](const auto& entry) {
  return name_of({.workload = entry.param, .given = {}});
});

INSTANTIATE_TEST_SUITE_P(Of, EveryVariant, ::testing::ValuesIn(variants()),
                         [](const auto& entry) { return name_of(entry.param); });

}  // namespace
}  // namespace kab::workloads

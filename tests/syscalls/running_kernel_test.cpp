// The names of calls against the running kernel, which has them in its symbols: of a process that
// waits in a call, /proc shows the number beside the function of the kernel that it waits in.
#include <array>
#include <csignal>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "syscalls/names.h"

namespace kab::syscalls {
namespace {

struct Waiting {
  long number;
  std::array<long, 4> arguments;
};

/// "wait4" of a stack that holds "__x64_sys_wait4+0x9c/0xd0"; empty where it holds no such line.
std::string function_in(std::string_view stack) {
  constexpr std::string_view kStart = "__x64_sys_";
  const auto at = stack.find(kStart);
  if (at == std::string_view::npos) return "";
  const auto rest = stack.substr(at + kStart.size());
  return std::string(rest.substr(0, rest.find('+')));
}

/// Number and function of the call that a child waits in, once it does.
struct Seen {
  std::uint64_t number = 0;
  std::string function;
};
Seen seen_of(const Waiting& waiting) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const auto& [a, b, c, d] = waiting.arguments;
    for (;;) ::syscall(waiting.number, a, b, c, d);
  }
  const auto folder = "/proc/" + std::to_string(child) + "/";
  Seen seen;
  constexpr int kLooks = 60;  // a millisecond apart; some calls leave no function of their own
  for (int i = 0; i < kLooks && seen.function.empty(); ++i) {
    ::usleep(1000);
    const auto line = read_line_or_empty(folder + "syscall");
    const auto stack = read_file(folder + "stack");
    if (!stack) break;
    const auto number = parse_uint(std::string_view(line).substr(0, line.find(' ')));
    if (!number) continue;
    seen = {.number = *number, .function = function_in(*stack)};
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return seen;
}

TEST(RunningKernel, CallsThatWaitHaveTheNamesThatTheKernelGivesThem) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  timespec forever{.tv_sec = 1000, .tv_nsec = 0};
  pollfd nothing{.fd = pipe[0], .events = POLLIN, .revents = 0};
  char byte = 0;
  const auto at = [](auto* pointer) { return reinterpret_cast<long>(pointer); };
  const Waiting all[] = {
      {SYS_pause, {}},
      {SYS_read, {pipe[0], at(&byte), 1, 0}},
      {SYS_poll, {at(&nothing), 1, -1, 0}},
      {SYS_clock_nanosleep, {CLOCK_MONOTONIC, 0, at(&forever), 0}},
  };
  for (const auto& waiting : all) {
    const auto seen = seen_of(waiting);
    // Only root may look at stacks, and not every kernel has them.
    if (seen.function.empty()) continue;
    EXPECT_EQ(name_of({.abi = kOwnAbi, .number = seen.number}), seen.function);
    EXPECT_EQ(seen.number, static_cast<std::uint64_t>(waiting.number));
  }
  ::close(pipe[0]);
  ::close(pipe[1]);
}

}  // namespace
}  // namespace kab::syscalls

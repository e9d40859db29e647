// kab-worker --tally: a command's own calls and nobody else's.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/files.h"
#include "sys/scratch.h"
#include "wire/protocol.h"
#include "worker/worker_process.h"

namespace kab::worker {
namespace {

using ::testing::HasSubstr;

class CommandTally : public ::testing::Test {
 protected:
  WorkerOutcome tally(const std::vector<std::string>& command) const {
    std::vector<std::string> argv = {KAB_WORKER, "--tally", path()};
    argv.insert(argv.end(), command.begin(), command.end());
    const auto outcome = run_process(argv, "");
    EXPECT_TRUE(outcome) << outcome.error().message;
    return outcome.value_or(WorkerOutcome{.status = -1});
  }

  std::string path() const { return folder_.path("tally"); }

  std::uint64_t calls_of(const std::string& name) const {
    const auto reply = wire::decode_reply(read_file(path()).value_or(""));
    if (!reply || !std::holds_alternative<wire::Tally>(*reply)) return 0;
    const auto& tally = std::get<wire::Tally>(*reply);
    EXPECT_EQ(tally.operations, 1U);
    const auto found = std::ranges::find(tally.calls, name, &wire::CountedCall::name);
    return found == tally.calls.end() ? 0 : found->calls;
  }

  sys::ScratchFolder folder_;
};

TEST_F(CommandTally, CountsTheCommandAndLeavesAsItDid) {
  const auto outcome = tally({"sh", "-c", "echo said; exit 5"});
  EXPECT_EQ(WEXITSTATUS(outcome.status), 5) << outcome.errors;
  EXPECT_EQ(outcome.output, "said\n");
  EXPECT_EQ(calls_of("execve"), 1U) << "the search in PATH is the worker's";
  EXPECT_EQ(calls_of("exit_group"), 1U);
}

TEST_F(CommandTally, ASignalThatEndsItIsTold) {
  EXPECT_EQ(WEXITSTATUS(tally({"sh", "-c", "kill -9 $$"}).status), 128 + 9);
}

TEST_F(CommandTally, ACommandThatIsNotThereIsNamed) {
  const auto outcome = tally({"no-such-command"});
  EXPECT_EQ(WEXITSTATUS(outcome.status), 127);
  EXPECT_THAT(outcome.errors, HasSubstr("no-such-command: No such file"));
}

TEST_F(CommandTally, ReplacesNoFile) {
  folder_.file("tally", "precious");
  const auto outcome = tally({"true"});
  EXPECT_NE(WEXITSTATUS(outcome.status), 0);
  EXPECT_THAT(outcome.errors, HasSubstr(path()));
  EXPECT_EQ(read_file(path()).value(), "precious");
}

}  // namespace
}  // namespace kab::worker

// Commands that share kab's streams and signals.
#include "sys/foreground.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "sys/scratch.h"

namespace kab::sys {
namespace {

Foreground::End ended(const std::vector<std::string>& argv) {
  auto command = Foreground::start(argv, CommandOutput::kAsIs);
  EXPECT_TRUE(command.has_value());
  return command ? command->wait() : Foreground::End{};
}

TEST(ForegroundTest, TheStatusIsTheCommands) {
  EXPECT_EQ(shell_code_of(ended({"true"}).status), 0);
  EXPECT_EQ(shell_code_of(ended({"sh", "-c", "exit 7"}).status), 7);
  EXPECT_EQ(shell_code_of(ended({"sh", "-c", "kill -TERM $$"}).status), 128 + SIGTERM);
}

TEST(ForegroundTest, TimesAndFaultsAreTheCommands) {
  const auto end = ended({"true"});
  EXPECT_GT(end.elapsed_ns, 0);
  EXPECT_GT(end.usage.ru_minflt, 0);
}

TEST(ForegroundTest, AProgramThatIsNotThereIsNamed) {
  const auto command = Foreground::start({"no-such-program"}, CommandOutput::kAsIs);
  ASSERT_FALSE(command.has_value());
  EXPECT_EQ(command.error().kind, ErrorKind::kInput);
  EXPECT_NE(command.error().message.find("no-such-program"), std::string::npos);
  EXPECT_FALSE(Foreground::start({}, CommandOutput::kAsIs).has_value());
}

TEST(ForegroundTest, VariablesAreAddedOrReplaced) {
  ::setenv("KAB_TEST_KEPT", "old", 1);
  auto command =
      Foreground::start({"sh", "-c", "test \"$KAB_TEST_KEPT $KAB_TEST_NEW\" = 'a b'"},
                        CommandOutput::kAsIs, {{"KAB_TEST_KEPT", "a"}, {"KAB_TEST_NEW", "b"}});
  ASSERT_TRUE(command.has_value());
  EXPECT_EQ(command->wait().status, 0);
  ::unsetenv("KAB_TEST_KEPT");
}

TEST(ForegroundTest, ItsOutputGoesWithTheErrorsWhereAskedFor) {
  const ScratchFolder folder;
  const auto said = in_child([&] {
    const Fd file(::open(folder.path("errors").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    ::dup2(file.get(), STDERR_FILENO);
    auto command = Foreground::start({"echo", "text"}, CommandOutput::kToErrors);
    return command ? std::to_string(command->wait().status) : command.error().message;
  });
  EXPECT_EQ(said, "0");
  EXPECT_EQ(read_file(folder.path("errors")).value_or("none"), "text\n");
}

TEST(ForegroundTest, ASignalSentToKabAloneReachesTheCommandAndNotKab) {
  // The command sends kab a signal that comes back to it.
  const auto said = in_child([] {
    const RelayedSignals signals;
    auto command = Foreground::start(
        {"sh", "-c", "trap 'kill $!; exit 9' TERM; sleep 60 & kill -TERM $PPID; wait"},
        CommandOutput::kAsIs);
    if (!command) return command.error().message;
    const int code = shell_code_of(command->wait().status);
    return std::to_string(code) + (signals.came() ? " came" : " did not come");
  });
  EXPECT_EQ(said, "9 came");
}

TEST(ForegroundTest, WithoutACommandASignalIsRememberedOnly) {
  const auto said = in_child([] {
    const RelayedSignals signals;
    const bool before = signals.came();
    ::raise(SIGINT);
    return std::string(!before && signals.came() ? "remembered" : "lost");
  });
  EXPECT_EQ(said, "remembered");
}

TEST(ForegroundTest, AfterwardsSignalsDoWhatTheyDidBefore) {
  const auto said = in_child([] {
    {
      const RelayedSignals signals;
    }
    ::raise(SIGINT);
    return std::string("survived");
  });
  EXPECT_EQ(said, "killed by signal 2");
}

}  // namespace
}  // namespace kab::sys

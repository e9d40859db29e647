// Commands that fail, or print no number: never a sample, and never a number of their own.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class FailingCommand : public KabTest {
 protected:
  Said number_of(const std::string& script, const std::string& how = "stdout") const {
    return kab({"trial", "-a", "a", "-a", "b", "--repeat", "6", "--number", how, "--unit", "s",
                "--", "sh", "-c", script});
  }

  /// A script that fails the first time that it is called more than `calls` times.
  std::string failing_after(int calls) const {
    file("calls", "");
    return "echo >>calls; test $(wc -l <calls) -le " + std::to_string(calls);
  }
};

TEST_F(FailingCommand, IsNamedWithItsStatus) {
  expect_refused(kab({"trial", "-a", "a:cmd=true", "-a", "b:cmd=exit 1", "--repeat", "6"}), 3,
                 {"arm b", "\"exit 1\"", "exited 1", "--keep-failed"});
  expect_refused(kab({"run", "--repeat", "6", "--", "sh", "-c", "kill -9 $$"}), 3, {"signal 9"});
}

TEST_F(FailingCommand, IsQuotedWithTheLastLineOfItsErrors) {
  expect_refused(
      kab({"run", "--repeat", "6", "--", "sh", "-c", "echo first >&2; echo why >&2; exit 4"}), 3,
      {"exited 4: why"});
}

TEST_F(FailingCommand, StopsTheTrialWhenItFailsLater) {
  // Both arms are rehearsed, then comes the first block of three slots and one more.
  const auto script = failing_after(2 + 3 + 1);
  const auto said = kab(
      {"trial", "-a", "a:cmd=" + script, "-a", "b:cmd=" + script, "--repeat", "6", "-o", "t.kab"});
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_NE(said.err.find("block 2"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("exited 1"), std::string::npos) << said.err;
  const auto shown = json_of(kab({"show", "--json", "t.kab"}).out);
  EXPECT_EQ(shown["blocks"], 1);
  EXPECT_EQ(shown["stopped"], "interrupted");
}

TEST_F(FailingCommand, IsMarkedAndCountedWhenTheTrialGoesOn) {
  const auto said = kab({"trial", "-a", "a:cmd=true", "-a", "b:cmd=exit 1", "--repeat", "6",
                         "--keep-failed", "--json", "-o", "t.kab"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  EXPECT_NE(json["warnings"].dump().find("6 of 18 exited 1"), std::string::npos)
      << json["warnings"];
  EXPECT_EQ(json["comparisons"][0]["verdict"], "undecided");
  EXPECT_EQ(json["comparisons"][0]["n"]["arm"], 0);
  const auto order = kab({"show", "--order", "t.kab"}).out;
  EXPECT_NE(order.find("exited 1"), std::string::npos) << order;
}

TEST_F(FailingCommand, ThatPrintsNoNumberIsNamedWithWhatItPrinted) {
  expect_refused(number_of("true"), 3, {"printed no number", "\"\"", "arm a"});
  expect_refused(number_of("echo fast"), 3, {"printed no number", "\"fast\""});
  expect_refused(number_of("echo 1 2"), 3, {"printed no number", "\"1 2\""});
  expect_refused(number_of("echo nan"), 3, {"\"nan\"", "not a finite number"});
  expect_refused(number_of("echo inf"), 3, {"\"inf\"", "not a finite number"});
  expect_refused(number_of("echo rate: 5", "took: ([0-9]+)"), 3, {"matches --number", "rate: 5"});
  expect_refused(number_of("echo '{\"a\": 1}'", "json:/b"), 3, {"nothing at \"json:/b\""});
  expect_refused(number_of("echo '{\"a\"'", "json:/a"), 3, {"the command's output"});
}

TEST_F(FailingCommand, InASetUpOrTearDownStopsTheTrial) {
  expect_refused(kab({"trial", "-a", "a:setup=exit 3", "-a", "b", "--repeat", "6", "--", "true"}),
                 3, {"setup", "\"exit 3\"", "exited 3"});
  expect_refused(
      kab({"trial", "-a", "a:teardown=exit 3", "-a", "b", "--repeat", "6", "--", "true"}), 3,
      {"teardown", "\"exit 3\"", "exited 3"});
}

}  // namespace
}  // namespace kab::cli

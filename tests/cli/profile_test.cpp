// kab profile: functions of the kernel and of programs, differences, and its refusals. Where this
// machine does not allow sampling, that is said with the reason.
#include <algorithm>

#include "cli/kab.h"

namespace kab::cli {
namespace {

// Busy in user mode and in the kernel for a while.
constexpr const char* kBusy = "i=0; while test $i -lt 20000; do i=$((i+1)); : <$0; done";

class ProfileOf : public KabTest {
 protected:
  Words busy(Words options) const {
    options.insert(options.end(), {"--", "sh", "-c", kBusy, "/dev/null"});
    options.insert(options.begin(), "profile");
    return options;
  }
  /// Whether sampling is allowed here; what a refusal has to look like where it is not.
  static bool sampled(const Said& said) {
    if (said.exit_code != 125) return true;
    EXPECT_NE(said.err.find("sampling by"), std::string::npos) << said.err;
    EXPECT_NE(said.err.find("not "), std::string::npos) << said.err;
    return false;
  }
};

TEST_F(ProfileOf, FunctionsOfTheKernelAndOfTheProgramAreNamed) {
  const auto said = kab(busy({"--json"}));
  if (!sampled(said)) return;
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  const auto& functions = json["profiles"][0]["functions"];
  double sum = 0;
  for (const auto& function : functions) sum += function["share"].get<double>();
  EXPECT_NEAR(sum, 1, 1e-9);
  const auto has = [&](std::string_view dso) {
    return std::ranges::any_of(functions, [&](const auto& function) {
      return function["dso"].template get<std::string>().find(dso) != std::string::npos;
    });
  };
  EXPECT_TRUE(has("[kernel]")) << said.out;
  EXPECT_TRUE(has("/")) << said.out;
}

TEST_F(ProfileOf, TheTextHasSharesSamplesFileAndSymbol) {
  const auto said = kab(busy({"--report", path("profile")}));
  if (!sampled(said)) return;
  EXPECT_EQ(said.out, "");
  const auto text = content("profile");
  EXPECT_NE(text.find("samples"), std::string::npos) << text;
  EXPECT_NE(text.find("symbol"), std::string::npos) << text;
  EXPECT_EQ(text.find("cpu-clock at") != std::string::npos, text.find("skid") != std::string::npos)
      << text;
}

TEST_F(ProfileOf, FoldedStacksEndInTheirCount) {
  const auto said = kab(busy({"--format", "folded", "--report", path("folded")}));
  if (!sampled(said)) return;
  const auto text = content("folded");
  EXPECT_TRUE(text.starts_with("sh;")) << text.substr(0, 200);
  EXPECT_NE(text.find_last_of("0123456789"), std::string::npos);
}

TEST_F(ProfileOf, TwoArmsAreTakenInTurnAndCompared) {
  const auto said = kab({"profile", "--diff", "--json", "--repeat", "2", "-o", path("diff.kab"),
                         "-a", "base:cmd=true", "-a",
                         std::string("busy:env.A=b,cmd=") + "sh -c '" + kBusy + "' /dev/null"});
  if (!sampled(said)) return;
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["profiles"].size(), 2U);
  ASSERT_TRUE(json["diff"].is_object()) << said.out;
  EXPECT_EQ(json["diff"]["baseline"], "base");
  EXPECT_EQ(json["diff"]["arm"], "busy");
  EXPECT_FALSE(json["diff"]["functions"].empty());
  EXPECT_EQ(kab({"show", path("diff.kab")}).exit_code, 0);
}

TEST_F(ProfileOf, TwoRecordingsAreComparedWithoutRunningAnything) {
  for (const auto* name : {"old.kab", "new.kab"})
    if (!sampled(kab(busy({"--repeat", "2", "-o", path(name)})))) return;
  const auto said = kab({"profile", "--diff", "--json", path("old.kab"), path("new.kab")});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_FALSE(json_of(said.out)["diff"]["functions"].empty()) << said.out;
}

TEST_F(ProfileOf, TheStatusIsTheCommandsAndFailuresOfKabsOwnAre125) {
  const auto said = kab({"profile", "--", "sh", "-c", "exit 7"});
  EXPECT_EQ(said.exit_code, sampled(said) ? 7 : 125) << said.err;
  expect_refused(kab({"profile"}), 125, {"no command"});
  expect_refused(kab({"profile", "-a", "x:cmd=true", "--", "true"}), 125, {"--diff"});
  expect_refused(kab({"profile", "--diff", "-a", "x:cmd=true"}), 125, {"two arms"});
  expect_refused(kab({"profile", "--diff", "-a", "x:cmd=true", "-a", "y:pin=0", "--", "true"}), 125,
                 {"y", "pin"});
  expect_refused(kab({"profile", "--diff", "/no/such/a.kab", "/no/such/b.kab"}), 125,
                 {"/no/such/a.kab"});
  expect_refused(kab({"profile", "--format", "folded", "--json", "--", "true"}), 125, {"folded"});
}

TEST_F(ProfileOf, WithoutTheRightToSampleTheReasonIsNamed) {
  const auto said = kab_as_user(busy({}));
  if (said.exit_code == 0) return;  // this machine lets users sample the kernel
  EXPECT_EQ(said.exit_code, 125);
  EXPECT_NE(said.err.find("perf_event"), std::string::npos) << said.err;
}

}  // namespace
}  // namespace kab::cli

// What an arm sets is there while its sample runs.
#include "base/text.h"
#include "cli/kab.h"
#include "sys/affinity.h"

namespace kab::cli {
namespace {

class ArmsOf : public KabTest {
 protected:
  /// The medians of what `command` prints under each of two arms.
  std::pair<double, double> medians(const std::string& first, const std::string& second,
                                    const std::string& command) const {
    Words words = {"trial",  "-a", "a" + first, "-a", "b" + second, "--number", "stdout",
                   "--unit", "ns", "--repeat",  "6",  "--json",     "-o",       "t.kab"};
    if (!command.empty()) words.insert(words.end(), {"--", "sh", "-c", command});
    const auto said = kab_as_user(words);
    EXPECT_LE(said.exit_code, 1) << said.err;
    const auto json = json_of(said.out);
    if (!json.contains("comparisons")) return {};
    const auto& one = json["comparisons"][0];
    return {one["baseline_median"], one["arm_median"]};
  }
};

using Pair = std::pair<double, double>;

TEST_F(ArmsOf, AnEnvironmentVariableIsTheArmsOwn) {
  EXPECT_EQ(medians(":env.X=3", ":env.X=4", "echo $X"), Pair(3, 4));
}

TEST_F(ArmsOf, ACommandIsTheArmsOwn) {
  EXPECT_EQ(medians(":cmd=echo 3", ":cmd=echo 4,env.Y=1", ""), Pair(3, 4));
}

TEST_F(ArmsOf, ACommaThatOpensNoKeyBelongsToTheValue) {
  EXPECT_EQ(medians(":cmd=echo 1,3 | tr -d \\,", ":cmd=echo 1\\,env.X=4 | tr -dc 0-9", ""),
            Pair(13, 14));
}

TEST_F(ArmsOf, SetUpRunsBeforeEachSampleAndTearDownAfterIt) {
  file("stage", "0");
  EXPECT_EQ(medians(":setup=echo 1 >stage,teardown=echo 5 >stage",
                    ":setup=echo 2 >stage,teardown=echo 5 >stage", "cat stage"),
            Pair(1, 2));
  EXPECT_EQ(content("stage"), "5\n");
}

TEST_F(ArmsOf, AFileHoldsTheArmsValueAndIsPutBack) {
  const auto knob = file("knob", "1\n");
  EXPECT_EQ(medians(":file." + knob + "=2", ":file." + knob + "=3", "cat knob"), Pair(2, 3));
  EXPECT_EQ(content("knob"), "1\n");
}

TEST_F(ArmsOf, AnArmThatDoesNotSetAFileHasItsOriginalValue) {
  const auto knob = file("knob", "1\n");
  EXPECT_EQ(medians("", ":file." + knob + "=3", "cat knob"), Pair(1, 3));
  EXPECT_EQ(content("knob"), "1\n");
}

TEST_F(ArmsOf, AFileIsPutBackWhenTheCommandFails) {
  const auto knob = file("knob", "1\n");
  expect_refused(kab_as_user({"trial", "-a", "a", "-a", "b:file." + knob + "=3", "--repeat", "6",
                              "--", "grep", "1", "knob"}),
                 3, {"arm b", "exited 1"});
  EXPECT_EQ(content("knob"), "1\n");
}

TEST_F(ArmsOf, APinnedCommandSeesItsCpuAlone) {
  const int last = sys::allowed_cpus().value().back();
  const auto pin = ":pin=" + std::to_string(last);
  EXPECT_EQ(medians(pin, pin, "sed -n 's/^Cpus_allowed_list:\t//p' /proc/self/status"),
            Pair(last, last));
}

TEST_F(ArmsOf, AParameterIsTheArmsOwn) {
  const auto said = kab({"trial", "--json", "-a", "a:param.size=1", "-a", "b:param.size=65536",
                         "--repeat", "2", "unix-seqpacket"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  // The arms move other numbers of bytes, so there is no B/s of both; the parameter is not the
  // workload's.
  const auto judged = json_of(said.out);
  EXPECT_EQ(judged["views"].at(0)["unit"], "op/s");
  EXPECT_FALSE(judged["comparisons"].at(0)["params"].contains("size"));
}

TEST_F(ArmsOf, AFileOfArmsSaysTheSameAsOptions) {
  file(
      "arms.toml",
      "[[arm]]\nname = \"a\"\n\"env.X\" = 3\n\n[[arm]]\nname = \"b\"\n\"env.X\" = \"4,env.Y=5\"\n");
  const auto said = kab({"trial", "--json", "--arms", "arms.toml", "--number", "^[0-9]+", "--unit",
                         "ns", "--repeat", "6", "--", "sh", "-c", "echo $X"});
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["comparisons"][0]["baseline_median"], 3.0);
  EXPECT_EQ(json["comparisons"][0]["arm_median"], 4.0);
  EXPECT_EQ(json["arms"][1]["settings"].dump(), R"([["env.X","4,env.Y=5"]])");
}

}  // namespace
}  // namespace kab::cli

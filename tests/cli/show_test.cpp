// kab show: what is in a recording.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class ShowOf : public KabTest {
 protected:
  ShowOf() {
    const auto said = kab({"trial", "-a", "plain", "-a", "other:env.X=1", "--seed", "7", "--repeat",
                           "6", "--number", "stdout", "--unit", "B/s", "-o", "t.kab", "--", "sh",
                           "-c", "echo 13500000"});
    EXPECT_EQ(said.exit_code, 0) << said.err;
  }

  void expect_shown(const Words& options, const Words& fragments) const {
    Words words = {"show", "t.kab"};
    words.insert(words.end(), options.begin(), options.end());
    const auto said = kab(words);
    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(said.err, "");
    for (const auto& fragment : fragments)
      EXPECT_NE(said.out.find(fragment), std::string::npos) << fragment << "\n in " << said.out;
  }
};

TEST_F(ShowOf, NamesArmsSeedAndCommand) {
  expect_shown({}, {"plain: (as is)", "other: env.X=1", "seed 7", "18 samples, 0 failed",
                    "stopped: repeat", "--seed 7"});
}

TEST_F(ShowOf, HasTheEnvironmentOfEveryArm) {
  expect_shown({"--environment"}, {"kernel.release", "clock.source"});
}

TEST_F(ShowOf, HasTheOrderOfTheSamples) { expect_shown({"--order"}, {"Order\n", "plain (A/A)"}); }

TEST_F(ShowOf, HasEveryBatch) { expect_shown({"--batches"}, {"Batches\n", "13500000"}); }

TEST_F(ShowOf, GroupsTheValues) {
  expect_shown({"--group", "1000000"}, {"13000000.000-13999999.000\t6\t(100%)\n"});
}

TEST_F(ShowOf, RefusesAWidthThatIsNone) {
  EXPECT_EQ(kab({"show", "--group", "0", "t.kab"}).exit_code, 2);
}

TEST_F(ShowOf, HasTheHeaderOfATrialInItsJson) {
  const auto json = json_of(kab({"show", "--json", "t.kab"}).out);
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["lane"], "time");
  EXPECT_EQ(json["blocks"], 6);
  EXPECT_EQ(json["stopped"], "repeat");
  EXPECT_EQ(json["recording"], "t.kab");
  EXPECT_EQ(json["sessions"][0]["arms"].size(), 2U);
}

}  // namespace
}  // namespace kab::cli

// kab trial: verdicts and exit codes, one judgement whoever asks for it, and the order by seed.
#include <algorithm>

#include "base/text.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

class TrialOf : public KabTest {
 protected:
  /// Two arms whose commands print `first` and `second`, in ns.
  Said trial(const std::string& first, const std::string& second, const Words& more = {}) const {
    Words words = {"trial",
                   "-a",
                   "a:env.X=" + first,
                   "-a",
                   "b:env.X=" + second,
                   "--number",
                   "stdout",
                   "--unit",
                   "ns",
                   "--repeat",
                   "8",
                   "-o",
                   "t.kab"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--", "sh", "-c", "echo $X"});
    return kab(words);
  }

  /// Block, place and arm of every sample, in the order in which they were taken.
  std::vector<std::string> order(const std::string& seed) const {
    const auto said = trial("5", "5", {"--seed", seed, "--force"});
    EXPECT_EQ(said.exit_code, 0) << said.err;
    const auto shown = kab({"show", "--order", "t.kab"}).out;
    std::vector<std::string> places;
    const auto listing = shown.substr(shown.find("\nOrder\n"));
    for (const auto line : split(listing, '\n')) {
      const auto parts = words(line);
      if (parts.size() > 4 && parts[1] == "s")
        places.push_back(std::string(line.substr(line.find(" s ") + 3)));
    }
    EXPECT_EQ(places.size(), 24U) << shown;
    return places;
  }
};

TEST_F(TrialOf, ASlowerArmExitsOneAndAFasterOneZero) {
  const auto slower = trial("10", "20");
  EXPECT_EQ(slower.exit_code, 1);
  EXPECT_NE(slower.out.find("slower"), std::string::npos);
  const auto faster = trial("20", "10", {"--force"});
  EXPECT_EQ(faster.exit_code, 0);
  EXPECT_NE(faster.out.find("faster"), std::string::npos);
}

TEST_F(TrialOf, TheDirectionOfTheUnitDecides) {
  EXPECT_EQ(kab({"trial", "-a", "a:env.X=10", "-a", "b:env.X=20", "--number", "stdout", "--unit",
                 "B/s", "--repeat", "8", "--", "sh", "-c", "echo $X"})
                .exit_code,
            0);
  EXPECT_EQ(kab({"trial", "-a", "a:env.X=10", "-a", "b:env.X=20", "--number", "stdout", "--unit",
                 "zorks", "--better", "lower", "--repeat", "8", "--", "sh", "-c", "echo $X"})
                .exit_code,
            1);
}

TEST_F(TrialOf, EqualArmsAreTheSame) {
  const auto said = trial("10", "10", {"--json"});
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(json_of(said.out)["comparisons"][0]["verdict"], "same");
}

TEST_F(TrialOf, TooFewBlocksAreUndecidedWhichARequiredVerdictRefuses) {
  const Words few = {"trial", "-a", "a", "-a", "b", "--repeat", "2", "-o", "few.kab", "--force"};
  auto words = few;
  words.insert(words.end(), {"--", "true"});
  const auto said = kab(words);
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_NE(said.err.find("too few for any verdict"), std::string::npos) << said.err;
  words.insert(words.begin() + 1, "--require-verdict");
  EXPECT_EQ(kab(words).exit_code, 4);
  words[1] = "--bisect";
  EXPECT_EQ(kab(words).exit_code, 125);
}

TEST_F(TrialOf, BisectMeansGoodBadAndSkip) {
  EXPECT_EQ(trial("10", "20", {"--bisect"}).exit_code, 1);
  EXPECT_EQ(trial("20", "10", {"--bisect", "--force"}).exit_code, 0);
}

TEST_F(TrialOf, ItsRecordingIsJudgedAsItselfWas) {
  const auto printed = json_of(kab({"trial", "--json", "-a", "a", "-a", "b", "--repeat", "8",
                                    "--seed", "7", "-o", "t.kab", "--", "true"})
                                   .out);
  const auto again = json_of(kab({"compare", "--json", "t.kab"}).out);
  ASSERT_EQ(printed["comparisons"].size(), 3U);
  EXPECT_NE(printed["comparisons"][0]["interval"], nullptr);
  EXPECT_EQ(printed["seed"], 7);
  for (const auto& [key, value] : printed.items()) EXPECT_EQ(value, again[key]) << key;
}

TEST_F(TrialOf, ItsJudgementCanBeAskedForWithAnotherThreshold) {
  EXPECT_EQ(trial("100", "103").exit_code, 1);
  EXPECT_EQ(kab({"compare", "t.kab"}).exit_code, 1);
  const auto wide = kab({"compare", "--threshold", "5%", "--json", "t.kab"});
  EXPECT_EQ(wide.exit_code, 0);
  EXPECT_EQ(json_of(wide.out)["comparisons"][0]["verdict"], "same");
}

TEST_F(TrialOf, OneSeedIsOneOrderAndAnotherSeedAnother) {
  const auto seven = order("7");
  EXPECT_EQ(order("7"), seven);
  EXPECT_NE(order("8"), seven);
}

TEST_F(TrialOf, EveryBlockHoldsTheArmsOnceAndTheBaselineTwice) {
  const auto places = order("7");
  for (std::size_t block = 0; block < 8; ++block) {
    const std::string shown =
        places[3 * block] + " " + places[3 * block + 1] + " " + places[3 * block + 2];
    const auto parts = words(shown);
    EXPECT_EQ(std::ranges::count(parts, "a"), 2) << shown;
    EXPECT_EQ(std::ranges::count(parts, "(A/A)"), 1) << shown;
    EXPECT_EQ(std::ranges::count(parts, "b"), 1) << shown;
  }
  EXPECT_EQ(json_of(trial("5", "5", {"--force", "--no-aa", "--json"}).out)["aa"].size(), 0U);
}

TEST_F(TrialOf, AFreshSeedIsDrawnAndTold) {
  const auto first = json_of(trial("5", "5", {"--json"}).out);
  const auto second = json_of(trial("5", "5", {"--json", "--force"}).out);
  EXPECT_NE(first["seed"], second["seed"]);
  EXPECT_NE(trial("5", "5", {"--force"}).out.find("seed "), std::string::npos);
}

TEST_F(TrialOf, ItsRecordingIsNamedWhereNoNameIsGiven) {
  const Words words = {"trial", "-a", "old", "-a", "new", "--repeat", "2", "--", "true"};
  const auto said = kab(words);
  EXPECT_EQ(kab(words).exit_code, 0);  // perhaps within the same second
  const auto names = recordings();
  ASSERT_EQ(names.size(), 2U);
  for (const auto& name : names) EXPECT_NE(name.find("-old-new"), std::string::npos) << name;
  EXPECT_TRUE(said.out.find(names[0]) != said.out.npos || said.out.find(names[1]) != said.out.npos)
      << said.out;
}

TEST_F(TrialOf, AWorkloadIsMeasuredInFreshProcesses) {
  const auto said =
      kab({"trial", "--json", "-a", "small:param.size=16", "-a", "large:param.size=65536",
           "--repeat", "6", "-o", "t.kab", "unix-seqpacket"});
  EXPECT_LE(said.exit_code, 1) << said.err;
  const auto one = json_of(said.out)["comparisons"][0];
  EXPECT_EQ(one["unit_of_replication"], "process");
  EXPECT_EQ(one["unit"], "ns/op");
  EXPECT_GT(one["arm_median"], 0);
  EXPECT_NE(kab({"show", "--batches", "t.kab"}).out.find("unix-seqpacket"), std::string::npos);
}

}  // namespace
}  // namespace kab::cli

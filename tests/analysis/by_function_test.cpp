#include "analysis/by_function.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "analysis/judge_boots.h"
#include "analysis/residual.h"
#include "support/made_session.h"

namespace kab::analysis {
namespace {

using model::CountedBatch;
using model::FunctionFate;

// Two boots of the baseline, one more of its A/A arm, two of the other arm; 100 operations each.
class Counted {
 public:
  Counted() {
    session_ = testing::made_trial({.arms = {"off", "on"}, .blocks = 2},
                                   [](auto, auto, auto) { return 1.0; });
    for (std::uint32_t at = 0; at < session_.samples.size(); ++at)
      session_.counted.push_back({.sample = at, .iterations = 100});
  }

  // The function executes `of(arm, boot)` instructions an operation in every boot.
  template <class Of>
  Counted& with(const std::string& name, Of of) {
    std::uint64_t boot = 0;
    for (auto& batch : session_.counted) {
      const auto arm = session_.samples[batch.sample].arm;
      const std::uint64_t instructions = 100 * static_cast<std::uint64_t>(of(arm, boot++));
      batch.kernel += instructions;
      if (instructions > 0)
        batch.functions.push_back({.name = name, .instructions = instructions, .calls = 100});
    }
    return *this;
  }

  model::Session& session() { return session_; }
  model::ByFunction compared() const { return by_function(session_).at(0); }

 private:
  model::Session session_;
};

TEST(ByFunction, NamesWhatGrewShrankCameAndWentTheLargestFirst) {
  const auto found = Counted()
                         .with("check", [](auto arm, auto) { return arm == 0 ? 10 : 78; })
                         .with("copy", [](auto arm, auto) { return arm == 0 ? 30 : 21; })
                         .with("gone", [](auto arm, auto) { return arm == 0 ? 5 : 0; })
                         .with("fresh", [](auto arm, auto) { return arm == 0 ? 0 : 7; })
                         .with("entry", [](auto, auto) { return 40; })
                         .compared();
  ASSERT_EQ(found.changed.size(), 4U);
  EXPECT_EQ(found.changed[0].name, "check");
  EXPECT_EQ(found.changed[0].fate, FunctionFate::kGrew);
  EXPECT_EQ(found.changed[0].arm - found.changed[0].baseline, 68);
  EXPECT_EQ(found.changed[0].arm_calls, 1);
  EXPECT_EQ(found.changed[1].fate, FunctionFate::kShrank);
  EXPECT_EQ(found.changed[2].name, "fresh");
  EXPECT_EQ(found.changed[2].fate, FunctionFate::kCame);
  EXPECT_EQ(found.changed[3].fate, FunctionFate::kWent);
  EXPECT_EQ(found.unchanged, 1U);
  EXPECT_EQ(found.baseline_boots, 4U);
  EXPECT_EQ(found.arm_boots, 2U);
  EXPECT_EQ(found.total, (model::Pair{85, 146}));
}

TEST(ByFunction, DoesNotCallADifferenceWhatBootsOfOneArmDifferByToo) {
  const auto found = Counted()
                         .with("tick", [](auto, auto boot) { return 10 + boot; })
                         .with("entry", [](auto, auto) { return 40; })
                         .compared();
  EXPECT_TRUE(found.changed.empty());
  EXPECT_EQ(found.varying, 1U);
  EXPECT_EQ(found.unchanged, 1U);
  EXPECT_GT(found.varying_instructions.baseline, 0);
}

TEST(ByFunction, SaysNothingOfWhatOneBootDoesNotKnow) {
  Counted counted;
  for (auto& batch : counted.session().counted) batch.happened.page_faults = 200;
  EXPECT_EQ(counted.compared().page_faults, (model::Pair{2, 2}));
  EXPECT_EQ(counted.compared().interrupts, std::nullopt);
  counted.session().counted.back().happened.page_faults.reset();
  EXPECT_EQ(counted.compared().page_faults, std::nullopt);
}

TEST(ByFunction, IsEmptyWhereNothingWasCountedByFunction) {
  EXPECT_TRUE(by_function(testing::made_trial({}, [](auto, auto, auto) { return 1.0; })).empty());
}

model::Session boots(double arm, double odd_boot) {
  model::Metric metric{.name = "instructions", .unit = "instructions/op"};
  auto session =
      testing::made_trial({.blocks = 4, .metric = metric},
                          [&](std::uint32_t which, model::Slot slot, std::uint32_t block) {
                            if (which == 1) return arm;
                            return slot == model::Slot::kAA && block == 2 ? odd_boot : 387.0;
                          });
  session.lane = model::Lane::kCount;
  session.thresholds = model::parse_thresholds("residual").value();
  return session;
}

model::Comparison judged(const model::Session& session) {
  return judge_boots(session, {}).value().comparisons.at(0);
}

TEST(Residual, IsTheGreatestDifferenceBetweenBootsOfTheBaseline) {
  EXPECT_EQ(residual_spread(boots(389, 387), 0), 0);
  EXPECT_EQ(residual_spread(boots(389, 390.5), 0), 3.5);
}

TEST(Residual, TwoInstructionsOfNearlyFourHundredAreFound) {
  EXPECT_EQ(judged(boots(389, 387)).verdict, model::Verdict::kSlower);
  EXPECT_EQ(judged(boots(385, 387)).verdict, model::Verdict::kFaster);
  EXPECT_EQ(judged(boots(387, 387)).verdict, model::Verdict::kSame);
}

TEST(Residual, WhatBootsOfTheBaselineDifferByIsTheSame) {
  const auto comparison = judged(boots(389, 390));
  EXPECT_EQ(comparison.verdict, model::Verdict::kSame);
  EXPECT_EQ(comparison.thresholds, std::vector<std::string>{"residual"});
  EXPECT_EQ(judged(boots(400, 390)).verdict, model::Verdict::kSlower);
}

TEST(JudgeCounts, SaysThatAPathLengthIsNotASpeed) {
  const auto judgement = judge_boots(boots(389, 387), {}).value();
  EXPECT_TRUE(std::ranges::any_of(judgement.warnings,
                                  [](const auto& said) { return said.code == "path-length"; }));
}

}  // namespace
}  // namespace kab::analysis

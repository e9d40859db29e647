#include "report/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/qualification.h"
#include "report/row.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Summary, NamesLossesFirst) {
  auto judgement = mixed_judgement();
  std::swap(judgement.comparisons.front(), judgement.comparisons.back());
  judgement.comparisons.front().verdict = model::Verdict::kFaster;
  EXPECT_THAT(summary(judgement), StartsWith("unix-seqpacket size=16: patch is slower than stock"));
}

TEST(Summary, SpeaksOfPrimaryMetricsAlone) {
  auto judgement = faster_judgement();
  judgement.comparisons.push_back(judgement.comparisons.front());
  judgement.comparisons.back().primary = false;
  judgement.comparisons.back().workload = "secondary";
  EXPECT_THAT(summary(judgement), Not(HasSubstr("secondary")));
}

TEST(Summary, CountsWhatItDoesNotSpellOut) {
  auto judgement = faster_judgement();
  const auto one = judgement.comparisons.front();
  judgement.comparisons.assign(45, one);
  EXPECT_THAT(summary(judgement), HasSubstr("And 39 more comparisons."));
}

TEST(Summary, TellsTheControlThatFailedAndTheOneThatWasNotMade) {
  EXPECT_THAT(summary(mixed_judgement()),
              HasSubstr("A/A control failed in 1 of 2, at worst +2.1 %"));
  EXPECT_THAT(summary(too_few_judgement()), HasSubstr("no A/A control"));
  EXPECT_THAT(summary(too_few_judgement()), HasSubstr("measured one side after the other"));
}

TEST(IntervalText, SaysHowManyComparisonsItCovers) {
  EXPECT_EQ(interval_text(mixed_judgement()),
            "simultaneous 95 % intervals over m = 4 comparisons, each at 98.75 %");
  EXPECT_EQ(interval_text(faster_judgement()), "95 %");
  EXPECT_EQ(interval_text(too_few_judgement()), "none could be given");
  auto repeated = faster_judgement();
  repeated.comparisons.front().level = 0.9831;
  EXPECT_EQ(interval_text(repeated), "95 %, each at 98.31 %");
  repeated.comparisons.push_back(repeated.comparisons.front());
  repeated.comparisons.back().level = 0.96;
  EXPECT_EQ(interval_text(repeated), "95 %, each at 96 % to 98.31 %");
}

TEST(NeedsText, TellsWhatAnUndecidedComparisonLacks) {
  const auto judgement = mixed_judgement();
  EXPECT_EQ(needs_text(judgement.comparisons[2], judgement),
            "can show changes from 2.3 % on now; a verdict at ±1 % needs about 96 blocks in all, "
            "if the effect stays as observed");
  EXPECT_EQ(needs_text(judgement.comparisons[0], judgement), "");
}

TEST(ThresholdText, PutsAMarginAroundZero) {
  EXPECT_EQ(threshold_text({"1%"}), "±1 %");
  EXPECT_EQ(threshold_text({"0.5 %"}), "±0.5 %");
  EXPECT_EQ(threshold_text({"1%", "5ns"}), "the larger of ±1 % and ±5 ns");
  EXPECT_EQ(threshold_text({"0"}), "±0");
}

TEST(ReplicationText, GivesTheRangeOfN) {
  EXPECT_EQ(replication_text(faster_judgement()), "24 processes an arm");
  EXPECT_EQ(replication_text(mixed_judgement()), "23 to 24 processes an arm");
  EXPECT_EQ(replication_text(too_few_judgement()), "2 values an arm");
}

TEST(Qualifications, SayOnceWhatEveryComparisonCarries) {
  std::size_t common = 0;
  for (const auto& [label, text] : qualifications(mixed_judgement()))
    common += text.find("constant ratio") != std::string::npos ? 1 : 0;
  EXPECT_EQ(common, 1U);
}

}  // namespace
}  // namespace kab::report

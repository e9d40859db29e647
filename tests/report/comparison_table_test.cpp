#include "report/comparison_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string table(const model::Judgement& judgement, int columns) {
  return comparison_table(judgement, {.columns = columns});
}

TEST(ComparisonTable, HasOneRowAComparisonAndAMeanWhereThereIsRoom) {
  EXPECT_EQ(split(table(mixed_judgement(), 170), '\n').size(), 1U + 4 + 2 + 1);
  EXPECT_THAT(table(mixed_judgement(), 170), HasSubstr("geometric mean of 2"));
}

TEST(ComparisonTable, GivesEachAbsoluteChangeItsUnit) {
  EXPECT_THAT(table(faster_judgement(), 160), HasSubstr("-1.10 us/op"));
}

TEST(ComparisonTable, GivesEachArmItsOwnUnitWhereOneWouldCostDigits) {
  auto judgement = faster_judgement();
  auto& one = judgement.comparisons.front();
  one.metric = {"rate", "ops/s", model::Better::kHigher};
  one.baseline_median = 12433266;
  one.arm_median = 22893.8;
  one.change = 22893.8 / 12433266 - 1;
  one.interval = Interval{-0.9982, -0.9981};
  const auto text = table(judgement, 160);
  EXPECT_THAT(text, HasSubstr("12.43 Mops/s ±3.0 %  22.89 kops/s ±2.0 %"));
  EXPECT_THAT(text, HasSubstr("-99.82 %"));
}

TEST(ComparisonTable, SharesAUnitBetweenTheArmsOfARow) {
  EXPECT_THAT(table(faster_judgement(), 160), HasSubstr("9.120 us/op ±3.0 %  8.011 ±2.0 %"));
}

TEST(ComparisonTable, ShowsTheUnitBesideTheArmWhereTheBaselineHasNoValue) {
  auto judgement = faster_judgement();
  judgement.comparisons.front().baseline_median = std::nullopt;
  EXPECT_THAT(table(judgement, 160), HasSubstr("-  8.011 us/op ±2.0 %"));
}

TEST(ComparisonTable, GivesUpColumnsBeforeItGivesUpTheTable) {
  const auto judgement = faster_judgement();
  EXPECT_THAT(table(judgement, 160), StartsWith("workload "));
  EXPECT_THAT(table(judgement, 100), StartsWith("  metric "));
  EXPECT_THAT(table(judgement, 75), StartsWith("  arm "));
  EXPECT_THAT(table(judgement, 80), HasSubstr("absolute"));
  EXPECT_THAT(table(judgement, 65), Not(HasSubstr("absolute")));
  EXPECT_THAT(table(judgement, 50), HasSubstr("  verdict   faster"));
}

TEST(ComparisonTable, KeepsChangeAndVerdictAtEveryWidth) {
  for (int columns = 50; columns < 170; ++columns) {
    EXPECT_THAT(table(faster_judgement(), columns), HasSubstr("-12.1 % [-13.9, -10.4]")) << columns;
    EXPECT_THAT(table(faster_judgement(), columns), HasSubstr("faster")) << columns;
  }
}

TEST(ComparisonTable, NamesTheColumnsAfterTheArmsWhereThereIsOnePair) {
  EXPECT_THAT(split(table(faster_judgement(), 160), '\n')[0], HasSubstr("short"));
  EXPECT_THAT(std::string(split(table(mixed_judgement(), 160), '\n')[0]), HasSubstr("baseline"));
}

TEST(ComparisonTable, CutsALongCommandInTheMiddle) {
  auto judgement = faster_judgement();
  judgement.comparisons.front().workload = "begin " + std::string(200, 'x') + " end";
  judgement.comparisons.front().params = {};
  const std::string heading(split(table(judgement, 100), '\n')[1]);
  EXPECT_THAT(heading, StartsWith("begin xxx"));
  EXPECT_THAT(heading, HasSubstr("…"));
  EXPECT_TRUE(heading.ends_with("xxx end"));
}

TEST(ComparisonTable, ShowsAnAbsoluteChangeWhereThereIsNoRatio) {
  auto judgement = faster_judgement();
  auto& one = judgement.comparisons.front();
  one.change = std::nullopt;
  one.absolute_change = 50;
  one.interval = Interval{31, 72};
  EXPECT_THAT(table(judgement, 160), HasSubstr("+0.0500 us/op [+0.0310, +0.0720]"));
}

TEST(ComparisonTable, ColoursOnlyTheVerdictsThatAreGoodOrBad) {
  const auto text = comparison_table(mixed_judgement(), {.color = Color::kAlways, .columns = 160});
  EXPECT_THAT(text, HasSubstr("\x1b[31mslower\x1b[0m"));
  EXPECT_THAT(text, HasSubstr("  undecided\n"));
  EXPECT_THAT(text, HasSubstr("  same\n"));
  EXPECT_THAT(comparison_table(faster_judgement(), {.color = Color::kAlways}),
              HasSubstr("\x1b[32mfaster\x1b[0m"));
}

TEST(ComparisonTable, SaysWhenThereIsNothing) {
  EXPECT_EQ(table({}, 100), "nothing was compared\n");
}

}  // namespace
}  // namespace kab::report

// Counts over repeated runs: means and their errors, ratios, and the words for what is missing.
#include "analysis/event_summary.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

using model::CountStatus;
using model::EventCount;

EventCount counted(double value, double running_share = 1) {
  return {.status = CountStatus::kCounted, .value = value, .running_share = running_share};
}
EventCount missing(CountStatus status, std::string reason) {
  return {.status = status, .reason = std::move(reason)};
}

model::Metric metric(std::string name) {
  const bool clock = name == "task-clock";
  return {
      .name = std::move(name), .unit = clock ? "ns" : "events", .better = model::Better::kLower};
}

/// One list of counts a run.
model::CountReport report_of(const std::vector<std::string>& events,
                             const std::vector<std::vector<EventCount>>& runs,
                             std::vector<std::size_t> groups = {}) {
  model::CountedRuns all;
  for (const auto& event : events) all.events.push_back(metric(event));
  for (const auto& counts : runs)
    all.runs.push_back({.elapsed_s = 2, .user_s = 0.5, .system_s = 0.25, .counts = counts});
  all.groups = std::move(groups);
  for (std::size_t i = all.groups.size(); i < events.size(); ++i) all.groups.push_back(i);
  return summarise_counts(all, "a command");
}

bool remarks_hold(const model::CountReport& report, std::string_view code, std::string_view part) {
  return std::ranges::any_of(report.remarks, [&](const model::Remark& remark) {
    return remark.code == code && remark.text.find(part) != std::string::npos;
  });
}

TEST(EventSummary, TheErrorIsThatOfTheMeanAndTheDeviationThatOfTheRuns) {
  // By hand: mean 5, sample deviation sqrt(32 / 7), error of the mean sd / sqrt(8); t(7) = 2.3646.
  std::vector<std::vector<EventCount>> runs;
  for (const double value : {2, 4, 4, 4, 5, 5, 7, 9}) runs.push_back({counted(value)});
  const auto event = report_of({"page-faults"}, runs).events[0];
  EXPECT_DOUBLE_EQ(event.mean.value_or(0), 5);
  EXPECT_NEAR(event.standard_deviation.value_or(0), 2.13809, 1e-5);
  EXPECT_NEAR(event.relative_error.value_or(0), 0.151186, 1e-6);
  EXPECT_DOUBLE_EQ(event.median.value_or(0), 4.5);
  ASSERT_TRUE(event.interval.has_value());
  EXPECT_NEAR(event.interval->low, 3.21252, 1e-4);
  EXPECT_NEAR(event.interval->high, 6.78748, 1e-4);
}

TEST(EventSummary, OneRunHasNoErrorAndAZeroIsAValue) {
  const auto event = report_of({"cs"}, {{counted(0)}}).events[0];
  EXPECT_EQ(event.status, CountStatus::kCounted);
  EXPECT_EQ(event.mean, 0.0);
  EXPECT_FALSE(event.standard_deviation.has_value());
  EXPECT_FALSE(event.interval.has_value());
  const auto zeros = report_of({"cs"}, {{counted(0)}, {counted(0)}}).events[0];
  EXPECT_EQ(zeros.standard_deviation, 0.0);
  EXPECT_FALSE(zeros.relative_error.has_value());
}

TEST(EventSummary, WhatIsMissingHasNoValueAndEachReasonIsSaidOnce) {
  const auto none = missing(CountStatus::kNotSupported, "no such counter");
  const auto denied = missing(CountStatus::kNotPermitted, "set it to 1");
  const auto report = report_of({"cycles", "instructions", "faults", "branches"},
                                {{none, none, denied, missing(CountStatus::kNotCounted, "")}});
  for (const auto& event : report.events) EXPECT_FALSE(event.mean.has_value());
  EXPECT_EQ(report.events[0].status, CountStatus::kNotSupported);
  EXPECT_EQ(report.events[2].status, CountStatus::kNotPermitted);
  EXPECT_EQ(report.events[3].status, CountStatus::kNotCounted);
  EXPECT_EQ(report.remarks.size(), 3U);
  EXPECT_TRUE(
      remarks_hold(report, "not-supported", "cycles, instructions not supported: no such counter"));
  EXPECT_TRUE(remarks_hold(report, "not-permitted", "faults not permitted: set it to 1"));
}

TEST(EventSummary, AnEventThatSomeRunsMissedSaysSo) {
  const auto report =
      report_of({"cycles"}, {{counted(10)}, {missing(CountStatus::kNotCounted, "squeezed out")}});
  EXPECT_EQ(report.events[0].n, 1U);
  EXPECT_EQ(report.events[0].status, CountStatus::kCounted);
  EXPECT_TRUE(remarks_hold(report, "partly-counted", "cycles"));
}

TEST(EventSummary, InstructionsAreShownPerCycleOfTheSameMode) {
  const auto report = report_of({"cycles", "instructions", "cycles:k", "instructions:k"},
                                {{counted(100), counted(150), counted(40), counted(20)}});
  ASSERT_TRUE(report.events[1].derived.has_value());
  EXPECT_DOUBLE_EQ(report.events[1].derived->value, 1.5);
  EXPECT_EQ(report.events[1].derived->unit, "insn per cycle");
  EXPECT_DOUBLE_EQ(report.events[3].derived->value, 0.5);
  EXPECT_DOUBLE_EQ(report.events[2].derived->value, 40);
  EXPECT_EQ(report.events[2].derived->unit, "% of cycles");
  EXPECT_TRUE(report.remarks.empty());
}

TEST(EventSummary, ClocksGiveUtilizationAndRates) {
  const auto report = report_of({"task-clock", "page-faults", "cycles"},
                                {{counted(1e9), counted(2500), counted(3e9)}});
  EXPECT_DOUBLE_EQ(report.events[0].derived->value, 0.5);
  EXPECT_EQ(report.events[0].derived->unit, "CPUs utilized");
  EXPECT_DOUBLE_EQ(report.events[1].derived->value, 2.5);
  EXPECT_EQ(report.events[1].derived->unit, "K/sec");
  EXPECT_DOUBLE_EQ(report.events[2].derived->value, 3);
  EXPECT_EQ(report.events[2].derived->unit, "GHz");
}

TEST(EventSummary, WithoutItsPartnerThereIsNoRatio) {
  const auto report = report_of({"cycles", "instructions"},
                                {{missing(CountStatus::kNotSupported, "none"), counted(150)}});
  EXPECT_FALSE(report.events[1].derived.has_value());
  const auto by_zero = report_of({"cycles", "instructions"}, {{counted(0), counted(150)}});
  EXPECT_FALSE(by_zero.events[1].derived.has_value());
}

TEST(EventSummary, AShareOverAHundredPercentIsFlagged) {
  const auto report =
      report_of({"cache-references", "cache-misses"}, {{counted(100, 0.166), counted(177, 0.166)}});
  ASSERT_TRUE(report.events[1].derived.has_value());
  EXPECT_DOUBLE_EQ(report.events[1].derived->value, 177);
  EXPECT_NE(report.events[1].derived->doubt, "");
  EXPECT_TRUE(remarks_hold(report, "ratio", "over 100 %"));
  EXPECT_TRUE(remarks_hold(report, "multiplexed", "cache-references, cache-misses: estimated"));
}

TEST(EventSummary, EstimatesOfDifferentTimesMakeADoubtfulRatioThoseOfOneGroupDoNot) {
  const std::vector<std::vector<EventCount>> runs = {{counted(100, 0.5), counted(150, 0.5)}};
  EXPECT_NE(report_of({"cycles", "instructions"}, runs).events[1].derived->doubt, "");
  EXPECT_EQ(report_of({"cycles", "instructions"}, runs, {0, 0}).events[1].derived->doubt, "");
}

TEST(EventSummary, WhatCameFromGetrusageIsNamed) {
  auto count = counted(50);
  count.source = "getrusage";
  const auto report = report_of({"page-faults"}, {{count}});
  EXPECT_EQ(report.events[0].source, "getrusage");
  EXPECT_TRUE(remarks_hold(report, "getrusage", "page-faults"));
}

}  // namespace
}  // namespace kab::analysis

#include "trial/workload_metrics.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::trial {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> names_with(const model::Params& params,
                                    const std::vector<model::Arm>& arms = {}) {
  std::vector<std::string> names;
  for (const auto& metric : metrics_of_workload(params, arms)) names.push_back(metric.name);
  return names;
}

TEST(WorkloadMetrics, AreTimeAloneUnlessMoreIsAskedFor) {
  EXPECT_THAT(names_with({}), ElementsAre("time"));
  EXPECT_THAT(names_with({{"size", "on"}, {"latency", "off"}, {"copies", "1"}}),
              ElementsAre("time"));
}

TEST(WorkloadMetrics, HoldLatenciesWhereTheyAreRecorded) {
  EXPECT_THAT(names_with({{"latency", "on"}}),
              ElementsAre("time", "latency-p50", "latency-p99", "latency-p99.9", "latency-max"));
}

TEST(WorkloadMetrics, HoldTheCopiesTimes) {
  EXPECT_THAT(names_with({{"copies", "8"}}), ElementsAre("time", "copy-mean", "copy-slowest"));
}

TEST(WorkloadMetrics, HeedWhatAnArmSetsForItself) {
  const std::vector<model::Arm> arms = {{.name = "one", .settings = {}},
                                        {.name = "two", .settings = {{"param.copies", "2"}}}};
  EXPECT_THAT(names_with({}, arms), ElementsAre("time", "copy-mean", "copy-slowest"));
}

TEST(WorkloadMetrics, AreBetterWhenLower) {
  const auto metrics = metrics_of_workload({{"latency", "on"}, {"copies", "2"}}, {});
  EXPECT_TRUE(std::ranges::all_of(
      metrics, [](const auto& metric) { return metric.better == model::Better::kLower; }));
}

}  // namespace
}  // namespace kab::trial

#include "model/recording.h"

#include <gtest/gtest.h>

#include "model/json.h"

namespace kab::model {
namespace {

Sample sample_with(std::vector<double> totals) {
  Sample sample;
  for (std::size_t i = 0; i < totals.size(); ++i)
    sample.readings.push_back({.metric = 0,
                               .batch = static_cast<std::uint32_t>(i),
                               .iterations = 10,
                               .total = totals[i]});
  return sample;
}

TEST(ValueOfSample, IsTheMedianOfItsBatchesPerOperation) {
  EXPECT_EQ(value_of(sample_with({500, 100, 300}), 0), 30.0);
  EXPECT_EQ(value_of(sample_with({500, 100, 300, 200}), 0), 25.0);
}

TEST(ValueOfSample, IsNothingWhereThereIsNoReadingOrTheSampleFailed) {
  EXPECT_FALSE(value_of(sample_with({}), 0));
  EXPECT_FALSE(value_of(sample_with({100}), 1));
  auto failed = sample_with({100});
  failed.status = SampleStatus::kFailed;
  EXPECT_FALSE(value_of(failed, 0));
}

TEST(Json, RecordsSurviveARoundTrip) {
  const Arm arm{.name = "a", .settings = {{"env.X", "1"}, {"pin", "0,1"}}};
  EXPECT_EQ(arm_from(json_of(arm)), arm);
  const Params params = {{"size", "16"}, {"path", "vdso"}, {"odd", "007"}};
  EXPECT_EQ(params_from(json_of(params)), params);
  const Calibration calibration{.iterations = 1000,
                                .batches = 5,
                                .warmup_iterations = 10,
                                .timer_resolution_ns = 1,
                                .timer_cost_ns = 20.5,
                                .empty_loop_ns = .3};
  EXPECT_EQ(calibration_from(json_of(calibration)), calibration);
  EXPECT_EQ(metric_from(json_of(wall_metric())), wall_metric());
}

TEST(Json, SaysWhatIsMissing) {
  const auto arm = arm_from(Json::object());
  ASSERT_FALSE(arm);
  EXPECT_NE(arm.error().message.find("name"), std::string::npos);
}

}  // namespace
}  // namespace kab::model

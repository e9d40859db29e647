#include "analysis/noticed.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::analysis {
namespace {

std::vector<double> noise(std::size_t n, double middle = 100, double sd = 1) {
  Random random(11);
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(middle + sd * random.normal());
  return values;
}

bool has(const std::vector<model::Remark>& remarks, const std::string& code) {
  return std::ranges::any_of(remarks, [&](const auto& remark) { return remark.code == code; });
}

TEST(NoticedTrends, QuietNoiseIsNothingToSay) {
  EXPECT_TRUE(noticed_trends(noise(60), "w").empty());
}

TEST(NoticedTrends, ASlowDriftIsSaidWithItsSize) {
  auto values = noise(60, 100, 0.5);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += 0.1 * static_cast<double>(i);
  const auto remarks = noticed_trends(values, "w");
  ASSERT_TRUE(has(remarks, "drift"));
  EXPECT_FALSE(has(remarks, "step"));
}

TEST(NoticedTrends, AStepIsToldFromADriftAndLocated) {
  auto values = noise(60, 100, 0.5);
  for (std::size_t i = 30; i < values.size(); ++i) values[i] += 8;
  const auto remarks = noticed_trends(values, "w");
  ASSERT_TRUE(has(remarks, "step"));
  EXPECT_FALSE(has(remarks, "drift"));
  const auto step = std::ranges::find_if(remarks, [](const auto& r) { return r.code == "step"; });
  EXPECT_NE(step->text.find("at sample 31"), std::string::npos) << step->text;
}

TEST(NoticedTrends, AnOddFirstSampleIsSaid) {
  auto values = noise(30);
  values[0] = 150;
  EXPECT_TRUE(has(noticed_trends(values, "w"), "first-sample"));
}

TEST(NoticedShape, OutliersOnBothSidesAreNamedByPlaceAndKept) {
  auto values = noise(30);
  values[4] = 200;
  values[9] = 20;
  const auto remarks = noticed_shape(values, "w");
  ASSERT_TRUE(has(remarks, "outliers"));
  const auto said =
      std::ranges::find_if(remarks, [](const auto& r) { return r.code == "outliers"; });
  EXPECT_NE(said->text.find("(sample 5, 10)"), std::string::npos) << said->text;
}

TEST(NoticedShape, OneOddValueAmongEqualOnesIsFoundAlthoughTheMadIsZero) {
  std::vector<double> values(21, 100);
  values[20] = 50;
  EXPECT_TRUE(has(noticed_shape(values, "w"), "outliers"));
  EXPECT_TRUE(noticed_shape(std::vector<double>(21, 100), "w").empty());
}

TEST(NoticedShape, ThousandsOfValuesHaveAShareFarOutNotAnAlarm) {
  std::vector<double> values(1980, 500);
  values.insert(values.end(), 20, 600);
  const auto said = noticed_shape(values, "w");
  ASSERT_TRUE(has(said, "outliers"));
  EXPECT_NE(said.back().text.find("1.0 % of 2000 values"), std::string::npos) << said.back().text;
  for (const auto& remark : noticed_shape(noise(5000), "w"))
    EXPECT_NE(remark.text.find("as a few of so many always do"), std::string::npos) << remark.text;
}

TEST(NoticedShape, TwoSpeedsAreTwoGroups) {
  auto values = noise(40, 40, 1);
  const auto slow = noise(40, 85, 1);
  values.insert(values.end(), slow.begin(), slow.end());
  EXPECT_TRUE(has(noticed_shape(values, "w"), "modes"));
}

}  // namespace
}  // namespace kab::analysis

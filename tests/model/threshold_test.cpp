#include "model/threshold.h"

#include <gtest/gtest.h>

namespace kab::model {
namespace {

TEST(ParseThreshold, KnowsRelativeAndAbsoluteOnes) {
  EXPECT_DOUBLE_EQ(parse_threshold("1%")->value, 0.01);
  EXPECT_EQ(parse_threshold("0")->kind, Threshold::Kind::kRelative);
  EXPECT_EQ(parse_threshold("5ns")->kind, Threshold::Kind::kAbsolute);
  EXPECT_EQ(parse_thresholds("1%, 5ns")->size(), 2U);
  for (const auto* bad : {"", "x", "-1%", "100%", "5", "nan%", "1%,"})
    EXPECT_FALSE(parse_thresholds(bad)) << bad;
}

TEST(AbsoluteThreshold, IsConvertedToTheMetricsUnit) {
  EXPECT_DOUBLE_EQ(absolute_in(*parse_threshold("5us"), "ns/op").value(), 5000);
  EXPECT_DOUBLE_EQ(absolute_in(*parse_threshold("5ms"), "s").value(), 0.005);
  EXPECT_DOUBLE_EQ(absolute_in(*parse_threshold("2insn"), "instructions/op").value(), 2);
  EXPECT_FALSE(absolute_in(*parse_threshold("5ns"), "B/s"));
}

}  // namespace
}  // namespace kab::model

#include "analysis/words.h"

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

TEST(Words, ChangesKeepTheirSignAndAreNotClipped) {
  EXPECT_EQ(signed_percent(0.021), "+2.1 %");
  EXPECT_EQ(signed_percent(-0.0042), "-0.42 %");
  EXPECT_EQ(signed_percent(0), "0.0 %");
  EXPECT_EQ(signed_percent(-0.0), "0.0 %");
  EXPECT_EQ(signed_percent(-0.99816), "-99.8 %");
  EXPECT_EQ(signed_percent(-0.9998), "-99.98 %");
  EXPECT_EQ(signed_percent(-0.99999999), "under -99.99 %");
}

TEST(Words, ASmallShareIsNotZero) {
  EXPECT_EQ(percent(0), "0.00 %");
  EXPECT_EQ(percent(0.0005), "0.05 %");
  EXPECT_EQ(percent(0.00001), "under 0.01 %");
  EXPECT_EQ(percent(0.33), "33.0 %");
}

TEST(Words, CountsAndUnits) {
  EXPECT_EQ(count_of(1, "outlier"), "1 outlier");
  EXPECT_EQ(count_of(3, "outlier"), "3 outliers");
  EXPECT_EQ(units_of_n(model::Replication::kProcess, Design::kPaired), "blocks");
  EXPECT_EQ(units_of_n(model::Replication::kProcess, Design::kUnpaired), "processes a side");
  EXPECT_EQ(units_of_n(model::Replication::kBoot, Design::kUnpaired), "boots a side");
}

}  // namespace
}  // namespace kab::analysis

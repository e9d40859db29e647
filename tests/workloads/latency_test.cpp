#include "workloads/latency.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::workloads {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;

/// The value of rank ceil(share * n) among sorted values: what a histogram stands for.
double exact_quantile(const std::vector<std::int64_t>& sorted, double share) {
  const auto rank = std::ceil(share * static_cast<double>(sorted.size()));
  return static_cast<double>(sorted[static_cast<std::size_t>(rank) - 1]);
}

TEST(LatencyHistogram, IsWithinOnePercentOfTheExactQuantiles) {
  Random random(11);
  LatencyHistogram latency;
  std::vector<std::int64_t> values;
  for (int i = 0; i < 20'000; ++i) {
    // From nanoseconds to minutes, as many in each power of two.
    const auto value = static_cast<std::int64_t>(std::exp2(37 * random.uniform()));
    values.push_back(value);
    latency.record(value);
  }
  std::ranges::sort(values);
  for (const double share : {0.0001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const double exact = exact_quantile(values, share);
    EXPECT_THAT(latency.quantile_ns(share), DoubleNear(exact, exact * 0.01)) << share;
  }
  EXPECT_EQ(latency.max_ns(), static_cast<double>(values.back()));
}

TEST(LatencyHistogram, IsExactWhereNanosecondsAreFew) {
  for (const std::int64_t value : {0, 1, 63, 64, 65, 127}) {
    LatencyHistogram latency;
    latency.record(value);
    latency.record(1000);
    EXPECT_EQ(latency.quantile_ns(0.5), static_cast<double>(value));
  }
}

TEST(LatencyHistogram, HoldsEveryBorderOfItsBuckets) {
  for (unsigned bit = 7; bit < 40; ++bit) {
    for (const std::int64_t offset : {-1, 0, 1}) {
      const std::int64_t value = (std::int64_t{1} << bit) + offset;
      LatencyHistogram latency;
      latency.record(value);
      latency.record(std::int64_t{1} << 41);
      const auto exact = static_cast<double>(value);
      EXPECT_THAT(latency.quantile_ns(0.5), DoubleNear(exact, exact * 0.01)) << value;
    }
  }
}

TEST(LatencyHistogram, TakesWhatIsOutOfItsRangeAsItsEnds) {
  LatencyHistogram latency;
  latency.record(-5);
  EXPECT_EQ(latency.quantile_ns(1), 0);
  latency.record(std::int64_t{1} << 62);
  EXPECT_EQ(latency.max_ns(), std::exp2(40) - 1);
  EXPECT_THAT(latency.quantile_ns(1), DoubleNear(std::exp2(40), std::exp2(40) * 0.01));
}

TEST(LatencyHistogram, IsEmptyOnceCleared) {
  LatencyHistogram latency;
  latency.record(70);
  latency.clear();
  EXPECT_EQ(latency.count(), 0U);
  EXPECT_EQ(latency.quantile_ns(0.5), 0);
  EXPECT_EQ(latency.max_ns(), 0);
}

TEST(Repeat, RecordsEachOperationWhereThereIsAHistogram) {
  LatencyHistogram latency;
  int ran = 0;
  EXPECT_TRUE(repeat(9, &latency, [&] { return ++ran > 0; }));
  EXPECT_EQ(ran, 9);
  EXPECT_EQ(latency.count(), 9U);
  EXPECT_FALSE(repeat(9, &latency, [&] { return ++ran < 12; }));
  EXPECT_EQ(ran, 12);
  EXPECT_TRUE(repeat(2, nullptr, [&] { return ++ran > 0; }));
  EXPECT_EQ(latency.count(), 12U);
}

TEST(Further, TakesTheQuantilesAndBeginsAgain) {
  auto latency = std::make_unique<LatencyHistogram>();
  auto& histogram = *latency;
  Further further = further_of(std::move(latency));
  EXPECT_THAT(further.names,
              ElementsAre("latency-p50", "latency-p99", "latency-p99.9", "latency-max"));
  for (std::int64_t value = 1; value <= 100; ++value) histogram.record(value);
  std::array<double, 4> values = {};
  further.take(values);
  EXPECT_THAT(values, ElementsAre(50, 99, 100, 100));
  further.take(values);
  EXPECT_THAT(values, Each(0));
}

TEST(Further, IsNothingWithoutAHistogram) {
  const Further further = further_of(nullptr);
  EXPECT_TRUE(further.names.empty());
  EXPECT_FALSE(static_cast<bool>(further.take));
}

}  // namespace
}  // namespace kab::workloads

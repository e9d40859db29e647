#include "report/scale.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kab::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using Values = std::vector<std::optional<double>>;

std::string row(std::string_view unit, const Values& values) {
  const auto scale = scale_of(unit, values);
  std::string out;
  for (const auto& value : values) out += (out.empty() ? "" : " | ") + value_in(scale, value);
  return out;
}

TEST(Scale, MovesTimesUpAndDownForAllValuesOfARow) {
  EXPECT_EQ(row("ns/op", {9120.0, 8011.0}), "9.120 us/op | 8.011 us/op");
  EXPECT_EQ(row("ns/op", {20.71, 20.69}), "20.71 ns/op | 20.69 ns/op");
  EXPECT_EQ(row("ns", {1.5e9, 999e6}), "1.500 s | 0.999 s");
  EXPECT_EQ(row("s", {0.929883686}), "929.9 ms");
  EXPECT_EQ(row("s", {0.0000021}), "2.100 us");
  EXPECT_EQ(row("s", {4000.0}), "4,000 s");
  EXPECT_EQ(row("ns/op", {0.25}), "0.2500 ns/op");
}

TEST(Scale, TurnsAtAThousandAsItWouldBePrinted) {
  EXPECT_EQ(row("ns", {999.9}), "999.9 ns");
  EXPECT_EQ(row("ns", {999.97}), "1.000 us");
}

TEST(Scale, MovesRatesOfBytesAndOperationsOnly) {
  EXPECT_EQ(row("B/s", {14714579.91, 15497541.7}), "14.71 MB/s | 15.50 MB/s");
  EXPECT_EQ(row("MB/s", {0.25}), "250.0 kB/s");
  EXPECT_EQ(row("op/s", {1754386.0}), "1.754 Mop/s");
  EXPECT_EQ(row("req/s", {1754386.5}), "1,754,386 req/s");
  EXPECT_EQ(row("Mbit/s", {12345.6}), "12,346 Mbit/s");
}

TEST(Scale, KeepsCountsWhole) {
  EXPECT_EQ(row("instructions/op", {6970.0, 3642.0}),
            "6,970 instructions/op | 3,642 instructions/op");
  EXPECT_EQ(row("calls", {1147411.0}), "1,147,411 calls");
  EXPECT_EQ(row("instructions/op", {75.25}), "75.25 instructions/op");
  EXPECT_EQ(row("", {12.0}), "12");
}

TEST(Scale, GivesTheSmallerValueAtLeastTwoDigits) {
  EXPECT_EQ(row("ns", {10860.0, 20.0}), "10.860 us | 0.020 us");
  EXPECT_EQ(row("x", {1000.5, 1e-12}), "1,000.500000 x | 1e-12 x");
}

TEST(Scale, IsAtEaseWithZeroAndWithNothing) {
  EXPECT_EQ(row("ns/op", {0.0, 0.0}), "0 ns/op | 0 ns/op");
  EXPECT_EQ(row("ns/op", {{}, kNan, std::numeric_limits<double>::infinity(), 5.0}),
            "- | - | - | 5.000 ns/op");
  EXPECT_EQ(row("ns/op", {{}, {}}), "- | -");
}

TEST(Scale, ShowsVeryLargeNumbersShort) { EXPECT_EQ(row("x", {1e300}), "1e+300 x"); }

TEST(Scale, ShowsNegativeValuesInTheSameWay) {
  EXPECT_EQ(row("ns", {-1234567.0}), "-1.235 ms");
  EXPECT_EQ(row("x", {-1147411.0}), "-1,147,411 x");
  EXPECT_EQ(row("x", {-123.0}), "-123 x");
}

TEST(ScaleForDifference, HasThreeDigitsInTheUnitOfTheRow) {
  const auto scale = scale_of("ns/op", Values{9120.0, 8011.0});
  const auto text = [&scale](std::optional<double> value) {
    return signed_in(scale_for_difference(scale, value), value);
  };
  EXPECT_EQ(text(-1103.0), "-1.10");
  EXPECT_EQ(text(0.5), "+0.000500");
  EXPECT_EQ(text(0.0), "0");
  EXPECT_EQ(text({}), "-");
}

TEST(ScaleForDifference, KeepsCountsWhole) {
  const auto scale = scale_of("instructions/op", Values{6970.0, 3642.0});
  EXPECT_EQ(signed_in(scale_for_difference(scale, -3328.0), -3328.0), "-3,328");
  EXPECT_EQ(signed_in(scale_for_difference(scale, 2.0), 2.0), "+2");
  EXPECT_EQ(signed_in(scale_for_difference(scale, 2.5), 2.5), "+2.50");
}

}  // namespace
}  // namespace kab::report

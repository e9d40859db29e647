#include "readers/quantity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::readers {
namespace {

using ::testing::HasSubstr;

void expect_base(std::string_view unit, std::string_view base, double factor,
                 Kilo kilo = Kilo::k1000) {
  const auto found = base_unit_of(unit, kilo);
  ASSERT_TRUE(found) << unit;
  EXPECT_EQ(found->base, base) << unit;
  EXPECT_DOUBLE_EQ(found->factor, factor) << unit;
}

TEST(BaseUnit, BringsTimesToNanosecondsAndSizesToBytes) {
  expect_base("ns", "ns", 1);
  expect_base("usec", "ns", 1e3);
  expect_base("µs", "ns", 1e3);
  expect_base("μs", "ns", 1e3);
  expect_base("msec", "ns", 1e6);
  expect_base("sec", "ns", 1e9);
  expect_base("B", "B", 1);
  expect_base("kB", "B", 1e3);
  expect_base("MB", "B", 1e6);
  expect_base("MiB", "B", 1048576);
  expect_base("MB", "B", 1048576, Kilo::k1024);
}

TEST(BaseUnit, KeepsWhatAQuantityIsPerOf) {
  expect_base("usec/call", "ns/op", 1e3);
  expect_base("ms/op", "ns/op", 1e6);
  expect_base("GB/sec", "B/s", 1e9);
}

TEST(BaseUnit, KnowsNothingElse) {
  for (const auto* unit : {"", "fs", "Mb", "ns/", "ns/frame", "/s", "S", "m"})
    EXPECT_FALSE(base_unit_of(unit)) << unit;
}

TEST(Quantity, IsANumberWithItsUnit) {
  const auto short_time = quantity_of("12.31us");
  ASSERT_TRUE(short_time);
  EXPECT_DOUBLE_EQ(short_time->value, 12310);
  EXPECT_EQ(short_time->unit, "ns");
  EXPECT_DOUBLE_EQ(quantity_of("1.02 ms")->value, 1'020'000);
}

TEST(Quantity, IsNeverTakenWithoutItsUnit) {
  EXPECT_THAT(quantity_of("12.31").error().message, HasSubstr("\"12.31\""));
  EXPECT_THAT(quantity_of("12.31zs").error().message, HasSubstr("\"12.31zs\""));
  EXPECT_THAT(quantity_of("1,5us").error().message, HasSubstr("\"1,5us\""));
  EXPECT_THAT(quantity_of("us").error().message, HasSubstr("not a number"));
}

}  // namespace
}  // namespace kab::readers

#include "base/number.h"

#include <clocale>
#include <cmath>

#include <gtest/gtest.h>

namespace kab {
namespace {

TEST(ParseDouble, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_double("1e3"), 1000.0);
  EXPECT_EQ(parse_double("+2.5"), 2.5);
  EXPECT_EQ(parse_double("-0.25"), -0.25);
  for (const auto* bad : {"", "1,5", "1.5x", " 1", "1 ", "0x10", "++1", "+-1", "1_000"})
    EXPECT_FALSE(parse_double(bad)) << bad;
}

TEST(ParseDouble, KnowsNanAndInfAsNumbersForTheCallerToRefuse) {
  EXPECT_TRUE(std::isnan(parse_double("nan").value()));
  EXPECT_TRUE(std::isinf(parse_double("-inf").value()));
}

TEST(ParseInt, RefusesWhatOverflows) {
  EXPECT_EQ(parse_int("-9223372036854775808"), INT64_MIN);
  EXPECT_FALSE(parse_int("9223372036854775808"));
  EXPECT_FALSE(parse_uint("-1"));
}

TEST(Shortest, ReadsBackAsTheSameDouble) {
  for (const double value : {0.1, 1e300, 14714579.91, -1.0 / 3})
    EXPECT_EQ(parse_double(shortest(value)), value);
}

}  // namespace
}  // namespace kab

#include "base/units.h"

#include <gtest/gtest.h>

namespace kab {
namespace {

TEST(ParseDuration, UnderstandsEveryUnitAndBareSeconds) {
  EXPECT_EQ(parse_duration_ns("500ms"), 500'000'000);
  EXPECT_EQ(parse_duration_ns("60s"), 60'000'000'000);
  EXPECT_EQ(parse_duration_ns("60"), 60'000'000'000);
  EXPECT_EQ(parse_duration_ns("1.5m"), 90'000'000'000);
  EXPECT_EQ(parse_duration_ns("2min"), 120'000'000'000);
  EXPECT_EQ(parse_duration_ns("1h"), 3600'000'000'000);
}

TEST(ParseDuration, RefusesNonsenseWithAHint) {
  for (const auto* bad : {"", "s", "abc", "-1s", "0", "nan", "inf", "1e99h", "5 parsecs"}) {
    const auto result = parse_duration_ns(bad);
    ASSERT_FALSE(result) << bad;
    EXPECT_EQ(result.error().kind, ErrorKind::kInput);
    EXPECT_NE(result.error().message.find("as in 60s"), std::string::npos);
  }
}

TEST(ParseShare, TakesPercentAndFraction) {
  EXPECT_DOUBLE_EQ(parse_share("95%").value(), 0.95);
  EXPECT_DOUBLE_EQ(parse_share("0.99").value(), 0.99);
  EXPECT_FALSE(parse_share("100%"));
  EXPECT_FALSE(parse_share("-1%"));
}

TEST(DurationText, ShowsTwoUnitsAtMost) {
  EXPECT_EQ(duration_text(850'000'000), "850 ms");
  EXPECT_EQ(duration_text(12'000'000'000), "12 s");
  EXPECT_EQ(duration_text(200'000'000'000), "3 min 20 s");
  EXPECT_EQ(duration_text(3'900'000'000'000), "1 h 5 min");
}

}  // namespace
}  // namespace kab

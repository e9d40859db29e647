#include "trial/number.h"

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

Result<double> number(std::string_view how, std::string_view output) {
  KAB_TRY(const auto source, NumberSource::parse(how));
  return source.number_in(output);
}

TEST(NumberSource, TakesTheWholeOutput) {
  EXPECT_EQ(number("stdout", "14714579.910000\n"), 14714579.91);
  EXPECT_EQ(number("stdout", "  -1e3 \n"), -1000.0);
}

TEST(NumberSource, TakesTheFirstGroupOfTheLastMatch) {
  EXPECT_EQ(number("([0-9.]+) ops/s", "12.5 ops/s\n13.5 ops/s\n"), 13.5);
  EXPECT_EQ(number("[0-9]+", "a 7 b 9"), 9.0);
}

TEST(NumberSource, LongLinesAndNestedRepeatsAreNoDanger) {
  const std::string line(200'000, 'a');
  EXPECT_EQ(number(".*t ([0-9]+)", line + "\nt 5"), 5.0);
  EXPECT_FALSE(number("(a+)+$", std::string(40, 'a') + "b"));
  EXPECT_EQ(number("^([0-9]+)$", "1\n22\n"), 22.0);
}

TEST(NumberSource, FollowsAJsonPointer) {
  EXPECT_EQ(number("json:/results/0/mean", R"({"results": [{"mean": 0.25}]})"), 0.25);
  EXPECT_EQ(number("json:/a", R"({"a": "42"})"), 42.0);
}

TEST(NumberSource, SaysWhatWasPrintedInsteadOfANumber) {
  for (const auto* output : {"", "hello\n", "1,5", "1 2", "nan\n", "inf", "12abc"}) {
    const auto result = number("stdout", output);
    ASSERT_FALSE(result) << output;
    EXPECT_EQ(result.error().kind, ErrorKind::kUnavailable);
  }
  EXPECT_NE(number("stdout", "nan").error().message.find("not a finite number"), std::string::npos);
  EXPECT_FALSE(number("([a-z]+)", "word"));
  EXPECT_FALSE(number("json:/a", "{\"a\": [1]}"));
  EXPECT_FALSE(number("json:/b", "{\"a\": 1}"));
  EXPECT_FALSE(number("json:/a", "{\"a\": "));
}

TEST(NumberSource, RefusesAMalformedExpressionBeforeAnythingRuns) {
  for (const auto* how : {"(", "[a", "json:a", "json:/~2"}) {
    const auto source = NumberSource::parse(how);
    ASSERT_FALSE(source) << how;
    EXPECT_EQ(source.error().kind, ErrorKind::kInput) << how;
  }
}

}  // namespace
}  // namespace kab::trial

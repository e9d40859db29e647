#include "report/sketch.h"

#include <vector>

#include <gtest/gtest.h>

namespace kab::report {
namespace {

using Counts = std::vector<std::size_t>;

TEST(Sketch, RisesInProportionToTheLargestCount) {
  EXPECT_EQ(sketch(Counts{1, 2, 3, 4, 5, 6, 7, 8}, Glyphs::kUnicode), "▁▂▃▄▅▆▇█");
  EXPECT_EQ(sketch(Counts{1, 2, 3, 4, 5, 6, 7}, Glyphs::kAscii), ".:-=+*#");
}

TEST(Sketch, ShowsTheSmallestCountAndLeavesEmptyPartsBlank) {
  EXPECT_EQ(sketch(Counts{1, 0, 100000}, Glyphs::kUnicode), "▁ █");
  EXPECT_EQ(sketch(Counts{1, 0, 100000}, Glyphs::kAscii), ". #");
}

TEST(Sketch, OfNothingIsBlank) {
  EXPECT_EQ(sketch(Counts{}, Glyphs::kUnicode), "");
  EXPECT_EQ(sketch(Counts{0, 0}, Glyphs::kAscii), "  ");
}

TEST(Sketch, OfEqualCountsIsLevelAtTheTop) {
  EXPECT_EQ(sketch(Counts{3, 3}, Glyphs::kAscii), "##");
}

}  // namespace
}  // namespace kab::report

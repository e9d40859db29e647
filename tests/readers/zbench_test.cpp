#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Zbench, TakesTheMeanWhateverItsUnit) {
  const auto file = read_text(
      "benchmark   runs   time (avg ± σ)   (min … max)\n"
      "Parser A  1000  12.31us ± 1.2us (min 11.9us … max 40.1us)\n"
      "Parser B  1000  1.02ms ± 0.1ms (min 29.68us … max 2.3ms)\n"
      "Parser C  1000  7µs ± 1µs (min 1µs … max 9µs)\n",
      "x");
  EXPECT_EQ(file.reader, "zbench");
  EXPECT_THAT(set_of(file, "Parser A", "time").values, ElementsAre(DoubleEq(12'310)));
  EXPECT_THAT(set_of(file, "Parser B", "time").values, ElementsAre(DoubleEq(1'020'000)));
  EXPECT_THAT(set_of(file, "Parser C", "time").values, ElementsAre(DoubleEq(7'000)));
  EXPECT_EQ(file.sets[0].metric.unit, "ns");
  EXPECT_THAT(remark_of(file, "means-only"), HasSubstr("mean"));
}

TEST(Zbench, RefusesAUnitThatItDoesNotKnow) {
  EXPECT_THAT(error_of("A 10 12.31us ± 1us\nB 10 12.31fs ± 1fs\n", "x"),
              AllOf(HasSubstr("x:2: \"12.31fs\""), HasSubstr("unit")));
  EXPECT_THAT(error_of("A 10 12.31KB ± 1KB\n", "x"), HasSubstr("no time"));
}

}  // namespace
}  // namespace kab::readers

#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kTimes =
    "hackbench-process-sockets\n"
    "                          6.18-rc1             6.18-rc1\n"
    "                             vanilla          preemptnext\n"
    "Amean     1        0.3073 (   0.00%)      0.3333 (  -8.46%)\n"
    "Amean     4        0.7863 (   0.00%)      0.7350 (*  6.53%*)\n"
    "Amean     7        1.3670 (   0.00%)      1.3670 (   0.00%)\n";

TEST(Mmtests, ReadsTheSideThatIsNamed) {
  const auto first = read_text(kTimes, "t.txt", {.column = "1"});
  EXPECT_EQ(first.reader, "mmtests");
  ASSERT_EQ(first.sets.size(), 3U);
  EXPECT_THAT(set_of(first, "hackbench-process-sockets Amean 1", "Amean").values,
              ElementsAre(0.3073));
  for (const auto* part : {"2", "6.18-rc1 preemptnext", "6.18-rc1 p"}) {
    const auto second = read_text(kTimes, "t.txt", {.column = part});
    EXPECT_THAT(set_of(second, "hackbench-process-sockets Amean 1", "Amean").values,
                ElementsAre(0.3333));
    EXPECT_THAT(set_of(second, "hackbench-process-sockets Amean 4", "Amean").values,
                ElementsAre(0.7350));
  }
  EXPECT_THAT(error_of(kTimes, "t.txt"),
              AllOf(HasSubstr("6.18-rc1 vanilla, 6.18-rc1 preemptnext"), HasSubstr("t.txt:2")));
}

TEST(Mmtests, TakesTheDirectionFromTheSignThatMeansBetter) {
  const auto times = read_text(kTimes, "t.txt", {.column = "2"});
  for (const auto& set : times.sets) {
    EXPECT_TRUE(set.direction_known) << set.benchmark;
    EXPECT_EQ(set.metric.better, model::Better::kLower) << set.benchmark;
  }
  const auto rates = read_text(
      "tbench\n  a  b\nHmean 1  100.00 ( 0.00%)  110.00 ( 10.00%)\nHmean 2  100.00 ( 0.00%)  90.00 "
      "( -10.00%)\nCoV 1 1.0 ( 0.00%) 1.0 ( 0.00%)\n",
      "t.txt", {.column = "2"});
  EXPECT_EQ(set_of(rates, "tbench Hmean 1", "Hmean").metric.better, model::Better::kHigher);
  EXPECT_EQ(set_of(rates, "tbench Hmean 2", "Hmean").metric.better, model::Better::kHigher);
  EXPECT_FALSE(set_of(rates, "tbench CoV 1", "CoV").direction_known);
}

TEST(Mmtests, SaysThatItsPercentagesReadTheOtherWay) {
  EXPECT_THAT(remark_of(read_text(kTimes, "t.txt", {.column = "1"}), "means-only"),
              HasSubstr("positive percentage means better"));
}

TEST(Mmtests, RefusesRowsOfAnotherWidth) {
  EXPECT_THAT(error_of(kTimes + "Amean 9 1.0 ( 0.00%) 1.0 ( 0.00%) 1.0 ( 0.00%)\n", "t.txt",
                       {.column = "1"}),
              HasSubstr("t.txt:7: 3 columns"));
}

}  // namespace
}  // namespace kab::readers

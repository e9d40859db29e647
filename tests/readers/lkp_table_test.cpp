#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTable =
    "aaaa111122223333 bbbb4444555566667777888\n"
    "---------------- ---------------------------\n"
    "         %stddev     %change         %stddev\n"
    "             \\          |                \\\n"
    " 3.129e+08           -26.3%  2.306e+08        stress-ng.sockdiag.ops\n"
    "   5214640           -26.3%    3842782        stress-ng.sockdiag.ops_per_sec\n"
    "      3.85 ± 55%      +3.5        7.33 ±  6%  turbostat.C1E%\n"
    "    894897 ±122%     +46.6%    1312222 ± 11%  turbostat.C1E\n"
    "      0.00            +0.1        0.08        perf-profile.children.cycles-pp.lock\n";

TEST(LkpTable, ReadsTheSideThatIsNamed) {
  const auto first = read_text(kTable, "t.txt", {.column = "1"});
  EXPECT_EQ(first.reader, "lkp-table");
  EXPECT_THAT(set_of(first, "stress-ng.sockdiag.ops", "op").values, ElementsAre(3.129e8));
  EXPECT_THAT(set_of(first, "turbostat.C1E", "number").values, ElementsAre(894897));
  for (const auto* part : {"2", "bbbb4444555566667777888", "bbbb"}) {
    const auto second = read_text(kTable, "t.txt", {.column = part});
    EXPECT_THAT(set_of(second, "stress-ng.sockdiag.ops_per_sec", "op/s").values,
                ElementsAre(3842782));
    EXPECT_THAT(set_of(second, "turbostat.C1E%", "number").values, ElementsAre(7.33));
  }
}

TEST(LkpTable, AsksWhichSideIsMeant) {
  EXPECT_THAT(error_of(kTable, "d/t.txt"),
              AllOf(HasSubstr("2 sides"), HasSubstr("aaaa111122223333"), HasSubstr("t.txt:1")));
  EXPECT_THAT(error_of(kTable, "t.txt", {.column = "cccc"}), HasSubstr("\"cccc\""));
}

TEST(LkpTable, KnowsTheDirectionOfOperationsOnly) {
  const auto file = read_text(kTable, "t.txt", {.column = "1"});
  EXPECT_TRUE(set_of(file, "stress-ng.sockdiag.ops_per_sec", "op/s").direction_known);
  EXPECT_EQ(set_of(file, "stress-ng.sockdiag.ops_per_sec", "op/s").metric.better,
            model::Better::kHigher);
  EXPECT_FALSE(set_of(file, "turbostat.C1E", "number").direction_known);
}

TEST(LkpTable, RowsOfPercentagesAreInPoints) {
  const auto file = read_text(kTable, "t.txt", {.column = "1"});
  EXPECT_EQ(set_of(file, "turbostat.C1E%", "number").metric.unit, "%");
  EXPECT_EQ(set_of(file, "perf-profile.children.cycles-pp.lock", "number").metric.unit, "%");
  EXPECT_EQ(set_of(file, "turbostat.C1E", "number").metric.unit, "");
}

TEST(LkpTable, ChecksThePrintedChangeAgainstTheValues) {
  EXPECT_THAT(remark_of(read_text(kTable, "t.txt", {.column = "1"}), "inconsistent"),
              HasSubstr("no such remark"));
  auto wrong = kTable;
  wrong.replace(wrong.find("-26.3%    3842782"), 6, "-16.3%");
  EXPECT_THAT(remark_of(read_text(wrong, "t.txt", {.column = "1"}), "inconsistent"),
              AllOf(HasSubstr("ops_per_sec"), Not(HasSubstr("turbostat"))));
  auto flipped = kTable;
  flipped.replace(flipped.find("+3.5 "), 5, "-3.5 ");
  EXPECT_THAT(remark_of(read_text(flipped, "t.txt", {.column = "1"}), "inconsistent"),
              HasSubstr("turbostat.C1E%"));
}

TEST(LkpTable, InventsNoSpread) {
  EXPECT_THAT(remark_of(read_text(kTable, "t.txt", {.column = "1"}), "means-only"),
              HasSubstr("mean"));
  EXPECT_EQ(read_text(kTable, "t.txt", {.column = "1"}).sets.at(0).values.size(), 1U);
}

}  // namespace
}  // namespace kab::readers

#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(GoBenchmarks, GiveASetForEachNameAndUnit) {
  const auto file = read_text(
      "goos: linux\npkg: x.org/a\n"
      "BenchmarkEncode/format=json-48  \t  690848\t  1726 ns/op\t 45.5 MB/s\t 16 B/op\t 2 "
      "allocs/op\n"
      "BenchmarkEncode/format=json-48  \t  684861\t  1723 ns/op\n"
      "BenchmarkEncode/format=gob-48  \t  372699\t  78.8 ns/op\t 7 widgets\n"
      "PASS\nok  \tx.org/a\t12.3s\n",
      "old.txt");
  EXPECT_EQ(file.reader, "gobench");
  ASSERT_EQ(file.sets.size(), 6U);
  EXPECT_EQ(file.sets[0].benchmark, "Encode/format=json-48");
  EXPECT_THAT(file.sets[0].values, ElementsAre(1726, 1723));
  EXPECT_EQ(file.sets[1].metric,
            (model::Metric{.name = "MB/s", .unit = "MB/s", .better = model::Better::kHigher}));
  EXPECT_EQ(file.sets[2].metric.unit, "B/op");
  EXPECT_TRUE(file.sets[3].direction_known);
  EXPECT_EQ(file.sets[5].metric.unit, "widgets");
  EXPECT_FALSE(file.sets[5].direction_known);
}

TEST(GoBenchmarks, IgnoreBareNamesLogsAndProse) {
  EXPECT_THAT(values_of("new.txt is with Go 1.17, and\nformat=gob 1 2 3\n"
                        "BenchmarkEncode\n    bench_test.go:17: warm cache, rc=0\n"
                        "Benchmark results follow 5 ns/op\n"
                        "BenchmarkEncode-8 \t 100 \t 5 ns/op\n",
                        "new.txt"),
              ElementsAre(5));
}

TEST(GoBenchmarks, AreToldApartByPackageWhereThereAreSeveral) {
  const auto file =
      read_text("pkg: a\nBenchmarkX-8 1 5 ns/op\npkg: b\nBenchmarkX-8 1 6 ns/op\n", "old.txt");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_EQ(file.sets[0].benchmark, "a.X-8");
  EXPECT_EQ(file.sets[1].benchmark, "b.X-8");
}

TEST(GoBenchmarks, RefuseNanLikeEverybody) {
  EXPECT_THAT(error_of("BenchmarkX-8 1 5 ns/op\nBenchmarkX-8 1 NaN ns/op\n", "x"),
              HasSubstr("x:2: "));
}

TEST(GoBenchmarks, AreToldApartByALabelThatChanges) {
  const std::string text =
      "note: before\n\nBenchmarkFloatSub/100-4 \t 20000000 \t 115 ns/op\n"
      "BenchmarkFloatSub/100-4 20000000 114 ns/op\nBenchmarkGone-4 1 7 ns/op\n\n"
      "note: after\n\nBenchmarkFloatSub/100-4 20000000 78.8 ns/op\n";
  const auto all = read_text(text, "x.txt");
  EXPECT_THAT(set_of(all, "FloatSub/100-4 note=before", "time").values, ElementsAre(115, 114));
  EXPECT_THAT(set_of(all, "FloatSub/100-4 note=after", "time").values, ElementsAre(78.8));
  for (const auto* part : {"before", "note=before"}) {
    const auto before = read_text(text, "x.txt", {.column = part});
    EXPECT_EQ(before.sets.size(), 2U);
    EXPECT_THAT(set_of(before, "FloatSub/100-4", "time").values, ElementsAre(115, 114));
  }
  const auto after = read_text(text, "x.txt", {.column = "after"});
  EXPECT_EQ(after.sets.size(), 1U);
  EXPECT_THAT(set_of(after, "FloatSub/100-4", "time").values, ElementsAre(78.8));
  EXPECT_THAT(error_of(text, "x.txt", {.column = "between"}), HasSubstr("\"between\""));
}

TEST(GoBenchmarks, KeepTheirNamesUnderALabelThatStays) {
  const auto file = read_text("note: old\nBenchmarkA-8 1 5 ns/op\nBenchmarkA-8 1 6 ns/op\n", "x");
  EXPECT_THAT(set_of(file, "A-8", "time").values, ElementsAre(5, 6));
}

TEST(GoBenchmarks, TakeTheDirectionThatTheFileGivesAUnit) {
  const auto file = read_text(
      "Unit frames better=higher assume=nothing\nUnit text-bytes assume=exact\n"
      "BenchmarkX-8 1 5 frames 6 text-bytes 7 pages\nUnit pages better=lower\n",
      "x");
  EXPECT_TRUE(set_of(file, "X-8", "frames").direction_known);
  EXPECT_EQ(set_of(file, "X-8", "frames").metric.better, model::Better::kHigher);
  EXPECT_FALSE(set_of(file, "X-8", "text-bytes").direction_known);
  EXPECT_TRUE(set_of(file, "X-8", "pages").direction_known);
  EXPECT_EQ(set_of(file, "X-8", "pages").metric.better, model::Better::kLower);
}

TEST(GoBenchmarks, KeepTimesBelowANanosecondAndHugeCounts) {
  const auto file = read_text("BenchmarkX 1 0.3024 ns/op 171717171717 b-bytes 0 x\n", "x");
  EXPECT_THAT(set_of(file, "X", "time").values, ElementsAre(0.3024));
  EXPECT_THAT(set_of(file, "X", "b-bytes").values, ElementsAre(171717171717.0));
  EXPECT_THAT(set_of(file, "X", "x").values, ElementsAre(0));
}

TEST(GoBenchmarks, VerboseOutputGivesTheSameWithoutAWarning) {
  std::string verbose;
  for (const auto* value : {"1726", "1723", "1707"})
    verbose +=
        "=== RUN   BenchmarkEncode/format=json\nBenchmarkEncode/format=json\n"
        "    bench_test.go:17: warm cache, rc=0\n"
        "BenchmarkEncode/format=json-48 \t 690848 \t " +
        std::string(value) + " ns/op\n";
  const auto file = read_text(verbose, "x");
  ASSERT_EQ(file.sets.size(), 1U);
  EXPECT_EQ(file.sets[0].benchmark, "Encode/format=json-48");
  EXPECT_THAT(file.sets[0].values, ElementsAre(1726, 1723, 1707));
  EXPECT_TRUE(file.remarks.empty());
}

}  // namespace
}  // namespace kab::readers

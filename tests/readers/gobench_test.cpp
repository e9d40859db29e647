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

}  // namespace
}  // namespace kab::readers

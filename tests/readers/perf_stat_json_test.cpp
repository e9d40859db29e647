#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PerfStatJson, GivesTheSameAsTheTable) {
  const auto file = read_text(
      R"({"counter-value" : "1.950000", "unit" : "msec", "event" : "task-clock", "event-runtime" : 1952026, "pcnt-running" : 100.00, "metric-value" : "0.522", "metric-unit" : "CPUs utilized"}
{"counter-value" : "<not supported>", "unit" : "", "event" : "cycles", "event-runtime" : 0, "pcnt-running" : 100.00, "metric-value" : "0.0", "metric-unit" : "none"}
{"counter-value" : "55639000.000000", "unit" : "", "event" : "cache-misses", "event-runtime" : 7, "pcnt-running" : 16.60, "metric-value" : "177.365", "metric-unit" : "of all cache refs"}
{"metric-value" : "0.3", "metric-unit" : "stalled cycles per insn"}
)",
      "x.json");
  EXPECT_EQ(file.reader, "perf-stat-json");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_THAT(set_of(file, "perf stat", "task-clock").values, ElementsAre(DoubleEq(1.95e6)));
  EXPECT_EQ(set_of(file, "perf stat", "task-clock").metric.unit, "ns");
  EXPECT_THAT(set_of(file, "perf stat", "cache-misses").values, ElementsAre(55639000));
  EXPECT_THAT(remark_of(file, "not-measured"), HasSubstr("cycles not supported"));
  EXPECT_THAT(remark_of(file, "estimates"), HasSubstr("16.6 %"));
  EXPECT_THAT(remark_of(file, "multiplexing-artefact"), HasSubstr("177.365 %"));
}

TEST(PerfStatJson, KeepsIntervalsCpusAndCgroups) {
  const auto file = read_text(
      R"({"interval" : 1.000100000, "cpu" : "0", "counter-value" : "5.0", "unit" : "", "cgroup" : "web", "event" : "cycles", "variance" : 2.5, "event-runtime" : 7, "pcnt-running" : 100.00}
{"interval" : 2.000100000, "cpu" : "0", "counter-value" : "6.0", "unit" : "", "cgroup" : "web", "event" : "cycles", "variance" : 2.5, "event-runtime" : 7, "pcnt-running" : 100.00}
)",
      "x.json");
  const auto cycles = set_of(file, "perf stat CPU0 web", "cycles");
  EXPECT_THAT(cycles.values, ElementsAre(5, 6));
  EXPECT_THAT(cycles.groups, ElementsAre(0, 0));
  EXPECT_THAT(remark_of(file, "means-only"), HasSubstr("cycles +- 2.5%"));
  EXPECT_THAT(remark_of(file, "intervals"), HasSubstr("one run"));
}

TEST(PerfStatJson, ReadsDecimalCommasInStringsAndNamesTheLocaleElsewhere) {
  EXPECT_THAT(
      values_of(R"({"counter-value" : "0,310000", "unit" : "msec", "event" : "task-clock"})",
                "x.json"),
      ElementsAre(DoubleEq(0.31e6)));
  EXPECT_THAT(error_of("\n"
                       R"({"counter-value" : "7", "event" : "cycles", "pcnt-running" : 100,00})",
                       "x.json"),
              AllOf(HasSubstr("x.json:2"), HasSubstr("LC_ALL=C")));
}

TEST(PerfStatJson, RefusesAValueThatIsNoNumber) {
  EXPECT_THAT(error_of(R"({"counter-value" : "many", "event" : "cycles"})", "x.json"),
              HasSubstr("x.json:1: \"many\""));
}

}  // namespace
}  // namespace kab::readers

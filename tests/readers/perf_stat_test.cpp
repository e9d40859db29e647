#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kRun =
    "# started on Tue Jan  7 09:00:00 2025\n\n"
    "1.95,msec,task-clock,1952026,100.00,0.522,CPUs utilized\n"
    "0,,context-switches,1952026,100.00,0.000,/sec\n"
    "<not supported>,,cycles,0,100.00,,\n"
    "<not counted>,,instructions:u,0,0.00,,\n"
    "49,,page-faults,1952026,100.00,25.102,K/sec\n";

TEST(PerfStat, GivesAMetricForEachEvent) {
  const auto file = read_text(kRun, "x.csv");
  EXPECT_EQ(file.reader, "perf-stat");
  ASSERT_EQ(file.sets.size(), 3U);
  const auto clock = set_of(file, "perf stat", "task-clock");
  EXPECT_EQ(clock.metric.unit, "ns");
  EXPECT_THAT(clock.values, ElementsAre(DoubleEq(1.95e6)));
  EXPECT_TRUE(clock.direction_known);
  EXPECT_EQ(clock.metric.better, model::Better::kLower);
  EXPECT_EQ(set_of(file, "perf stat", "page-faults").metric.unit, "events");
  EXPECT_THAT(set_of(file, "perf stat", "page-faults").values, ElementsAre(49));
}

TEST(PerfStat, WhatWasNotCountedIsMissingAndAZeroIsAZero) {
  const auto file = read_text(kRun, "x.csv");
  EXPECT_THAT(set_of(file, "perf stat", "context-switches").values, ElementsAre(0));
  EXPECT_THAT(remark_of(file, "not-measured"),
              AllOf(HasSubstr("cycles not supported"), HasSubstr("instructions:u not counted"),
                    Not(HasSubstr("context"))));
  EXPECT_THAT(error_of("<not supported>,,cycles,0,100.00,,\n", "x.csv"),
              AllOf(HasSubstr("no samples"), HasSubstr("cycles not supported")));
}

TEST(PerfStat, EveryRunOfAFileIsASample) {
  const auto file = read_text(std::string(kRun) + kRun + kRun, "x.csv");
  const auto faults = set_of(file, "perf stat", "page-faults");
  EXPECT_THAT(faults.values, ElementsAre(49, 49, 49));
  EXPECT_THAT(faults.groups, IsEmpty());
}

TEST(PerfStat, DirectionsAreKnownOfPerfsOwnEventsOnly) {
  const auto file = read_text(
      "145,,raw_syscalls:sys_enter,3223139,100.00,,\n5,,L1-dcache-load-misses:u,1,100.00,,\n"
      "2.5,Joules,power/energy-pkg/,1,100.00,,\n",
      "x.csv");
  EXPECT_FALSE(set_of(file, "perf stat", "raw_syscalls:sys_enter").direction_known);
  EXPECT_TRUE(set_of(file, "perf stat", "L1-dcache-load-misses:u").direction_known);
  EXPECT_TRUE(set_of(file, "perf stat", "power/energy-pkg/").direction_known);
  EXPECT_EQ(set_of(file, "perf stat", "power/energy-pkg/").metric.unit, "Joules");
}

TEST(PerfStat, FindsTheSeparator) {
  for (const std::string separator : {",", ";", "\t", "|", "/", ":"}) {
    const auto join = [&](std::initializer_list<const char*> fields) {
      std::string line;
      for (const auto* field : fields) line += (line.empty() ? "" : separator) + field;
      return line + '\n';
    };
    const auto file =
        read_text(join({"7", "", "branch-misses", "14", "100.00", "4.1", "of all branches"}), "x");
    EXPECT_EQ(file.reader, "perf-stat") << separator;
    EXPECT_THAT(set_of(file, "perf stat", "branch-misses").values, ElementsAre(7)) << separator;
  }
}

TEST(PerfStat, UnderstandsBlanksForSeparators) {
  const auto file = read_text(
      "perf version 5.1\n/usr/bin/perf stat -x , -I 1000 -e {cycles,instructions},page-faults x\n"
      "1.012763890 3969592418  cpu-cycles 2683629138 16.60 0.246 GHz\n"
      "1.012763890 16167.76 msec cpu-clock 16167755803 100.00 16.168 CPUs utilized\n"
      "1.012763890 <not counted>  node-loads 0 0.00 0.000 K/sec\n"
      "     2.013754454 36000772609  cpu-cycles 2672254353 16.61 2.237 GHz\n",
      "x");
  EXPECT_THAT(set_of(file, "perf stat", "cpu-cycles").values,
              ElementsAre(3969592418.0, 36000772609.0));
  EXPECT_THAT(set_of(file, "perf stat", "cpu-clock").values, ElementsAre(DoubleEq(16167.76e6)));
  EXPECT_THAT(remark_of(file, "not-measured"), HasSubstr("node-loads not counted"));
}

TEST(PerfStat, PassesOverVersionAndCommandLine) {
  const auto file = read_text(
      "perf version 5.13\n/usr/bin/perf stat -a -I 1000 -x , -e "
      "{cpu-cycles,instructions},{dTLB-loads,dTLB-load-misses},cpu-clock,task-clock -- true\n"
      "1.017184940,4659960482,,cpu-cycles,2785208122,16.69,0.279,GHz\n"
      "1.017184940,277265,,iTLB-load-misses,5545457956,33.23,126.68,of all iTLB cache hits\n",
      "x");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_THAT(set_of(file, "perf stat", "cpu-cycles").values, ElementsAre(4659960482.0));
  EXPECT_THAT(set_of(file, "perf stat", "iTLB-load-misses").values, ElementsAre(277265));
  EXPECT_THAT(remark_of(file, "multiplexing-artefact"), HasSubstr("126.68 %"));
}

TEST(PerfStat, IntervalsAreOneGroupAndSaidToBe) {
  const auto file = read_text(
      "     1.000659830,4100064372,,cycles,16139216640,100.00,0.042,GHz\n"
      "     2.001000000,5864453774,,cycles,16139216640,100.00,0.042,GHz\n"
      "     2.401000000,1864453774,,cycles,16139216640,100.00,0.042,GHz\n"
      "       summary,11828971920,,cycles,16139216640,100.00,0.042,GHz\n",
      "x.csv");
  EXPECT_EQ(file.sets.size(), 1U);
  const auto cycles = set_of(file, "perf stat", "cycles");
  EXPECT_THAT(cycles.values, ElementsAre(4100064372.0, 5864453774.0, 1864453774.0));
  EXPECT_THAT(cycles.groups, ElementsAre(0, 0, 0));
  EXPECT_THAT(remark_of(file, "intervals"), HasSubstr("one run"));
  EXPECT_THAT(remark_of(file, "unequal-intervals"), HasSubstr("0.4 to 1.001 s"));
}

TEST(PerfStat, CpusCoresAndCgroupsStayApart) {
  const auto file = read_text(
      "CPU0,10,,cycles,5,100.00,,\nCPU1,20,,cycles,5,100.00,,\n"
      "S0-D0-C1,2,30,,cycles,5,100.00,,\n40,,cycles,web,5,100.00,,\nCPU0,50,,cycles,web,5,100.00,,"
      "\n",
      "x.csv");
  EXPECT_EQ(file.sets.size(), 5U);
  EXPECT_THAT(set_of(file, "perf stat CPU0", "cycles").values, ElementsAre(10));
  EXPECT_THAT(set_of(file, "perf stat CPU1", "cycles").values, ElementsAre(20));
  EXPECT_THAT(set_of(file, "perf stat S0-D0-C1", "cycles").values, ElementsAre(30));
  EXPECT_THAT(set_of(file, "perf stat web", "cycles").values, ElementsAre(40));
  EXPECT_THAT(set_of(file, "perf stat CPU0 web", "cycles").values, ElementsAre(50));
}

TEST(PerfStat, TakesThePlaceThatIsAskedFor) {
  const std::string text = "CPU0,10,,cycles,5,100.00,,\nCPU1,20,,cycles,5,100.00,,\n";
  EXPECT_THAT(values_of(text, "x", {.column = "perf stat CPU1"}), ElementsAre(20));
  EXPECT_THAT(values_of(text, "x", {.column = "1"}), ElementsAre(10));
}

TEST(PerfStat, MultiplexedCountsAreEstimatesAndRatiosOverAllAreArtefacts) {
  const auto file = read_text(
      "31369626,,cache-references,2785208122,16.69,1.880,M/sec\n"
      "55639000,,cache-misses,2785208122,16.60,177.365,of all cache refs\n"
      "1000,,branch-misses,5,100.00,4.10,of all branches\n",
      "x.csv");
  EXPECT_THAT(set_of(file, "perf stat", "cache-misses").values, ElementsAre(55639000));
  EXPECT_THAT(remark_of(file, "estimates"), AllOf(HasSubstr("cache-misses, cache-references"),
                                                  HasSubstr("16.6 %"), Not(HasSubstr("branch"))));
  EXPECT_THAT(remark_of(file, "multiplexing-artefact"),
              AllOf(HasSubstr("cache-misses 177.365 % of all cache refs"), HasSubstr("artefact")));
}

TEST(PerfStat, RepeatedRunsAreSaidToBeMeans) {
  const auto file =
      read_text("1.46;msec;task-clock;11.98%;1461925;100.00;0.457;CPUs utilized\n", "x.csv");
  EXPECT_THAT(set_of(file, "perf stat", "task-clock").values, ElementsAre(DoubleEq(1.46e6)));
  EXPECT_THAT(remark_of(file, "means-only"), HasSubstr("task-clock +- 11.98%"));
}

TEST(PerfStat, ReadsDecimalCommasWhereTheyAreNoSeparators) {
  const auto slashes = read_text(
      "0,31/msec/task-clock/306721/100,00/0/CPUs utilized\n"
      "788234//cycles/311478/100,00/2/GHz\n4556//branch-misses/311478/33,30/4/of all branches\n",
      "x.csv");
  EXPECT_THAT(set_of(slashes, "perf stat", "task-clock").values, ElementsAre(DoubleEq(0.31e6)));
  EXPECT_THAT(set_of(slashes, "perf stat", "cycles").values, ElementsAre(788234));
  EXPECT_THAT(remark_of(slashes, "estimates"),
              AllOf(HasSubstr("branch-misses"), HasSubstr("33.3")));
  const auto semicolons = read_text(
      "     0,250269405 ;CPU0 ;312998921 ; ;L1-misses.DEMAND ;250166318 ;100,00 ; ;\n"
      "     0,462766311 ;CPU0 ;7313894 ; ;L1-misses.DEMAND ;212000000 ;100,00 ; ;\n"
      "     0,462766311 ;CPU1 ;152645003 ; ;L1-misses.DEMAND ;250161346 ;100,00 ; ;\n",
      "x.csv");
  EXPECT_THAT(set_of(semicolons, "perf stat CPU0", "L1-misses.DEMAND").values,
              ElementsAre(312998921, 7313894));
  EXPECT_THAT(set_of(semicolons, "perf stat CPU1", "L1-misses.DEMAND").values,
              ElementsAre(152645003));
  EXPECT_THAT(remark_of(semicolons, "unequal-intervals"), HasSubstr("0.212 to 0.25 s"));
}

TEST(PerfStat, ResolvesCommasBetweenCommasByTheNumberOfFields) {
  const auto file = read_text("6376827291,,cycles,web_test,2011741096,100,00,3,GHz\n", "x.csv");
  EXPECT_THAT(set_of(file, "perf stat web_test", "cycles").values, ElementsAre(6376827291.0));
  EXPECT_THAT(file.remarks, IsEmpty());
  EXPECT_THAT(remark_of(read_text("7,,cycles,9,16,60,3,GHz\n", "x.csv"), "estimates"),
              HasSubstr("16.6 %"));
}

TEST(PerfStat, RefusesCommasBetweenCommasThatCannotBeToldApart) {
  for (const auto* line : {"0,31,msec,task-clock,306721,100,00,0,CPUs utilized",
                           "0,250269405,CPU0,312998921,,cycles,250166318,100,00,,",
                           "5,,cycles,11,98%,1461925,100,00,0,457,GHz"})
    EXPECT_THAT(error_of(std::string("7,,page-faults,9,100,00,,\n") + line + "\n", "x.csv"),
                AllOf(HasSubstr("x.csv:2: "), HasSubstr("locale"), HasSubstr("LC_ALL=C")))
        << line;
}

TEST(PerfStat, RefusesFieldsThatNoLayoutHas) {
  EXPECT_THAT(error_of("7,,cycles,9,100.00,,\nx,y,7,,cycles,9,100.00,,\n", "x.csv"),
              AllOf(HasSubstr("x.csv:2: "), HasSubstr("fields")));
  EXPECT_THAT(error_of("7,,cycles,9,100.00,,\n7,,cycles,9.5,12,,\n", "x.csv"),
              HasSubstr("x.csv:2: "));
  EXPECT_THAT(error_of("7,,cycles,9,100.00,,\n7,,cycles,9,1000.00,,\n", "x.csv"),
              HasSubstr("x.csv:2: "));
}

TEST(PerfStat, KeepsEventsThatHoldTheSeparator) {
  const auto file =
      read_text("9,,cpu/event=0x3c,umask=0x1/,5,100.00,,\n1,,cycles,5,100.00,,\n", "x");
  EXPECT_THAT(set_of(file, "perf stat", "cpu/event=0x3c,umask=0x1/").values, ElementsAre(9));
}

TEST(PerfStat, SkipsRowsOfAMetricOnlyAndLinesOfTheProgram) {
  const auto file = read_text(
      "9,,instructions,5,100.00,1.25,insn per cycle\n,,,,,0.33,stalled cycles per insn\nhello, "
      "world\n",
      "x.csv");
  ASSERT_EQ(file.sets.size(), 1U);
  EXPECT_THAT(file.sets[0].values, ElementsAre(9));
}

TEST(PerfStat, RefusesNanLikeEverybody) {
  const std::string text = "9,,cycles,5,100.00,,\nnan,,cycles,5,100.00,,\n";
  EXPECT_THAT(error_of(text, "x.csv"), HasSubstr("x.csv:2: "));
  EXPECT_THAT(values_of(text, "x.csv", {.invalid = Invalid::kSkip}), ElementsAre(9));
}

TEST(PerfStat, LeavesTablesOfOtherKindsAlone) {
  EXPECT_EQ(read_text("run,wall\n1,2.5\n", "x.csv", {.column = "wall"}).reader, "csv");
  EXPECT_EQ(read_text("1\n2\n", "x").reader, "plain");
}

}  // namespace
}  // namespace kab::readers

// The readers of JSON: hyperfine, Google Benchmark, pyperf.
#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Hyperfine, GivesTheTimesOfEachCommand) {
  const auto file = read_text(R"({"results": [
    {"command": "sleep 0.1", "mean": 0.1066, "times": [0.1063, 0.1068, 0.1067], "exit_codes": [0,0,0]},
    {"command": "sleep 0.11", "mean": 0.1164, "times": [0.1168, 0.1162, 1]}]})",
                              "x.json");
  EXPECT_EQ(file.reader, "hyperfine");
  EXPECT_THAT(file.remarks, IsEmpty());
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_EQ(file.sets[0].benchmark, "sleep 0.1");
  EXPECT_EQ(file.sets[0].metric, model::wall_metric());
  EXPECT_TRUE(file.sets[0].direction_known);
  EXPECT_THAT(file.sets[0].values, ElementsAre(0.1063, 0.1068, 0.1067));
  EXPECT_THAT(file.sets[0].groups, IsEmpty());
  EXPECT_THAT(file.sets[1].values, ElementsAre(0.1168, 0.1162, 1));
}

TEST(Hyperfine, LeavesFailedRunsOutAndSaysSo) {
  const auto file = read_text(
      R"({"results":[{"command":"a","mean":1,"times":[1,2,3,4],"exit_codes":[0,1,null,0]}]})", "x");
  EXPECT_THAT(file.sets.at(0).values, ElementsAre(1, 4));
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_EQ(file.remarks[0].code, "failed-runs");
  EXPECT_THAT(file.remarks[0].text, HasSubstr("2 of 4 runs of a"));
  EXPECT_THAT(
      error_of(R"({"results":[{"command":"a","mean":1,"times":[1],"exit_codes":[1]}]})", "x"),
      AllOf(HasSubstr("no samples"), HasSubstr("1 of 1")));
}

TEST(Hyperfine, TheSameCommandTwiceIsTwoGroups) {
  const auto file = read_text(R"({"results":[{"command":"a","mean":1,"times":[1,2]},
    {"command":"b","mean":1,"times":[5]},{"command":"a","mean":1,"times":[3]}]})",
                              "x");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_THAT(file.sets[0].values, ElementsAre(1, 2, 3));
  EXPECT_THAT(file.sets[0].groups, ElementsAre(0, 0, 2));
  EXPECT_THAT(file.sets[1].groups, IsEmpty());
}

TEST(Hyperfine, RefusesASummaryWithoutRuns) {
  EXPECT_THAT(error_of(R"({"results":[{"command":"a","mean":1}]})", "x"), HasSubstr("no times"));
}

TEST(GoogleBenchmark, ReadsRepetitionsOnlyAndInOneUnit) {
  const auto file = read_text(R"({"context": {}, "benchmarks": [
    {"name":"A","run_type":"iteration","real_time":1.5,"cpu_time":1.4,"time_unit":"us"},
    {"name":"A","real_time":1500.0,"cpu_time":1400.0},
    {"name":"A","run_type":"iteration","error_occurred":true,"error_message":"boom","real_time":0,"cpu_time":0,"time_unit":"us"},
    {"name":"A_mean","run_name":"A","run_type":"aggregate","real_time":1.0,"cpu_time":0.9,"time_unit":"us"},
    {"name":"A_BigO","cpu_coefficient":4.2,"real_coefficient":6.4,"big_o":"N"},
    {"name":"A_RMS","rms":4.5e-03},
    {"name":"B","real_time":1.2e-01,"cpu_time":1.1E+2,"time_unit":"ms"},
    {"name":"C","real_time":1,"cpu_time":2,"time_unit":"s"}]})",
                              "x.json");
  EXPECT_EQ(file.reader, "gbench");
  ASSERT_EQ(file.sets.size(), 6U);
  EXPECT_EQ(file.sets[0].benchmark, "A");
  EXPECT_EQ(file.sets[0].metric.name, "wall");
  EXPECT_EQ(file.sets[0].metric.unit, "ns/op");
  EXPECT_THAT(file.sets[0].values, ElementsAre(1500, 1500));
  EXPECT_EQ(file.sets[1].metric.name, "cpu");
  EXPECT_THAT(file.sets[1].values, ElementsAre(DoubleEq(1400), 1400));
  EXPECT_THAT(file.sets[2].values, ElementsAre(DoubleEq(120'000)));
  EXPECT_THAT(file.sets[3].values, ElementsAre(DoubleEq(110'000'000)));
  EXPECT_THAT(file.sets[4].values, ElementsAre(1e9));
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_THAT(file.remarks[0].text, HasSubstr("boom"));
}

TEST(GoogleBenchmark, CountsFailuresByBenchmark) {
  const auto file = read_text(R"({"benchmarks": [
    {"name":"A","error_occurred":true,"error_message":"boom","real_time":0,"cpu_time":0},
    {"name":"A","error_occurred":true,"error_message":"bang","real_time":0,"cpu_time":0},
    {"name":"A","real_time":7,"cpu_time":7},
    {"name":"B","error_occurred":true,"real_time":0,"cpu_time":0}]})",
                              "x.json");
  ASSERT_EQ(file.remarks.size(), 2U);
  EXPECT_THAT(file.remarks[0].text, AllOf(HasSubstr("2 repetitions of A"), HasSubstr("boom")));
  EXPECT_THAT(file.remarks[1].text, HasSubstr("1 repetition of B"));
  EXPECT_THAT(set_of(file, "A", "wall").values, ElementsAre(7));
}

TEST(GoogleBenchmark, AggregatesOfOldVersionsAreNoSamples) {
  const auto file = read_text(R"({"benchmarks": [
    {"name":"A","real_time":10,"cpu_time":9,"time_unit":"ns"},
    {"name":"A","real_time":12,"cpu_time":9,"time_unit":"ns"},
    {"name":"A_mean","real_time":11,"cpu_time":9,"time_unit":"ns"},
    {"name":"A_median","real_time":11,"cpu_time":9,"time_unit":"ns"},
    {"name":"A_stddev","real_time":1,"cpu_time":0,"time_unit":"ns"}]})",
                              "x.json");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_THAT(file.sets[0].values, ElementsAre(10, 12));
}

TEST(GoogleBenchmark, KeepsUnitsAndDigits) {
  const auto file = read_text(R"({"benchmarks": [
    {"name":"Tiny","real_time":1.8,"cpu_time":2.2,"time_unit":"ns"},
    {"name":"Sci","real_time":1.0000e+04,"cpu_time":9.89999999e+01,"time_unit":"ns"},
    {"name":"Second","real_time":1,"cpu_time":1,"time_unit":"s"},
    {"name":"Fit_BigO","run_type":"aggregate","cpu_coefficient":4.2,"real_coefficient":6.4,"big_o":"lgN","time_unit":"ns"},
    {"name":"Fit_RMS","run_type":"aggregate","rms":4.5e-03}]})",
                              "x.json");
  ASSERT_EQ(file.sets.size(), 6U);
  EXPECT_THAT(set_of(file, "Tiny", "wall").values, ElementsAre(1.8));
  EXPECT_THAT(set_of(file, "Tiny", "cpu").values, ElementsAre(2.2));
  EXPECT_THAT(set_of(file, "Sci", "wall").values, ElementsAre(10'000));
  EXPECT_THAT(set_of(file, "Sci", "cpu").values, ElementsAre(98.9999999));
  EXPECT_THAT(set_of(file, "Second", "wall").values, ElementsAre(1e9));
}

TEST(GoogleBenchmark, GivesOneOfSeveral) {
  const std::string two = R"({"benchmarks": [{"name":"A","real_time":1,"cpu_time":2},
    {"name":"B","real_time":3,"cpu_time":4}]})";
  const auto file = read_text(two, "x.json", {.column = "B"});
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_THAT(set_of(file, "B", "cpu").values, ElementsAre(4));
}

TEST(GoogleBenchmark, NeverReadsOnlyTheFirstOfTwoDocuments) {
  const std::string one = R"({"benchmarks": [{"name":"A","real_time":1,"cpu_time":2}]})";
  EXPECT_THAT(error_of(one + "\n" + one, "x.json"), HasSubstr("second document"));
}

TEST(GoogleBenchmark, RefusesAUnitThatItDoesNotKnow) {
  EXPECT_THAT(
      error_of(R"({"benchmarks":[{"name":"A","real_time":1,"cpu_time":1,"time_unit":"fs"}]})", "x"),
      HasSubstr("\"fs\""));
}

TEST(GoogleBenchmark, SaysHowToGetMoreThanAggregates) {
  EXPECT_THAT(
      error_of(
          R"({"benchmarks":[{"name":"A_mean","run_type":"aggregate","real_time":1,"cpu_time":1}]})",
          "x"),
      HasSubstr("aggregates only"));
}

TEST(Pyperf, ReadsValuesByProcessWithoutWarmups) {
  const auto file = read_text(R"({"benchmarks":[{"runs":[
      {"warmups":[[1,9.0],[2,8.0]]},
      {"values":[4.13e-06,4.12e-06],"warmups":[[32768,4.39e-06]]},
      {"values":[4.2e-06],"warmups":[[32768,4.4e-06]]}]}],
    "metadata":{"loops":32768,"name":"list","unit":"second"},"version":"1.0"})",
                              "x.json");
  EXPECT_EQ(file.reader, "pyperf");
  ASSERT_EQ(file.sets.size(), 1U);
  EXPECT_EQ(file.sets[0].benchmark, "list");
  EXPECT_EQ(file.sets[0].metric.unit, "s");
  EXPECT_THAT(file.sets[0].values, ElementsAre(4.13e-06, 4.12e-06, 4.2e-06));
  EXPECT_THAT(file.sets[0].groups, ElementsAre(1, 1, 2));
}

TEST(Pyperf, CountsThreeValuesOfEachOfTwentyProcessesAndNoWarmup) {
  std::string runs = R"({"warmups":[[1,9.0],[2,9.0]]})";
  for (int process = 0; process < 20; ++process)
    runs += R"(,{"values":[4.1e-06,4.2e-06,4.3e-06],"warmups":[[32768,9.0]]})";
  const auto file = read_text(
      R"({"benchmarks":[{"runs":[)" + runs + R"(]}],"metadata":{"loops":32768,"name":"list"}})",
      "x.json");
  const auto set = set_of(file, "list", "time");
  EXPECT_EQ(set.values.size(), 60U);
  EXPECT_THAT(set.values, ::testing::Each(::testing::Lt(1e-5)));
  ASSERT_EQ(set.groups.size(), 60U);
  for (std::uint32_t i = 0; i < 60; ++i) EXPECT_EQ(set.groups[i], 1 + i / 3);
}

TEST(Pyperf, ABenchmarksOwnNameComesFirst) {
  const auto file = read_text(R"({"benchmarks":[
    {"metadata":{"name":"a"},"runs":[{"values":[1]}]},
    {"metadata":{"name":"b","unit":"byte"},"runs":[{"values":[2]}]}],"metadata":{"name":"c"}})",
                              "x.json");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_EQ(file.sets[0].benchmark, "a");
  EXPECT_EQ(file.sets[1].benchmark, "b");
  EXPECT_EQ(file.sets[1].metric.unit, "B");
}

TEST(Json, SaysWhereItIsBroken) {
  EXPECT_THAT(error_of("{\"benchmarks\": [\n  {\"real_time\": -nan, \"cpu_time\": 1}]}", "x.json"),
              AllOf(HasSubstr("x.json"), HasSubstr("line 2")));
  const std::string one = R"({"results":[{"command":"a","mean":1,"times":[1,2]}]})";
  EXPECT_THAT(error_of(one + "\n" + one, "x.json"), HasSubstr("second document"));
  EXPECT_THAT(error_of(one.substr(0, one.size() - 2), "x.json"), HasSubstr("not JSON"));
}

TEST(Json, OfAnotherKindIsNamedAsSuch) {
  EXPECT_THAT(error_of("{\"a\": 1}", "x.json"), HasSubstr("is JSON, but of no kind"));
  EXPECT_THAT(error_of("[1, 2]", "x.json"), HasSubstr("is JSON, but of no kind"));
}

TEST(Json, OfAnotherKindThatIsBrokenIsLocated) {
  EXPECT_THAT(
      error_of("{ \"374\": {\n \"Count\": 10, \"Latency\": -nan, \"Min\": 9223372036854776.000 } }",
               "m.json"),
      AllOf(HasSubstr("m.json"), HasSubstr("line 2"), HasSubstr("column")));
}

TEST(Parts, NameOneBenchmarkOfSeveral) {
  const std::string two = R"({"results":[{"command":"sleep 0.1","mean":1,"times":[1,2]},
    {"command":"sleep 0.11","mean":1,"times":[3]}]})";
  EXPECT_THAT(values_of(two, "x.json", {.column = "2"}), ElementsAre(3));
  EXPECT_THAT(values_of(two, "x.json", {.column = "sleep 0.1"}), ElementsAre(1, 2));
  EXPECT_THAT(error_of(two, "x.json", {.column = "3"}),
              AllOf(HasSubstr("\"3\""), HasSubstr("sleep 0.1, sleep 0.11")));
  const std::string runs = R"({"benchmarks":[{"metadata":{"name":"a"},"runs":[{"values":[1]}]},
    {"metadata":{"name":"b"},"runs":[{"values":[2]}]}]})";
  EXPECT_THAT(values_of(runs, "x.json", {.column = "b"}), ElementsAre(2));
}

}  // namespace
}  // namespace kab::readers

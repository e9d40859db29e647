// --metric: events counted beside the time of trials and runs, and what --group shows.
#include <algorithm>

#include "cli/kab.h"

namespace kab::cli {
namespace {

using model::Json;

class MetricOf : public KabTest {
 protected:
  Said trial(Words more) const {
    Words words = {
        "trial", "--no-progress",           "--repeat", "6", "-o", "t.kab", "-a", "few:cmd=true",
        "-a",    "many:cmd=true; /bin/true"};
    words.insert(words.end(), more.begin(), more.end());
    return kab(words);
  }
};

Json comparison_of(const Json& judged, const std::string& metric) {
  for (const auto& one : judged["comparisons"])
    if (one["metric"] == metric) return one;
  return Json();
}

TEST_F(MetricOf, ATrialCountsEventsAsSecondaryMetrics) {
  // Counted by the kernel, or by getrusage for who may not: two programs fault more than one.
  const auto said = trial({"--metric", "page-faults", "--json"});
  const auto judged = json_of(said.out);
  EXPECT_EQ(judged["comparisons"][0]["metric"], "wall");
  EXPECT_TRUE(judged["comparisons"][0]["primary"]);
  const auto faults = comparison_of(judged, "page-faults");
  ASSERT_TRUE(faults.is_object()) << said.out << said.err;
  EXPECT_FALSE(faults["primary"]);
  EXPECT_EQ(faults["unit"], "events");
  EXPECT_EQ(faults["n"]["arm"], 6);
  EXPECT_GT(faults["baseline_median"], 0);
  EXPECT_EQ(faults["verdict"], "slower") << faults;
  const auto again = json_of(kab({"compare", "--json", "t.kab"}).out);
  EXPECT_EQ(comparison_of(again, "page-faults")["change"], faults["change"]);
  EXPECT_NE(kab({"show", "t.kab"}).out.find("page-faults"), std::string::npos);
}

TEST_F(MetricOf, WhatCannotBeCountedIsAWarningInWordsAndHasNoRow) {
  // No tracepoint has an id without tracefs; where there is one, cycles may be missing or not.
  const auto judged = json_of(trial({"--metric", "page-faults,cycles:k", "--json"}).out);
  const auto named = std::ranges::count_if(judged["warnings"], [](const Json& warning) {
    return warning["code"] == "unavailable" &&
           warning["text"].get<std::string>().starts_with("cycles:k: not ");
  });
  const auto row = comparison_of(judged, "cycles:k");
  EXPECT_EQ(named, row.is_object() ? 0 : 1) << judged["warnings"];
  if (row.is_object()) {
    EXPECT_GT(row["baseline_median"], 0);
  }
}

TEST_F(MetricOf, ARunsWorkloadIsCountedForEachOperation) {
  const auto said = kab(
      {"run", "--json", "--repeat", "2", "--metric", "time,task-clock", "-o", "r.kab", "getppid"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const auto session = json_of(said.out)["sessions"][0];
  bool found = false;
  for (const auto& series : session["series"])
    if (series["metric"] == "task-clock") {
      found = true;
      EXPECT_EQ(series["unit"], "ns/op");
      EXPECT_EQ(series["n"], 2);
      EXPECT_GT(series["median"], 0);
    }
  EXPECT_TRUE(found) << session;
}

TEST_F(MetricOf, TheGroupsShownAreThoseOfTheMetricThatIsNamed) {
  const auto said = trial({"--metric", "page-faults", "--group", "10", "--json"});
  const auto shown = json_of(said.out)["distributions"][0];
  EXPECT_EQ(shown["metric"], "page-faults") << said.out;
  const auto compared =
      json_of(kab({"compare", "--metric", "page-faults", "--group", "10", "--json", "t.kab"}).out);
  EXPECT_EQ(compared["distributions"], json_of(said.out)["distributions"]);
}

TEST_F(MetricOf, WhatIsNeitherMeasuredNorAnEventIsRefusedBeforeAnythingRuns) {
  expect_refused(trial({"--metric", "cylces"}), 2, {"\"cylces\"", "did you mean cycles?"});
  expect_refused(trial({"--metric", "time"}), 2, {"--metric time", "--group", "event"});
  expect_refused(trial({"--metric", "r01c2"}), 2, {"r01c2", "--better"});
  expect_refused(trial({"--metric", "page-faults,page-faults"}), 2, {"named twice"});
  expect_refused(trial({"--metric", "page-faults", "--lane", "count"}), 2, {"live samples"});
  expect_refused(kab({"compare", "--metric", "page-faults", "a.kab"}), 2, {"--group"});
}

}  // namespace
}  // namespace kab::cli

#include "report/loops.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kab::report {
namespace {

model::Sample sample_of(std::uint32_t arm, std::vector<double> totals) {
  model::Sample sample;
  sample.arm = arm;
  for (const auto total : totals)
    sample.readings.push_back({.metric = 0, .batch = 0, .iterations = 100000000, .total = total});
  return sample;
}

model::Subject subject_of(std::string name, std::string abi, model::Metric metric) {
  model::Subject subject;
  subject.name = std::move(name);
  subject.abi = std::move(abi);
  subject.metrics = {std::move(metric)};
  return subject;
}

TEST(LoopsLine, IsTheLineOfTheClockBenchmark) {
  EXPECT_EQ(loops_line(100000000, 2.07105e9), "100000000 loops in 2.07105s = 20.71 nsec / loop");
}

TEST(LoopsLine, InventsNothing) {
  EXPECT_EQ(loops_line(0, 5e9), "0 loops in 5.00000s = -");
  EXPECT_EQ(loops_line(7, std::numeric_limits<double>::quiet_NaN()), "7 loops in - = -");
}

TEST(Loops, HaveALineABatchUnderEachSubjectAndArm) {
  model::Session session;
  session.arms = {{{"before", {}}, {}}, {{"after", {}}, {}}};
  session.subjects = {subject_of("clock", "i386", model::time_metric())};
  session.samples = {sample_of(1, {2.071e9}), sample_of(0, {2.073e9, 2.069e9}), sample_of(0, {1})};
  session.samples.back().status = model::SampleStatus::kFailed;
  EXPECT_EQ(render_loops(session, {}),
            "clock (i386), before\n"
            "100000000 loops in 2.07300s = 20.73 nsec / loop\n"
            "100000000 loops in 2.06900s = 20.69 nsec / loop\n"
            "\n"
            "clock (i386), after\n"
            "100000000 loops in 2.07100s = 20.71 nsec / loop\n");
}

TEST(Loops, LeaveOutWhatIsNotATimePerOperation) {
  model::Session session;
  session.arms = {{{"a", {}}, {}}};
  session.subjects = {subject_of("command", "", model::wall_metric())};
  session.samples = {sample_of(0, {1})};
  EXPECT_EQ(render_loops(session, {}), "");
}

}  // namespace
}  // namespace kab::report

#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string heading(const std::string& mode, int groups) {
  return "Running in " + mode + " mode with " + std::to_string(groups) +
         " groups using 40 file descriptors each (== " + std::to_string(groups * 40) +
         " tasks)\nEach sender will pass 100 messages of 100 bytes\n";
}

TEST(Hackbench, GivesTheTimeOfEachRun) {
  const auto file = read_text(heading("process", 10) + "Time: 1.234\n" + heading("process", 10) +
                                  "Time: 1.3\n" + heading("threaded", 10) + "Time: 0.9\n",
                              "x");
  EXPECT_EQ(file.reader, "hackbench");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_EQ(file.sets[0].metric, model::wall_metric());
  EXPECT_EQ(file.sets[0].benchmark,
            "hackbench process 10 groups 400 tasks, 100 messages of 100 bytes");
  EXPECT_THAT(file.sets[0].values, ElementsAre(1.234, 1.3));
  EXPECT_THAT(file.sets[1].values, ElementsAre(0.9));
  EXPECT_THAT(file.remarks, IsEmpty());
}

TEST(Hackbench, OtherNumbersOfGroupsAreOtherBenchmarks) {
  const auto file =
      read_text(heading("process", 1) + "Time: 1\n" + heading("process", 4) + "Time: 2\n", "x");
  EXPECT_EQ(file.sets.size(), 2U);
}

TEST(Hackbench, NeedsNoHeading) {
  EXPECT_THAT(values_of("Time: 1.5\nTime: 1.25\n", "x"), ElementsAre(1.5, 1.25));
}

TEST(Hackbench, ARunWithoutATimeIsNoSample) {
  const auto file = read_text(heading("process", 10) + "Time: 1\n" + heading("process", 10) +
                                  "fork() (error: Resource temporarily unavailable)\n" +
                                  heading("process", 10) + "Time: 2\n",
                              "x");
  EXPECT_THAT(file.sets.at(0).values, ElementsAre(1, 2));
  EXPECT_THAT(remark_of(file, "failed-runs"),
              AllOf(HasSubstr("1 of 3 runs"), HasSubstr("Resource temporarily unavailable")));
  EXPECT_THAT(error_of(heading("process", 10) + "fork() (error: no)\n", "x"),
              AllOf(HasSubstr("no samples"), HasSubstr("1 of 1 runs")));
}

TEST(Hackbench, RefusesATimeThatIsNoNumber) {
  EXPECT_THAT(error_of(heading("process", 10) + "Time: 1,234\n", "x"), HasSubstr("x:3: \"1,234\""));
}

}  // namespace
}  // namespace kab::readers

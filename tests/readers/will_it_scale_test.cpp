#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kHeader = "tasks,processes,processes_idle,threads,threads_idle,linear\n";

TEST(WillItScale, GivesRatesByTasksWithoutTheRowOfNone) {
  const auto file = read_text("2025-01-07 09:00:00 python3 ./runtest.py mmap2 295 process 104\n" +
                                  kHeader + "0,0,100,0,100,0\n104,1200363,0.04,0,0.00,0\n",
                              "x.csv");
  EXPECT_EQ(file.reader, "will-it-scale");
  ASSERT_EQ(file.sets.size(), 1U);
  EXPECT_EQ(file.sets[0].benchmark, "104 processes");
  EXPECT_EQ(file.sets[0].metric.unit, "op/s");
  EXPECT_EQ(file.sets[0].metric.better, model::Better::kHigher);
  EXPECT_THAT(file.sets[0].values, ElementsAre(1200363));
  EXPECT_EQ(file.sets[0].note, "11541.95 op/s each");
}

TEST(WillItScale, ThreadsThatDidNotRunAreNotMeasured) {
  const auto file = read_text(kHeader + "2,500,50,0,0,600\n", "x.csv");
  EXPECT_THAT(remark_of(file, "not-measured"), HasSubstr("threads did not run"));
  EXPECT_EQ(file.sets.size(), 1U);
}

TEST(WillItScale, KeepsProcessesThreadsAndNumbersOfTasksApart) {
  const auto file =
      read_text(kHeader + "0,0,100,0,100,0\n1,100,90,90,90,100\n2,190,80,150,80,200\n" + kHeader +
                    "1,101,90,91,90,100\n",
                "x.csv");
  EXPECT_THAT(set_of(file, "1 processes", "op/s").values, ElementsAre(100, 101));
  EXPECT_THAT(set_of(file, "1 threads", "op/s").values, ElementsAre(90, 91));
  EXPECT_THAT(set_of(file, "2 threads", "op/s").values, ElementsAre(150));
  EXPECT_THAT(file.remarks, IsEmpty());
}

TEST(WillItScale, ShowsWhatFailed) {
  EXPECT_THAT(error_of("futex1_threads: tests/futex1.c:33: child: Assertion `ret == 1' failed.\n"
                       "futex1_threads: tests/futex1.c:28: child: Assertion `ret == 1' failed.\n",
                       "x"),
              AllOf(HasSubstr("no samples"), HasSubstr("2 failed assertions"),
                    HasSubstr("futex1.c:33"), HasSubstr("ret == 1")));
  EXPECT_THAT(error_of(kHeader + "0,0,100,0,100,0\n", "x.csv"), HasSubstr("no samples"));
}

TEST(WillItScale, RefusesRowsOfAnotherShape) {
  EXPECT_THAT(error_of(kHeader + "1,2,3\n", "x.csv"), HasSubstr("x.csv:2: "));
  EXPECT_THAT(error_of(kHeader + "1,many,3,0,0,0\n", "x.csv"), HasSubstr("x.csv:2: \"many\""));
}

}  // namespace
}  // namespace kab::readers

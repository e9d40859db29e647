#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(PerfBench, ReadsTheTimePerOperationOfEveryBlock) {
  const auto file = read_text(
      "# Executed 10000000 getppid() calls\n     Total time: 1.234 [sec]\n\n"
      "       0.123400 usecs/op\n     8103727 ops/sec\n\n"
      "# Executed 10000000 getpgid() calls\n     Total time: 1.456 [sec]\n\n"
      "       0.145600 usecs/op\n     6868131 ops/sec\n\n"
      "# Executed 10000 fork() calls\n     Total time: 0.789 [sec]\n\n"
      "      78.900000 usecs/op\n       12674 ops/sec\n",
      "x");
  EXPECT_EQ(file.reader, "perf-bench");
  ASSERT_EQ(file.sets.size(), 3U);
  EXPECT_EQ(file.sets[0].metric, model::time_metric());
  EXPECT_THAT(set_of(file, "getppid()", "time").values, ElementsAre(DoubleEq(123.4)));
  EXPECT_THAT(set_of(file, "getpgid()", "time").values, ElementsAre(DoubleEq(145.6)));
  EXPECT_THAT(set_of(file, "fork()", "time").values, ElementsAre(DoubleEq(78'900)));
  EXPECT_THAT(file.remarks, IsEmpty());
}

TEST(PerfBench, WarnsWhenItsNumbersContradictEachOther) {
  const auto block = [](const std::string& total, const std::string& us, const std::string& rate) {
    return "# Running 'sched/pipe' benchmark:\n# Executed 1000000 pipe operations between two "
           "processes\n\n     Total time: " +
           total + " [sec]\n\n       " + us + " usecs/op\n         " + rate + " ops/sec\n";
  };
  EXPECT_THAT(read_text(block("5.251", "5.251234", "190431"), "x").remarks, IsEmpty());
  EXPECT_THAT(remark_of(read_text(block("5.351", "5.251234", "190431"), "x"), "inconsistent"),
              AllOf(HasSubstr("sched/pipe"), HasSubstr("5.351 s"), HasSubstr("190431 op/s")));
  EXPECT_THAT(remark_of(read_text(block("5.251", "5.251234", "190531"), "x"), "inconsistent"),
              HasSubstr("190531"));
  EXPECT_THAT(remark_of(read_text(block("5.251", "5.261234", "190431"), "x"), "inconsistent"),
              HasSubstr("5.261234"));
}

TEST(PerfBench, TellsSetUpsOfMessagingApart) {
  const auto block = [](const std::string& count, const std::string& kind, const std::string& s) {
    return "# Running 'sched/messaging' benchmark:\n# 20 sender and receiver " + kind +
           " per group\n# " + count + " groups == 400 " + kind + " run\n\n     Total time: " + s +
           " [sec]\n";
  };
  const auto file =
      read_text(block("10", "processes", "0.055") + block("10", "processes", "0.056") +
                    block("10", "threads", "0.044"),
                "x");
  ASSERT_EQ(file.sets.size(), 2U);
  EXPECT_EQ(file.sets[0].metric, model::wall_metric());
  EXPECT_THAT(set_of(file, "sched/messaging 10 groups 400 processes", "wall").values,
              ElementsAre(0.055, 0.056));
  EXPECT_THAT(set_of(file, "sched/messaging 10 groups 400 threads", "wall").values,
              ElementsAre(0.044));
}

TEST(PerfBench, ReadsRatesOfMemoryFunctionsInOneUnit) {
  const auto file = read_text(
      "# Running 'mem/memcpy' benchmark:\n"
      "# function 'default' (Default memcpy() provided by glibc)\n# Copying 1MB bytes ...\n\n"
      "       2.000000 GB/sec\n"
      "# function 'x86-64-movsb' (movsb-based memcpy())\n# Copying 1MB bytes ...\n\n"
      "     512.000000 MB/sec\n",
      "x");
  const auto first = set_of(file, "mem/memcpy default 1MB", "B/s");
  EXPECT_EQ(first.metric.better, model::Better::kHigher);
  EXPECT_THAT(first.values, ElementsAre(2.0 * 1024 * 1024 * 1024));
  EXPECT_THAT(set_of(file, "mem/memcpy x86-64-movsb 1MB", "B/s").values,
              ElementsAre(512.0 * 1024 * 1024));
}

TEST(PerfBench, TakesTheAverageOfThreadsAndNotTheThreads) {
  const auto file = read_text(
      "# Running 'futex/hash' benchmark:\n"
      "Run summary [PID 4242]: 4 threads, each operating on 1024 [private] futexes for 10 secs.\n\n"
      "[thread  0] futexes: 0x55d0 ... 0x55e0 [ 4711219 ops/sec ]\n"
      "[thread  1] futexes: 0x55d1 ... 0x55e1 [ 4611219 ops/sec ]\n\n"
      "Averaged 4661219 operations/sec (+- 0.06%), total secs = 10\n"
      "# Running 'epoll/ctl' benchmark:\n"
      "Run summary [PID 4243]: 3 threads doing epoll_ctl ops 64 file-descriptors for 8 secs.\n\n"
      "Averaged 1204 ADD operations (+- 0.09%)\nAveraged 1203 MOD operations (+- 0.10%)\n",
      "x");
  EXPECT_THAT(set_of(file, "futex/hash 4 threads", "op/s").values, ElementsAre(4661219));
  EXPECT_THAT(set_of(file, "epoll/ctl 3 threads", "ADD").values, ElementsAre(1204));
  EXPECT_THAT(set_of(file, "epoll/ctl 3 threads", "MOD").values, ElementsAre(1203));
  EXPECT_TRUE(set_of(file, "epoll/ctl 3 threads", "MOD").direction_known);
}

TEST(PerfBench, RepetitionsInOneProcessAreOneGroupWithoutTheirSummary) {
  const auto file = read_text(
      "# Running 'futex/wake' benchmark:\n"
      "Run summary [PID 7]: blocking on 4 threads (at [private] futex 0x5), 2 threads waking up."
      "\n\n[Run 1]: Wokeup 4 of 4 threads in 0.0230 ms\n[Run 2]: Wokeup 4 of 4 threads in 0.0190 "
      "ms\nWokeup 4 of 4 threads in 0.0210 ms (+-6.73%)\n",
      "x");
  const auto wake = set_of(file, "futex/wake 4 threads", "time");
  EXPECT_EQ(wake.metric.unit, "ns");
  EXPECT_THAT(wake.values, ElementsAre(DoubleNear(23'000, 1e-6), DoubleNear(19'000, 1e-6)));
  EXPECT_THAT(wake.groups, ElementsAre(0, 0));
}

TEST(PerfBench, EveryValueHasAGroupWhereOneHas) {
  const std::string heading = "# Running 'futex/wake' benchmark:\n";
  const std::string summary = "Wokeup 4 of 4 threads in 0.0210 ms (+-6.73%)\n";
  const auto mixed =
      read_text(heading + "[Run 1]: Wokeup 4 of 4 threads in 0.0230 ms\n" +
                    "[Run 2]: Wokeup 4 of 4 threads in 0.0190 ms\n" + summary + heading + summary,
                "x");
  EXPECT_THAT(mixed.sets.at(0).groups, ElementsAre(0, 0, 1));
  EXPECT_THAT(read_text(heading + summary + heading + summary, "x").sets.at(0).groups, IsEmpty());
}

TEST(PerfBench, ReadsTheSimpleFormatUnderAHeading) {
  const auto file = read_text(
      "# Running sched/pipe benchmark...\n5.251\n\n# Running mem/memset benchmark...\n1048576.5\n",
      "x");
  EXPECT_THAT(set_of(file, "sched/pipe", "wall").values, ElementsAre(5.251));
  EXPECT_THAT(set_of(file, "mem/memset", "B/s").values, ElementsAre(1048576.5));
}

TEST(PerfBench, NamesABenchmarkThatGaveNothing) {
  const auto file = read_text(
      "# Running 'sched/pipe' benchmark:\nperf: pipe: Too many open files\n"
      "# Running 'syscall/basic' benchmark:\n# Executed 10 getppid() calls\n     Total time: 1.000 "
      "[sec]\n",
      "x");
  EXPECT_THAT(remark_of(file, "not-measured"), HasSubstr("sched/pipe"));
  EXPECT_THAT(set_of(file, "syscall/basic", "wall").values, ElementsAre(1));
}

TEST(PerfBench, NeverHalfReadsANumber) {
  EXPECT_THAT(error_of("# Executed 1,000 usleep() calls\n     Total time: 1,053,533 usecs\n", "x"),
              HasSubstr("x:2: \"1,053,533\""));
  EXPECT_THAT(error_of("# Executed 10 x() calls\n     Total time: 1.0 [fortnights]\n", "x"),
              HasSubstr("x:2: \"[fortnights]\""));
}

TEST(PerfBench, KeepsWhatOneBenchmarkTimesApart) {
  const auto file = read_text(
      "# Running 'internals/synthesize' benchmark:\n  Average synthesis took: 173.500 usec (+- "
      "20.183 usec)\n  Average num. events: 31.000 (+- 0.000)\n"
      "  Average data synthesis took: 571.900 usec (+- 413.572 usec)\n",
      "x");
  EXPECT_THAT(set_of(file, "internals/synthesize", "synthesis").values,
              ElementsAre(DoubleEq(173'500)));
  EXPECT_THAT(set_of(file, "internals/synthesize", "data synthesis").values,
              ElementsAre(DoubleEq(571'900)));
}

TEST(PerfBench, SurvivesHeadingsThatAreCutOff) {
  for (const auto* heading : {"# Running ", "# Running '", "# 10 groups == 400", "# Executed 10",
                              "# function", "# Copying 1MB bytes", "Run summary "})
    EXPECT_EQ(read_text(std::string("# Executed 5 x() calls\n     Total time: 1.0 [sec]\n") +
                            heading + "\n",
                        "x")
                  .sets.size(),
              1U)
        << heading;
}

}  // namespace
}  // namespace kab::readers

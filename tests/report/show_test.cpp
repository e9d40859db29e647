#include "report/show.h"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::report {
namespace {

using testing::HasSubstr;
using testing::Not;

model::Session session() {
  model::Session one;
  one.seed = 7;
  one.kab_version = "0.1.0";
  one.worker_build = "abcd";
  one.started = "2025-01-31T12:00:00Z";
  one.argv = {"kab", "trial", "unix-stream"};
  one.arms = {{{"short", {{"sysctl.net.unix.max_dgram_qlen", "10"}}},
               {{"kernel.release", "6.12.0"}, {"governor", "performance"}}},
              {{"long\x1b", {}}, {{"kernel.release", "6.12.0"}, {"governor", ""}}}};
  one.subjects.emplace_back();
  one.subjects.back().name = "unix-stream";
  one.subjects.back().metrics = {model::time_metric()};
  one.stopped = model::Stopped::kRepeat;
  model::Sample first;
  first.slot = model::Slot::kAA;
  first.position = 2;
  first.started_ns = 1'234'567'890;
  first.readings = {{.metric = 0, .batch = 0, .iterations = 1000, .total = 9.12e6},
                    {.metric = 9, .batch = 1, .iterations = 0, .total = 1}};
  model::Sample second;
  second.arm = 1;
  second.block = 1;
  second.started_ns = 12'000'000'000;
  second.status = model::SampleStatus::kFailed;
  second.failure = "exited 1";
  one.samples = {first, second};
  one.events = {{.at_ns = 500'000'000, .code = "migration", .text = "0 to 1"}};
  return one;
}

ShownSeries series() {
  return {.title = "unix-stream, short",
          .metric = model::time_metric(),
          .n = 24,
          .failed = 1,
          .min = 9001,
          .median = 9120,
          .max = 12001,
          .spread = 0.03,
          .counts = {8, 4, 0, 1}};
}

TEST(Show, IsOnePageOfAllThatIsAskedFor) {
  const auto one = session();
  const std::vector<ShownSession> sessions = {{&one, {series()}, {}}};
  const std::vector<ShowPart> parts = {ShowPart::kEnvironment, ShowPart::kOrder,
                                       ShowPart::kBatches};
  EXPECT_EQ(render_show("a.kab", sessions, parts, {}), R"(a.kab

trial
  baseline  short: sysctl.net.unix.max_dgram_qlen=10
  arm       long\x1b: (as is)
  lane      time
  course    2 samples, 1 failed, seed 7, stopped: repeat
  started   2025-01-31T12:00:00Z
  command   kab trial unix-stream
  kab       0.1.0, worker abcd

  metric              n   min  median    max  unit   spread  min to max
unix-stream, short
  time    24 (1 failed)  9.00    9.12  12.00  us/op  ±3.0 %  █▄ ▁

Environment
  kernel.release  6.12.0
  governor        short: performance
  governor        long\x1b: (empty)

Order
   started  block  place  arm          subject      outcome
   1.235 s      0      2  short (A/A)  unix-stream  ok
  12.000 s      1      0  long\x1b     unix-stream  failed: exited 1

Batches
    batch  iterations         each
  sample 0, block 0, short (A/A), unix-stream, ok
        0        1000  9.120 us/op
        1           0            -
  sample 1, block 1, long\x1b, unix-stream, failed: exited 1

Events
  0.500 s  migration: 0 to 1
)");
}

TEST(ShowPaths, AreATableAndNoEvents) {
  auto one = session();
  one.events = {
      {.at_ns = 1, .code = "path", .text = "time path=vdso: fast path: 0 system calls in 9 reads"},
      {.at_ns = 2,
       .code = "path",
       .text = "time path=libc (i386): slow path: 9 system calls in 9 reads (time)"},
      {.at_ns = 3, .code = "path", .text = "odd\x1b"}};
  EXPECT_EQ(show_paths(one, {}), R"(  clock                  path taken  counted
  time path=vdso         fast path   0 system calls in 9 reads
  time path=libc (i386)  slow path   9 system calls in 9 reads (time)
  odd\x1b
)");
  const std::vector<ShownSession> sessions = {{&one, {}, {}}};
  EXPECT_THAT(render_show("a.kab", sessions, {}, {}), Not(HasSubstr("Events")));
}

TEST(ShowPaths, AreNothingWhereNoneWasProved) { EXPECT_EQ(show_paths(session(), {}), ""); }

TEST(Show, SaysWhenNoEndWasRecorded) {
  auto one = session();
  one.stopped = std::nullopt;
  EXPECT_THAT(show_head(one, {}),
              HasSubstr("no end recorded (interrupted by a kill, or still running)"));
}

TEST(ShowSeries, HasDashesForWhatIsNotThere) {
  std::vector<ShownSeries> empty(1);
  empty.front().title = "w";
  empty.front().metric = model::time_metric();
  empty.front().spread = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(show_series(empty, {}),
            "  metric  n  min  median  max  unit   spread  min to max\n"
            "w\n"
            "  time    0    -       -    -  ns/op       -\n");
  EXPECT_EQ(show_series({}, {}), "no samples\n");
}

ShownSeries copying(const std::string& title, const model::UserCopies& copies, double median) {
  auto one = series();
  one.title = title;
  one.median = median;
  one.copies = copies;
  return one;
}

TEST(ShowUserCopies, HasTheMostCheckedBytesFirst) {
  const std::vector<ShownSeries> several = {
      copying("getppid", {}, 80), copying("uname", {.copies = 1, .bytes = 390}, 120), series(),
      copying("stat path=/", {.copies = 2, .bytes = 146, .checked_copies = 1, .checked_bytes = 2},
              1500),
      copying("tree-walk",
              {.copies = 6.25, .bytes = 200.4, .checked_copies = 1.08, .checked_bytes = 11.4},
              1800)};
  EXPECT_EQ(show_user_copies(several, {}),
            "  user copies of an operation  copies  bytes  checked  bytes  median  unit\n"
            "  tree-walk                      6.25    200     1.08     11   1.800  us/op\n"
            "  stat path=/                       2    146        1      2   1.500  us/op\n"
            "  uname                             1    390        0      0   120.0  ns/op\n"
            "  getppid                           0      0        0      0   80.00  ns/op\n");
}

TEST(ShowUserCopies, AreLeftOutWhereThereIsNothingToCompare) {
  const model::UserCopies some = {.copies = 1, .bytes = 390};
  EXPECT_EQ(show_user_copies(std::vector{series(), copying("uname", some, 1)}, {}), "");
  EXPECT_EQ(show_user_copies(std::vector{copying("a", {}, 1), copying("b", {}, 1)}, {}), "");
}

TEST(ShowListings, SurviveIndicesThatLeadNowhere) {
  auto one = session();
  one.samples[0].arm = 17;
  one.samples[0].subject = 18;
  EXPECT_THAT(show_order(one, {}), HasSubstr("arm 17 (A/A)  subject 18"));
  EXPECT_THAT(show_batches(one, {}), HasSubstr("arm 17 (A/A), subject 18"));
}

TEST(ShowEnvironment, OfNothingSaysSo) {
  EXPECT_EQ(show_environment({}, {}), "  nothing recorded\n");
}

TEST(Show, IsAsciiWhereAsked) {
  const auto one = session();
  const std::vector<ShownSession> sessions = {{&one, {series()}, {}}};
  for (const unsigned char c : render_show("ä.kab", sessions, {}, {.glyphs = Glyphs::kAscii}))
    EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
}

}  // namespace
}  // namespace kab::report

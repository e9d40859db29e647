#include "trial/tally.h"

#include <gtest/gtest.h>

#include "sys/scratch.h"

namespace kab::trial {
namespace {

TEST(CountCalls, AsksTheWorker) {
  const auto counted = count_calls(KAB_TEST_WORKER, {.workload = "getppid", .operations = 20});
  ASSERT_TRUE(counted) << counted.error().message;
  EXPECT_EQ(total_calls(*counted), 20U);
  EXPECT_EQ(counted->calls.at(0).name, "getppid");
}

TEST(CountCalls, GivesTheWorkerTheArmsEnvironment) {
  const sys::ScratchFolder folder;
  // A worker that answers under the arm's environment only.
  folder.file("answer", wire::encode(wire::Tally{.operations = 9}));
  const auto worker = folder.file(
      "worker",
      "#!/bin/sh\ncat >/dev/null\ntest \"$KAB_TEST_WORD\" = yes && cat " + folder.path("answer"),
      0755);
  const auto counted =
      count_calls(worker, {.workload = "getppid", .environment = {{"KAB_TEST_WORD", "yes"}}});
  ASSERT_TRUE(counted) << counted.error().message;
  EXPECT_EQ(counted->operations, 9U);
  EXPECT_FALSE(count_calls(worker, {.workload = "getppid"}));
}

TEST(CountCalls, PassesARefusalOn) {
  const auto counted = count_calls(KAB_TEST_WORKER, {.workload = "getpid"});
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().kind, ErrorKind::kInput);
}

TEST(FastPath, IsTakenWhereNoCallIsCounted) {
  EXPECT_EQ(fast_path_text({.operations = 1000}), "fast path: 0 system calls in 1000 reads");
}

TEST(FastPath, IsNotTakenWhereEachReadIsACall) {
  EXPECT_EQ(fast_path_text({.operations = 1000,
                            .calls = {{.name = "clock_gettime", .abi = "x86_64", .calls = 1000}}}),
            "slow path: 1000 system calls in 1000 reads (clock_gettime)");
}

}  // namespace
}  // namespace kab::trial

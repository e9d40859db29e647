#include "worker/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::worker {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A workload whose operations take exactly so long on a clock of its own.
struct FakeMachine {
  std::int64_t clock_ns = 1'000'000;
  double operation_ns = 100;
  std::int64_t batch_overhead_ns = 0;
  std::vector<std::uint64_t> ran = {};

  workloads::Run run() {
    return [this](std::uint64_t n) -> Result<void> {
      ran.push_back(n);
      clock_ns +=
          batch_overhead_ns + static_cast<std::int64_t>(operation_ns * static_cast<double>(n));
      return {};
    };
  }
  Now now() {
    return [this] { return clock_ns; };
  }
};

workloads::Run failing_after(int batches) {
  return [batches](std::uint64_t) mutable -> Result<void> {
    if (batches-- == 0) return fail_unavailable("the reader is gone");
    return {};
  };
}

TEST(Measure, TimesEachBatchAndLeavesTheWarmUpOut) {
  FakeMachine machine;
  workloads::Instance instance{.run = machine.run()};
  auto now = machine.now();
  const auto measured =
      measure(instance, {.iterations = 50, .batches = 3, .warmup_iterations = 7}, now);
  ASSERT_TRUE(measured);
  EXPECT_THAT(machine.ran, ElementsAre(7, 50, 50, 50));
  EXPECT_THAT(measured->batches,
              ElementsAre(wire::Batch{.iterations = 50, .started_ns = 0, .elapsed_ns = 5000},
                          wire::Batch{.iterations = 50, .started_ns = 5000, .elapsed_ns = 5000},
                          wire::Batch{.iterations = 50, .started_ns = 10'000, .elapsed_ns = 5000}));
  EXPECT_EQ(measured->inside_ns, 15'700);
}

TEST(Measure, TakesFurtherMetricsOfEachBatchAndNoneOfTheWarmUp) {
  FakeMachine machine;
  std::vector<std::size_t> ran_at_a_look;
  workloads::Instance instance{.run = machine.run(),
                               .further = {.names = {"latency-max"}, .take = [&](auto values) {
                                             ran_at_a_look.push_back(machine.ran.size());
                                             values[0] = static_cast<double>(machine.ran.size());
                                           }}};
  auto now = machine.now();
  const auto measured =
      measure(instance, {.iterations = 5, .batches = 2, .warmup_iterations = 7}, now);
  ASSERT_TRUE(measured);
  EXPECT_THAT(ran_at_a_look, ElementsAre(1, 2, 3));
  EXPECT_THAT(measured->batches[0].further, ElementsAre(std::pair("latency-max", 2.0)));
  EXPECT_THAT(measured->batches[1].further, ElementsAre(std::pair("latency-max", 3.0)));
}

TEST(Measure, CountsTheIterationsOfAllCopies) {
  FakeMachine machine;
  workloads::Instance instance{.run = machine.run(), .copies = 4};
  auto now = machine.now();
  const auto measured = measure(instance, {.iterations = 50, .batches = 1}, now);
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->batches[0].iterations, 200U);
  EXPECT_THAT(machine.ran, ElementsAre(50));
}

TEST(Measure, NeedsNoWarmUpAndNoBatch) {
  FakeMachine machine;
  workloads::Instance instance{.run = machine.run()};
  auto now = machine.now();
  const auto measured = measure(instance, {.iterations = 5, .batches = 0}, now);
  ASSERT_TRUE(measured);
  EXPECT_TRUE(measured->batches.empty());
  EXPECT_TRUE(machine.ran.empty());
}

TEST(Measure, PassesOnTheErrorOfABatch) {
  FakeMachine machine;
  workloads::Instance instance{.run = failing_after(2)};
  auto now = machine.now();
  const auto measured = measure(instance, {.iterations = 5, .batches = 3}, now);
  ASSERT_FALSE(measured);
  EXPECT_EQ(measured.error().message, "the reader is gone");
}

TEST(Calibrate, FindsTheIterationsThatLastLongEnough) {
  FakeMachine machine;
  workloads::Instance instance{.run = machine.run()};
  auto now = machine.now();
  const auto found = calibrate(instance.run, 10'000'000, now);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->iterations, 100'000U);
  EXPECT_EQ(found->inside_ns, machine.clock_ns - 1'000'000);
}

TEST(Calibrate, RoundsUpToTwoDigits) {
  FakeMachine machine{.operation_ns = 81};
  workloads::Instance instance{.run = machine.run()};
  auto now = machine.now();
  EXPECT_EQ(calibrate(instance.run, 10'000'000, now)->iterations, 130'000U);  // 123,457
}

TEST(Calibrate, KeepsOneIterationWhereThatIsEnough) {
  FakeMachine machine{.operation_ns = 5e7};
  workloads::Instance instance{.run = machine.run()};
  auto now = machine.now();
  EXPECT_EQ(calibrate(instance.run, 10'000'000, now)->iterations, 1U);
}

TEST(Calibrate, IsNotShortChangedByTheCostOfABatch) {
  FakeMachine machine{.operation_ns = 10, .batch_overhead_ns = 2'000'000};
  workloads::Instance instance{.run = machine.run()};
  auto now = machine.now();
  const auto found = calibrate(instance.run, 10'000'000, now);
  ASSERT_TRUE(found);
  machine.ran.clear();
  const auto measured = measure(instance, {.iterations = found->iterations, .batches = 1}, now);
  EXPECT_GE(measured->batches[0].elapsed_ns, 10'000'000);
  EXPECT_LE(measured->batches[0].elapsed_ns, 12'000'000);
}

TEST(Calibrate, IsNotFooledByOneSlowBatch) {
  FakeMachine machine;
  auto steady = machine.run();
  workloads::Run run = [&, disturbed = false](std::uint64_t n) mutable -> Result<void> {
    if (n >= 1000 && !disturbed) {
      disturbed = true;
      machine.clock_ns += 50'000'000;  // something else ran
    }
    return steady(n);
  };
  auto now = machine.now();
  EXPECT_EQ(calibrate(run, 10'000'000, now)->iterations, 100'000U);
}

TEST(Calibrate, GivesUpOnWhatTakesNoTime) {
  FakeMachine machine{.operation_ns = 0};
  workloads::Instance instance{.run = machine.run()};
  auto now = machine.now();
  const auto found = calibrate(instance.run, 10'000'000, now);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(found.error().message, HasSubstr("no time that the clock can see"));
}

TEST(Calibrate, EndsOnAMachineThatGetsEverFaster) {
  FakeMachine machine;
  auto steady = machine.run();
  workloads::Run run = [&](std::uint64_t n) -> Result<void> {
    if (n > 10'000) machine.operation_ns *= 0.8;
    return steady(n);
  };
  auto now = machine.now();
  EXPECT_TRUE(calibrate(run, 10'000'000, now));
}

TEST(Calibrate, PassesOnTheErrorOfABatch) {
  FakeMachine machine;
  workloads::Instance instance{.run = failing_after(3)};
  auto now = machine.now();
  EXPECT_FALSE(calibrate(instance.run, 10'000'000, now));
}

TEST(Calibrate, AimsAtTheLongerOfWishAndResolution) {
  EXPECT_EQ(target_ns(10'000'000, 20), 10'000'000);
  EXPECT_EQ(target_ns(10'000'000, 4000), 40'000'000);
  EXPECT_EQ(target_ns(0, 20), 200'000);
}

}  // namespace
}  // namespace kab::worker

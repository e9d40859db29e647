#include "trial/pace.h"

#include <vector>

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

constexpr std::int64_t kMs = 1'000'000;

std::vector<SampleCost> workloads(std::size_t count) {
  return std::vector<SampleCost>(count, {.fixed_ns = 13 * kMs, .per_batch_ns = 10 * kMs});
}

TEST(Pace, OneWorkloadInAMinuteGetsFullSamplesAndManyBlocks) {
  const auto costs = workloads(1);
  EXPECT_EQ(batches_that_fit(costs, 3, 60'000 * kMs), kMostBatches);
  EXPECT_EQ(blocks_that_fit(60'000 * kMs, block_ns(costs, 3, kMostBatches)), 317U);
}

TEST(Pace, SamplesGetShorterSoThatManyWorkloadsStillHaveTheWantedBlocks) {
  const auto costs = workloads(15);
  const auto batches = batches_that_fit(costs, 3, 60'000 * kMs);
  EXPECT_LT(batches, kMostBatches);
  EXPECT_GE(blocks_that_fit(60'000 * kMs, block_ns(costs, 3, batches)), kWantedBlocks);
}

TEST(Pace, ShorterThanThreeBatchesNoSampleIsEvenWhenThatIsTooLong) {
  EXPECT_EQ(batches_that_fit(workloads(60), 3, 60'000 * kMs), kFewestBatches);
}

TEST(Pace, ThereIsAlwaysOneBlockAndNeverMoreThanTheMost) {
  EXPECT_EQ(blocks_that_fit(1, 1'000'000), 1U);
  EXPECT_EQ(blocks_that_fit(-5, 1'000'000), 1U);
  EXPECT_EQ(blocks_that_fit(1'000'000'000'000, 1), kMostBlocks);
}

TEST(Pace, ACommandsLengthIsNotOursToChoose) {
  const std::vector<SampleCost> command = {{.fixed_ns = 2000 * kMs, .per_batch_ns = 0}};
  EXPECT_EQ(blocks_that_fit(60'000 * kMs, block_ns(command, 3, kMostBatches)), 10U);
}

}  // namespace
}  // namespace kab::trial

#include "trial/counted_sample.h"

#include <gtest/gtest.h>

#include "model/count_metrics.h"

namespace kab::trial {
namespace {

constexpr std::uint64_t kText = 0xffffffff81000000;
constexpr std::uint64_t kOrder = 4;

guest::CountedRegion region(std::uint64_t order, std::uint64_t kernel) {
  return {.order = order,
          .user = 1000,
          .kernel = kernel,
          .kernel_strings = 50,
          .addresses = {{kText, kernel}}};
}

// Three batches of 100 operations, as the guest's clock saw them.
SlotResult timed() {
  SlotResult result;
  for (std::uint32_t batch = 0; batch < 3; ++batch)
    result.readings.push_back(
        {.metric = 0, .batch = batch, .iterations = 100, .total = 3000.0 + batch});
  return result;
}

SlotRequest slot() {
  SlotRequest request;
  request.metrics = model::count_metrics();
  return request;
}

TEST(CountedSample, TakesThePluginsCountsInPlaceOfTheClock) {
  auto sample = timed();
  const std::vector regions = {region(3, 9), region(kOrder, 2000), region(kOrder, 2100),
                               region(kOrder, 9000)};
  const auto counted = count_sample(sample, slot(), regions, kOrder, nullptr);
  ASSERT_TRUE(counted) << counted.error().message;
  ASSERT_EQ(sample.readings.size(), 12U);
  EXPECT_EQ(sample.readings[4].total, 3100);  // the second batch: all, programs, kernel, iterations
  EXPECT_EQ(sample.readings[5].total, 1000);
  EXPECT_EQ(sample.readings[6].total, 2100);
  EXPECT_EQ(sample.readings[7].total, 50);
  EXPECT_EQ(sample.readings[7].metric, 3U);
  EXPECT_EQ(sample.readings[7].batch, 1U);
}

TEST(CountedSample, StandsForItselfByItsBatchOfMedianLength) {
  auto sample = timed();
  const sys::KernelSymbols symbols({{.address = kText, .type = 'T', .name = "do_work"}});
  const std::vector regions = {region(kOrder, 9000), region(kOrder, 2100), region(kOrder, 2000)};
  const auto counted = count_sample(sample, slot(), regions, kOrder, &symbols);
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->kernel, 2100U);
  EXPECT_EQ(counted->clock_ns, 3001);
  ASSERT_EQ(counted->functions.size(), 1U);
  EXPECT_EQ(counted->functions[0].name, "do_work");
  EXPECT_EQ(counted->functions[0].instructions, 2100U);
}

TEST(CountedSample, RefusesABatchThatThePluginDidNotSee) {
  auto sample = timed();
  const std::vector regions = {region(kOrder, 2000), region(kOrder, 2100)};
  const auto counted = count_sample(sample, slot(), regions, kOrder, nullptr);
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().message, "the counting plugin saw 2 of 3 batches");
}

TEST(CountedSample, LeavesTheReadingsOfANumberThatACommandPrintsAlone) {
  SlotResult sample;
  sample.readings = {{.metric = 0, .batch = 0, .iterations = 1, .total = 5},
                     {.metric = 1, .batch = 0, .iterations = 1, .total = 3000}};
  auto request = slot();
  request.metrics.insert(request.metrics.begin(), {.name = "number", .unit = "x"});
  ASSERT_TRUE(count_sample(sample, request, {region(kOrder, 2000)}, kOrder, nullptr));
  ASSERT_EQ(sample.readings.size(), 5U);
  EXPECT_EQ(sample.readings[0].total, 5);
  EXPECT_EQ(sample.readings[1].metric, 1U);
  EXPECT_EQ(sample.readings[1].total, 3000);
}

}  // namespace
}  // namespace kab::trial

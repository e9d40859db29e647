#include "syscalls/observed.h"

#include <cmath>

#include <gtest/gtest.h>

#include "syscalls/latency_bucket.h"

namespace kab::syscalls {
namespace {

constexpr Call kRead = {.abi = Abi::kX86_64, .number = 0};
constexpr Call kWrite = {.abi = Abi::kX86_64, .number = 1};

TEST(LatencyBucket, EachGroupBeginsWhereItsFloorSays) {
  for (unsigned bucket = 0; bucket < KAB_LATENCY_BUCKETS - 8; ++bucket) {
    const auto floor = kab_latency_floor(bucket);
    EXPECT_EQ(kab_latency_bucket(floor), bucket) << floor;
    EXPECT_EQ(kab_latency_bucket(kab_latency_floor(bucket + 1) - 1), bucket) << floor;
  }
  EXPECT_LT(kab_latency_bucket(~0ULL), static_cast<unsigned>(KAB_LATENCY_BUCKETS));
}

TEST(QuantileNs, IsNearTheLatencyThatTheShareDidNotExceed) {
  Latencies latencies;
  for (unsigned long long ns = 1; ns <= 10'000; ++ns) ++latencies[kab_latency_bucket(ns)];
  for (const double share : {0.01, 0.5, 0.9, 0.99})
    EXPECT_NEAR(quantile_ns(latencies, share).value() / (1e4 * share), 1, 0.07) << share;
}

TEST(QuantileNs, SmallLatenciesAreExact) {
  EXPECT_EQ(quantile_ns({{5, 9}, {7, 1}}, 0.9), 5);
  EXPECT_EQ(quantile_ns({{5, 9}, {7, 1}}, 0.91), 7);
}

TEST(QuantileNs, OfNothingThereIsNone) { EXPECT_EQ(quantile_ns({}, 0.5), std::nullopt); }

CallFacts facts(std::uint64_t calls, std::optional<std::uint64_t> errors) {
  return {.calls = calls,
          .errors = errors,
          .timed = calls,
          .wall_ns = 100 * calls,
          .cpu_ns = 10 * calls,
          .by_errno = {{2, errors.value_or(0)}},
          .latencies = {{3, calls}}};
}

TEST(Add, SumsEveryFact) {
  auto sum = facts(2, 1);
  add(sum, facts(3, 1));
  EXPECT_EQ(sum, facts(5, 2));
}

TEST(Add, WhatWasNotLookedAtStaysUnknown) {
  CallFacts sum = {.calls = 1};
  add(sum, {.calls = 2});
  EXPECT_EQ(sum, (CallFacts{.calls = 3}));
  EXPECT_EQ(sum.errors, std::nullopt);
  EXPECT_EQ(sum.cpu_ns, std::nullopt);
}

TEST(Since, IsWhatCameLater) {
  const Owner tree;
  const std::map<Owner, FactsByCall> earlier = {{tree, {{kRead, facts(2, 1)}}}};
  const std::map<Owner, FactsByCall> later = {{tree, {{kRead, facts(5, 2)}, {kWrite, facts(1, 0)}}},
                                              {{.id = 7}, {{kRead, facts(4, 4)}}}};
  const std::map<Owner, FactsByCall> expected = {
      {tree, {{kRead, facts(3, 1)}, {kWrite, facts(1, 0)}}}, {{.id = 7}, {{kRead, facts(4, 4)}}}};
  EXPECT_EQ(since(later, earlier), expected);
  EXPECT_TRUE(since(later, later).empty());
}

}  // namespace
}  // namespace kab::syscalls

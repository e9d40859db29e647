#include "trial/schedule.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

TEST(BlockOrder, HoldsEveryArmOnceAndTheBaselineTwiceForEverySubject) {
  const auto order = block_order(7, 0, 2, 3, AaArm::kWith);
  ASSERT_EQ(order.size(), 8U);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> turns;
  std::map<std::uint32_t, std::set<std::uint32_t>> positions;
  int aa = 0;
  for (const auto& slot : order) {
    ++turns[{slot.subject, slot.arm}];
    positions[slot.subject].insert(slot.position);
    if (slot.slot == model::Slot::kAA) {
      ++aa;
      EXPECT_EQ(slot.arm, 0U);
    }
  }
  EXPECT_EQ(aa, 2);
  for (std::uint32_t subject = 0; subject < 2; ++subject) {
    EXPECT_EQ((turns[{subject, 0}]), 2);
    EXPECT_EQ((turns[{subject, 1}]), 1);
    EXPECT_EQ((turns[{subject, 2}]), 1);
    EXPECT_EQ(positions[subject].size(), 4U);
  }
}

TEST(BlockOrder, DependsOnSeedAndBlockAlone) {
  const auto text = [](std::uint64_t seed, std::uint32_t block) {
    std::string out;
    for (const auto& slot : block_order(seed, block, 1, 6, AaArm::kWith))
      out += std::to_string(slot.arm) + (slot.slot == model::Slot::kAA ? "' " : " ");
    return out;
  };
  EXPECT_EQ(text(1, 5), text(1, 5));
  EXPECT_NE(text(1, 5), text(1, 6));
  EXPECT_NE(text(1, 5), text(2, 5));
}

// 6 orders of three slots, 6,000 blocks: each 1,000 times, give or take five standard deviations.
TEST(BlockOrder, EveryOrderIsEquallyLikely) {
  std::map<std::vector<std::uint32_t>, int> seen;
  for (std::uint32_t block = 0; block < 6000; ++block) {
    std::vector<std::uint32_t> arms;
    for (const auto& slot : block_order(99, block, 1, 3, AaArm::kWithout)) arms.push_back(slot.arm);
    ++seen[arms];
  }
  ASSERT_EQ(seen.size(), 6U);
  for (const auto& [order, count] : seen) EXPECT_NEAR(count, 1000, 145);
}

TEST(BlockOrder, SubjectsStayTogetherAndComeInRandomOrder) {
  std::set<std::uint32_t> first;
  for (std::uint32_t block = 0; block < 50; ++block) {
    const auto order = block_order(3, block, 3, 2, AaArm::kWith);
    first.insert(order[0].subject);
    for (std::size_t i = 0; i < order.size(); ++i)
      EXPECT_EQ(order[i].subject, order[i / 3 * 3].subject);
  }
  EXPECT_EQ(first.size(), 3U);
}

}  // namespace
}  // namespace kab::trial

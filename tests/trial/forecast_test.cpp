#include "trial/forecast.h"

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

TEST(ForecastNote, SaysNothingWhereTheBlocksAreEnough) {
  EXPECT_FALSE(forecast_note({.blocks = 24, .budget_ns = 60 * kSecond, .block_ns = kSecond}));
  EXPECT_FALSE(forecast_note({.blocks = 6, .by_repeat = true}));
}

TEST(ForecastNote, NamesTheTimeThatWouldBeEnough) {
  const auto note = forecast_note({.blocks = 10,
                                   .budget_ns = 60 * kSecond,
                                   .before_blocks_ns = 10 * kSecond,
                                   .block_ns = 5 * kSecond});
  ASSERT_TRUE(note);
  EXPECT_EQ(*note,
            "note: 1 min hold 10 blocks of 5 s, under the wanted 24: only large changes will show; "
            "give --time 137s for 24 blocks");
}

TEST(ForecastNote, TellsWhatWillShowFromThePilotsSpread) {
  const auto note =
      forecast_note({.blocks = 8, .budget_ns = 8 * kSecond, .block_ns = kSecond, .spread = 0.01});
  ASSERT_TRUE(note);
  // (1.96 + 0.84) × 1 % × sqrt(2 / 8) = 1.4 %.
  EXPECT_NE(note->find("only changes over about 1.4 % will show"), std::string::npos) << *note;
}

TEST(ForecastNote, TooFewForAnyVerdictIsSaidAsSuch) {
  const auto few = forecast_note({.blocks = 5, .by_repeat = true});
  ASSERT_TRUE(few);
  EXPECT_EQ(*few,
            "note: 5 blocks are asked for, too few for any verdict (6 are needed at this level); "
            "give --repeat 24");
  // Ten comparisons need two-sided 0.5 %: 2 / 2^9 is the first p below it.
  const auto many = forecast_note({.blocks = 8, .by_repeat = true, .family_size = 10});
  ASSERT_TRUE(many);
  EXPECT_NE(many->find("(9 are needed"), std::string::npos) << *many;
}

TEST(UsefulLooks, LeavesOutLooksThatCouldNotDecide) {
  using Looks = std::vector<std::uint32_t>;
  EXPECT_EQ(useful_looks({12, 18, 24}, 0.05, 1), (Looks{12, 18, 24}));
  // At 4 of 8 blocks the level is 99.4 %, for which 9 values would be needed; at 6 it is 97.6 %: 7.
  EXPECT_EQ(useful_looks({4, 6, 8}, 0.05, 1), (Looks{8}));
}

}  // namespace
}  // namespace kab::trial

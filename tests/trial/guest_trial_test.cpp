#include "trial/guest_trial.h"

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

// 2 / C(12, 4) is 2 / 495, and 0.05 / 12 is more than that, 0.05 / 13 less.
TEST(GuestTrial, FourBootsBesideEightAreEnoughForTwelveComparisons) {
  EXPECT_EQ(boots_needed(12, 0.95, AaArm::kWith), 4U);
  EXPECT_EQ(boots_needed(13, 0.95, AaArm::kWith), 5U);
  EXPECT_EQ(boots_needed(1, 0.95, AaArm::kWith), 3U);     // 2 / C(9, 3) = 2 / 84
  EXPECT_EQ(boots_needed(1, 0.95, AaArm::kWithout), 4U);  // 2 / C(8, 4) = 2 / 70
}

TEST(GuestTrial, HowManyBootsThereWillBeIsSaidWithTheTime) {
  const auto note = boots_note(4, 4, 2, AaArm::kWith, 2, 2'000'000'000);
  EXPECT_NE(note.find("12 boots"), std::string::npos) << note;
  EXPECT_NE(note.find("12 s"), std::string::npos) << note;
  EXPECT_EQ(note.find("too few"), std::string::npos) << note;
}

TEST(GuestTrial, TooFewBootsAreCalledThat) {
  const auto note = boots_note(2, 4, 2, AaArm::kWithout, 1, 1'000'000'000);
  EXPECT_NE(note.find("4 boots"), std::string::npos) << note;
  EXPECT_NE(note.find("--repeat 4"), std::string::npos) << note;
}

}  // namespace
}  // namespace kab::trial

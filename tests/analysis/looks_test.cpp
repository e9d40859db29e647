#include "analysis/looks.h"

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

using Blocks = std::vector<std::uint32_t>;

TEST(PlannedLooks, AreAtHalfThreeQuartersAndAll) {
  EXPECT_EQ(planned_looks(24), (Blocks{12, 18, 24}));
  EXPECT_EQ(planned_looks(25), (Blocks{13, 19, 25}));
  EXPECT_EQ(planned_looks(1), (Blocks{1}));
  EXPECT_EQ(planned_looks(2), (Blocks{1, 2}));
}

// 2 (1 - pnorm(qnorm(0.975) / sqrt(t))) at t = 1/2, 3/4, 1 in R: 0.005574597, 0.023625, 0.05.
TEST(AlphaOfLastLook, IsWhatTheLookMaySpend) {
  const Blocks looks = {12, 18, 24};
  const auto at = [&](std::size_t count, LookKind kind) {
    return alpha_of_last_look(0.05, std::span(looks).first(count), 24, kind);
  };
  EXPECT_NEAR(at(1, LookKind::kPlanned), 0.005574597, 1e-8);
  EXPECT_NEAR(at(1, LookKind::kPlanned) + at(2, LookKind::kPlanned) + at(3, LookKind::kPlanned),
              0.05, 1e-12);
}

TEST(AlphaOfLastLook, TheEndSpendsAllThatIsLeftHoweverFewTheBlocks) {
  const Blocks looks = {12, 15};
  EXPECT_NEAR(alpha_of_last_look(0.05, looks, 24, LookKind::kEnd), 0.05 - 0.005574597, 1e-8);
  EXPECT_DOUBLE_EQ(alpha_of_last_look(0.05, Blocks{24}, 24, LookKind::kEnd), 0.05);
}

}  // namespace
}  // namespace kab::analysis

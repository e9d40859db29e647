#include "workloads/pin.h"

#include <array>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::workloads {
namespace {

using ::testing::HasSubstr;

TEST(Pin, GivesEachRoleItsCpuAndWrapsRound) {
  constexpr std::array kPin = {3, 5};
  EXPECT_EQ(cpu_of_role(kPin, 0), 3);
  EXPECT_EQ(cpu_of_role(kPin, 1), 5);
  EXPECT_EQ(cpu_of_role(kPin, 2), 3);
  EXPECT_EQ(cpu_of_role({}, 0), std::nullopt);
}

TEST(Pin, RefusesCpusThatDoNotExist) {
  for (const int cpu : {-1, 1 << 19, 1 << 20, 2'147'483'647}) {
    const auto pinned = pin_to(cpu);
    ASSERT_FALSE(pinned) << cpu;
    EXPECT_EQ(pinned.error().kind, ErrorKind::kInput);
    EXPECT_THAT(pinned.error().message, HasSubstr("CPU " + std::to_string(cpu)));
  }
}

}  // namespace
}  // namespace kab::workloads

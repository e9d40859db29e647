#include "trial/watch.h"

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

TEST(ChangesBetween, TellsAClocksourceThatChangedAndACpuThatWent) {
  const auto events = changes_between({{"clock.source", "tsc"}, {"cpu.online", "0-3"}},
                                      {{"clock.source", "hpet"}, {"cpu.online", "0-2"}}, 5);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].code, "clock.source");
  EXPECT_NE(events[0].text.find("from tsc to hpet"), std::string::npos);
  EXPECT_EQ(events[0].at_ns, 5);
}

TEST(ChangesBetween, SaysNothingOfWhatIsUnknownOrStays) {
  EXPECT_TRUE(changes_between({}, {{"clock.source", "tsc"}}, 0).empty());
  EXPECT_TRUE(changes_between({{"cpu.online", "0"}}, {{"cpu.online", "0"}}, 0).empty());
  EXPECT_TRUE(changes_between({{"steal.ticks", "100"}}, {{"steal.ticks", "103"}}, 0).empty());
}

TEST(ChangesBetween, TellsStolenTimeInTicks) {
  const auto events = changes_between({{"steal.ticks", "100"}}, {{"steal.ticks", "150"}}, 0);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_NE(events[0].text.find("50 ticks"), std::string::npos);
}

}  // namespace
}  // namespace kab::trial

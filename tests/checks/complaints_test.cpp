#include "checks/complaints.h"

#include <gtest/gtest.h>

namespace kab::checks {
namespace {

TEST(Complaints, AreAllCountedAndTheFirstQuoted) {
  Complaints complaints;
  EXPECT_TRUE(complaints.none());
  for (int i = 0; i < 20; ++i) complaints.add("fault " + std::to_string(i));
  EXPECT_FALSE(complaints.none());
  const auto lines = complaints.lines();
  ASSERT_EQ(lines.size(), 9U);
  EXPECT_EQ(lines.front(), "fault 0");
  EXPECT_EQ(lines.back(), "and 12 more of this kind");
}

TEST(Complaints, AFewAreJustThose) {
  Complaints complaints;
  complaints.add("one");
  EXPECT_EQ(complaints.lines(), std::vector<std::string>{"one"});
}

}  // namespace
}  // namespace kab::checks

#include "workloads/registry.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::workloads {
namespace {

using ::testing::HasSubstr;

TEST(Registry, FindsEveryWorkloadByItsName) {
  for (const auto& workload : all_workloads()) {
    const auto found = find_workload(workload.name);
    ASSERT_TRUE(found) << workload.name;
    EXPECT_EQ(found->summary, workload.summary);
  }
}

TEST(Registry, HasNoNameTwiceAndIsSorted) {
  const auto workloads = all_workloads();
  ASSERT_GE(workloads.size(), 10U);
  const auto not_rising = [](const Workload& a, const Workload& b) { return a.name >= b.name; };
  EXPECT_EQ(std::ranges::adjacent_find(workloads, not_rising), workloads.end());
}

TEST(Registry, SuggestsTheNearestName) {
  const auto found = find_workload("unix-seqpackt");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::kInput);
  EXPECT_THAT(found.error().message, HasSubstr("did you mean unix-seqpacket?"));
  const auto far = find_workload("compile-the-kernel");
  ASSERT_FALSE(far);
  EXPECT_THAT(far.error().message, HasSubstr("kab list workloads"));
}

}  // namespace
}  // namespace kab::workloads

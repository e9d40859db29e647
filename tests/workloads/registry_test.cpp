#include "workloads/registry.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

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

TEST(Registry, IsSortedByFamilyAndName) {
  const auto workloads = all_workloads();
  ASSERT_GE(workloads.size(), 10U);
  const auto not_rising = [](const Workload& a, const Workload& b) {
    return std::pair(a.family, a.name) >= std::pair(b.family, b.name);
  };
  const auto wrong = std::ranges::adjacent_find(workloads, not_rising);
  EXPECT_EQ(wrong, workloads.end()) << wrong->name;
}

TEST(Registry, HasNoNameTwice) {
  std::set<std::string_view> names;
  for (const auto& workload : all_workloads())
    EXPECT_TRUE(names.insert(workload.name).second) << workload.name;
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

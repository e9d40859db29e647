#include "trial/catalogue.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

TEST(ListWorkloads, ReadsWhatTheWorkerListsItself) {
  const auto known = list_workloads(KAB_TEST_WORKER).value();
  EXPECT_TRUE(
      std::ranges::any_of(known, [](const auto& w) { return w.name == "unix-dgram-fanin"; }));
  for (const auto& workload : known) EXPECT_FALSE(workload.summary.empty()) << workload.name;
}

TEST(ListWorkloads, AProgramThatIsNoWorkerIsSaidSo) {
  EXPECT_FALSE(list_workloads("/bin/false"));
  EXPECT_FALSE(list_workloads("/bin/echo"));
}

TEST(CheckWorkload, SuggestsTheNearestName) {
  const std::vector<WorkloadFacts> known = {{.name = "unix-seqpacket"}, {.name = "stat"}};
  EXPECT_TRUE(check_workload("stat", known));
  const auto wrong = check_workload("unix-seqpackt", known);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::kInput);
  EXPECT_NE(wrong.error().message.find("did you mean unix-seqpacket?"), std::string::npos);
}

}  // namespace
}  // namespace kab::trial

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

TEST(ParamsOf, EachWorkloadTakesItsOwnAndItsDefaults) {
  const auto known = list_workloads(KAB_TEST_WORKER).value();
  const auto params =
      params_of({"unix-dgram-fanin", "pipe", "getppid"}, {{"writers", "8"}}, known).value();
  EXPECT_EQ(params[0], (model::Params{{"writers", "8"}, {"size", "16"}}));
  EXPECT_EQ(params[1], (model::Params{{"size", "16"}}));
  EXPECT_TRUE(params[2].empty());
}

TEST(ParamsOf, AParameterThatNoneOfThemHasIsRefusedWithTheNearest) {
  const auto known = list_workloads(KAB_TEST_WORKER).value();
  const auto params = params_of({"pipe", "getppid"}, {{"sise", "1"}}, known);
  ASSERT_FALSE(params);
  EXPECT_EQ(params.error().kind, ErrorKind::kInput);
  EXPECT_NE(params.error().message.find("did you mean size?"), std::string::npos);
}

}  // namespace
}  // namespace kab::trial

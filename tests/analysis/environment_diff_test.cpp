#include "analysis/environment_diff.h"

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

TEST(DifferingFacts, LeavesOutWhatAlwaysMoves) {
  const model::Environment a = {
      {"cpu.model", "x"}, {"load.1min", "0.1"}, {"kernel.release", "6.1"}};
  const model::Environment b = {
      {"cpu.model", "x"}, {"load.1min", "3.0"}, {"kernel.release", "6.12"}};
  EXPECT_EQ(differing_facts(a, b), std::vector<std::string>{"kernel.release"});
}

TEST(DifferingFacts, AFactKnownOnOneSideOnlyDiffers) {
  EXPECT_EQ(differing_facts({{"cpu.governor", "performance"}}, {}),
            std::vector<std::string>{"cpu.governor"});
}

model::Session run_on(const std::string& kernel, const std::string& cpu, const std::string& build) {
  model::Session session;
  session.label = "patched";
  session.worker_build = build;
  session.arms.push_back(
      {.arm = {}, .environment = {{"kernel.release", kernel}, {"cpu.model", cpu}}});
  return session;
}

TEST(EnvironmentWarnings, AnotherKernelAloneIsTheThingUnderTest) {
  EXPECT_TRUE(environment_warnings(run_on("6.1", "x", "b"), run_on("6.12", "x", "b")).empty());
}

TEST(EnvironmentWarnings, AnotherMachineOrWorkerIsNotAttributable) {
  const auto machine = environment_warnings(run_on("6.1", "x", "b"), run_on("6.12", "y", "b"));
  ASSERT_EQ(machine.size(), 1U);
  EXPECT_NE(machine[0].text.find("cpu.model"), std::string::npos);
  EXPECT_NE(machine[0].text.find("not attributable to patched"), std::string::npos);
  const auto worker = environment_warnings(run_on("6.1", "x", "b"), run_on("6.1", "x", "c"));
  ASSERT_EQ(worker.size(), 1U);
  EXPECT_EQ(worker[0].code, "worker-build");
}

}  // namespace
}  // namespace kab::analysis

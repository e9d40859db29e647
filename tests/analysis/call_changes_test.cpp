#include "analysis/call_changes.h"

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

model::TalliedCall call(std::uint32_t arm, const std::string& name, std::uint64_t calls,
                        std::uint64_t operations) {
  return {.subject = 0,
          .arm = arm,
          .method = "bpf",
          .abi = "x86_64",
          .name = name,
          .calls = calls,
          .operations = operations,
          .seconds = {}};
}

model::Session session_of(std::vector<model::TalliedCall> tally) {
  model::Session session;
  for (const auto* name : {"old", "new"})
    session.arms.push_back({.arm = {.name = name, .settings = {}}, .environment = {}});
  session.subjects.emplace_back();
  session.subjects.front().name = "find";
  session.tally = std::move(tally);
  return session;
}

TEST(CallChanges, AreWhatAnOperationMakesMoreOrLessOften) {
  const auto changes = call_changes(session_of(
      {call(0, "read", 2000, 1000), call(0, "stat", 3000, 1000), call(0, "brk", 5, 1000),
       call(1, "read", 1000, 500), call(1, "stat", 500, 500), call(1, "openat", 50, 500)}));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].workload, "find");
  EXPECT_EQ(changes[0].baseline, "old");
  EXPECT_EQ(changes[0].arm, "new");
  EXPECT_EQ(changes[0].unchanged, 1U) << "read is made twice in both";
  const std::vector<model::CallChange> expected = {
      {"stat", "x86_64", 3, 1}, {"openat", "x86_64", 0, 0.1}, {"brk", "x86_64", 0.005, 0}};
  EXPECT_EQ(changes[0].changes, expected);
}

TEST(CallChanges, AnArmThatWasNotCountedIsNotCompared) {
  EXPECT_TRUE(call_changes(session_of({call(0, "read", 1, 1)})).empty());
  EXPECT_TRUE(call_changes(session_of({})).empty());
}

Side side_of_run(const std::string& name, const model::Session& session) {
  return {.name = name, .sets = {}, .sessions = {&session}};
}

TEST(CallChanges, SidesAreComparedWhateverTheirOnlySubjectIsCalled) {
  auto before = session_of({call(0, "read", 3, 1)});
  auto after = session_of({call(0, "read", 4, 1)});
  before.kind = after.kind = model::SessionKind::kRun;
  after.subjects.front().name = "find2";
  const auto changes = call_changes({side_of_run("a", before), side_of_run("b", after)});
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].arm, "b");
  EXPECT_EQ(changes[0].changes, (std::vector<model::CallChange>{{"read", "x86_64", 3, 4}}));
}

}  // namespace
}  // namespace kab::analysis

#include "workloads/user_copies.h"

#include <string>

#include <gtest/gtest.h>

#include "workloads/registry.h"

namespace kab::workloads {
namespace {

UserCopyTotals totals_with(const std::string& name, const GivenParams& given) {
  const auto workload = find_workload(name);
  EXPECT_TRUE(workload) << name;
  const auto params = ParamValues::resolve(name, workload->params, given);
  EXPECT_TRUE(params) << params.error().message;
  return totals_of(workload->copies(*params));
}

TEST(UserCopies, AreSummedUpAndTheCheckedOnesApart) {
  const std::vector<UserCopy> copies = {
      {.what = "a", .bytes = 10},
      {.what = "b", .bytes = 2, .per_operation = 3, .check = CopyCheck::kConstant},
      {.what = "c", .bytes = 4, .per_operation = 0.5, .check = CopyCheck::kChecked},
      {.what = "d", .bytes = 100, .check = CopyCheck::kPageCache},
      {.what = "e", .bytes = 1, .per_operation = 2, .check = CopyCheck::kUnchecked}};
  const auto totals = totals_of(copies);
  EXPECT_EQ(totals.copies, 7.5);
  EXPECT_EQ(totals.bytes, 120);
  EXPECT_EQ(totals.checked_copies, 1.5);
  EXPECT_EQ(totals.checked_bytes, 12);
}

TEST(UserCopies, OfStatAreThePathsNameAndTheAnswer) {
  const auto totals = totals_with("stat", {{"path", "/etc"}});
  EXPECT_EQ(totals.copies, 2);
  EXPECT_EQ(totals.checked_copies, 1);
  EXPECT_EQ(totals.checked_bytes, 5) << "with the zero byte";
  EXPECT_EQ(totals.bytes, 5 + 144);
}

TEST(UserCopies, OfADeepPathGrowWithItsDepth) {
  const auto one = totals_with("stat", {{"depth", "1"}});
  const auto eleven = totals_with("stat", {{"depth", "11"}});
  EXPECT_EQ(eleven.checked_bytes - one.checked_bytes, 10 * 10) << "/folder-00 is ten bytes";
}

TEST(UserCopies, OfReadAndWriteAreNeverChecked) {
  for (const auto* const target : {"zero", "null", "pipe", "file"}) {
    for (const auto* const name : {"read", "write"}) {
      const auto totals = totals_with(name, {{"target", target}, {"size", "100"}});
      EXPECT_EQ(totals.checked_copies, 0) << name << " " << target;
    }
  }
  EXPECT_EQ(totals_with("write", {{"target", "null"}}).copies, 0);
  EXPECT_EQ(totals_with("read", {{"target", "pipe"}, {"size", "100"}}).bytes, 200);
  EXPECT_EQ(totals_with("readv", {{"pieces", "3"}, {"size", "100"}}).bytes, 3 * (16 + 100));
}

TEST(UserCopies, OfSelectAreThreeSetsInAndThreeOut) {
  EXPECT_EQ(totals_with("select", {}).checked_copies, 6);
  EXPECT_EQ(totals_with("select", {}).checked_bytes, 6 * 8);
  EXPECT_EQ(totals_with("select", {{"descriptors", "65"}}).checked_bytes, 6 * 16);
}

TEST(UserCopies, OfPollComeInInPieces) {
  EXPECT_EQ(totals_with("poll", {{"descriptors", "30"}}).checked_copies, 1);
  EXPECT_EQ(totals_with("poll", {{"descriptors", "31"}}).checked_copies, 2);
  EXPECT_EQ(totals_with("poll", {{"descriptors", "541"}}).checked_copies, 3);
  EXPECT_EQ(totals_with("poll", {{"descriptors", "541"}}).checked_bytes, 8 * 541);
}

TEST(UserCopies, OfAMessageAreCheckedInAndOutOfASocketsHeadOnly) {
  EXPECT_EQ(totals_with("unix-stream", {{"size", "3776"}}).checked_bytes, 2 * 3776);
  EXPECT_EQ(totals_with("unix-stream", {{"size", "4096"}}).checked_bytes, 4096)
      << "all of it is in a page, and only reading is checked there";
  EXPECT_EQ(totals_with("unix-dgram", {{"size", "20000"}}).checked_bytes, 20'000 + (20'000 - 4096));
  EXPECT_EQ(totals_with("pipe", {{"size", "64"}}).checked_bytes, 0);
  EXPECT_EQ(totals_with("pipe", {{"size", "64"}}).bytes, 128);
}

TEST(UserCopies, OfALongMessageOfSystemVAreTwoEachWay) {
  EXPECT_EQ(totals_with("msgsnd", {{"size", "4048"}}).checked_copies, 2);
  EXPECT_EQ(totals_with("msgsnd", {{"size", "4049"}}).checked_copies, 4);
  EXPECT_EQ(totals_with("msgsnd", {{"size", "4049"}}).checked_bytes, 2 * 4049);
}

TEST(UserCopies, OfATimeFunctionAreNoneUnlessItIsASystemCall) {
  EXPECT_EQ(totals_with("clock-monotonic", {}).copies, 0);
  EXPECT_EQ(totals_with("clock-monotonic", {{"path", "syscall"}}).bytes, 16);
  EXPECT_EQ(totals_with("clock-thread-cpu", {{"path", "vdso"}}).copies, 1);
}

TEST(UserCopies, HaveSizesAndNumbersWhereverThereAreAny) {
  for (const auto& workload : all_workloads()) {
    const auto params = ParamValues::resolve(workload.name, workload.params, {});
    for (const auto& copy : workload.copies(*params)) {
      EXPECT_FALSE(copy.what.empty()) << workload.name;
      EXPECT_GT(copy.bytes, 0) << workload.name << ": " << copy.what;
      EXPECT_GT(copy.per_operation, 0) << workload.name << ": " << copy.what;
      EXPECT_FALSE(text_of(copy.check).empty());
    }
  }
}

}  // namespace
}  // namespace kab::workloads

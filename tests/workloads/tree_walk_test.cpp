#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "support/calls_of_run.h"
#include "workloads/made_folder.h"
#include "workloads/registry.h"
#include "workloads/user_copies.h"
#include "workloads/usercopy/tree_walker.h"

namespace kab::workloads {
namespace {

using Visit = TreeWalker::Visit;

struct Visits {
  std::size_t files = 0;
  std::size_t folders = 0;
};

Visits visits_of(TreeWalker& walker, std::size_t n) {
  Visits visits;
  for (std::size_t i = 0; i < n; ++i) {
    const Visit visit = walker.visit();
    EXPECT_NE(visit, Visit::kFailed);
    ++(visit == Visit::kFolder ? visits.folders : visits.files);
  }
  return visits;
}

TEST(TreeWalker, VisitsEachEntryOnceARound) {
  const auto folder = MadeFolder::make();
  ASSERT_TRUE(folder);
  const TreeShape shape{.levels = 3, .folders = 2, .files = 3};
  ASSERT_TRUE(make_tree(folder->path(), shape));
  TreeWalker walker(folder->path());
  const std::size_t entries = files_in(shape) + folders_in(shape);
  for (int round = 0; round < 3; ++round) {
    const Visits visits = visits_of(walker, entries);
    EXPECT_EQ(visits.files, files_in(shape)) << round;
    EXPECT_EQ(visits.folders, folders_in(shape)) << round;
  }
}

TEST(TreeWalker, BeginsAgainInAnEmptyFolder) {
  const auto folder = MadeFolder::make();
  TreeWalker walker(folder->path());
  EXPECT_EQ(visits_of(walker, 5).folders, 5U) << "the root, over and over";
}

TEST(TreeWalker, DoesNotFollowLinksToFolders) {
  const auto folder = MadeFolder::make();
  ASSERT_EQ(::symlink("/", (folder->path() + "/all").c_str()), 0);
  TreeWalker walker(folder->path());
  const Visits visits = visits_of(walker, 4);
  EXPECT_EQ(visits.files, 2U);
  EXPECT_EQ(visits.folders, 2U);
}

TEST(TreeWalker, FailsWhereTheRootIsNoFolder) {
  EXPECT_EQ(TreeWalker("/proc/self/status").visit(), Visit::kFailed);
  EXPECT_EQ(TreeWalker("/none/at/all").visit(), Visit::kFailed);
}

TEST(TreeWalker, GoesOnWhereTheTreeIsRemovedUnderIt) {
  const auto folder = MadeFolder::make();
  ASSERT_TRUE(make_tree(folder->path(), {.levels = 2, .folders = 2, .files = 50}));
  TreeWalker walker(folder->path());
  visits_of(walker, 4);
  ASSERT_TRUE(remove_tree(folder->path()));
  std::size_t visits = 0;
  while (walker.visit() != Visit::kFailed && visits < 1000) ++visits;
  EXPECT_LT(visits, 1000U) << "the root is gone";
}

TEST(TreeWalk, MakesTheCallsOfAWholeRoundExactly) {
  const auto workload = find_workload("tree-walk");
  const auto params = *ParamValues::resolve("tree-walk", workload->params, {});
  constexpr std::uint64_t kRound = 1000;
  const auto few = testing_support::calls_of_run(*workload, params, 1);
  const auto many = testing_support::calls_of_run(*workload, params, 1 + kRound);
  ASSERT_TRUE(few) << few.error().message;
  ASSERT_TRUE(many) << many.error().message;
  const auto more = syscalls::beyond(*many, *few);
  for (const auto& call : workload->calls(params)) {
    const auto known = syscalls::call_named(syscalls::kOwnAbi, call.name);
    ASSERT_TRUE(known) << call.name;
    EXPECT_EQ(more.contains(*known) ? more.at(*known).calls : 0,
              static_cast<std::uint64_t>(std::llround(call.per_operation * kRound)))
        << call.name;
  }
}

TEST(TreeWalk, DeclaresForATreeThatIsGivenWhatItDoesForOneThatIsMade) {
  const auto workload = find_workload("tree-walk");
  const auto folder = MadeFolder::make();
  const TreeShape shape{.levels = 3, .folders = 2, .files = 5};
  ASSERT_TRUE(make_tree(folder->path(), shape));
  const auto made = *ParamValues::resolve("tree-walk", workload->params,
                                          {{"levels", "3"}, {"folders", "2"}, {"files", "5"}});
  const auto given =
      *ParamValues::resolve("tree-walk", workload->params, {{"path", folder->path()}});
  const auto of_made = totals_of(workload->copies(made));
  const auto of_given = totals_of(workload->copies(given));
  EXPECT_DOUBLE_EQ(of_given.copies, of_made.copies);
  EXPECT_DOUBLE_EQ(of_given.bytes, of_made.bytes);
  EXPECT_DOUBLE_EQ(of_given.checked_bytes, of_made.checked_bytes);
}

TEST(TreeWalk, RefusesWhatIsNoFolder) {
  const auto workload = find_workload("tree-walk");
  const auto params = *ParamValues::resolve("tree-walk", workload->params, {{"path", "/none"}});
  const auto made = workload->make(params, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::kInput);
}

}  // namespace
}  // namespace kab::workloads

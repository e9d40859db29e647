#include "trial/suite_tree.h"

#include <utility>
#include <vector>

#include "base/file_tree.h"
#include "base/text.h"
#include "sys/process.h"

namespace kab::trial {
namespace {

constexpr std::int64_t kGitDeadlineNs = 60'000'000'000;

Result<void> git(const std::string& folder, const std::vector<std::string>& words) {
  // Nobody's settings, so that the repository is the same everywhere.
  sys::Command command{
      .argv = {"git", "-C", folder, "-c", "user.name=kab", "-c", "user.email=kab@localhost", "-c",
               "commit.gpgsign=false"},
      .environment = {{"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"}},
      .deadline_ns = kGitDeadlineNs};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  KAB_TRY(const auto outcome, sys::run(command));
  if (outcome.succeeded()) return {};
  return fail_unavailable("git " + words.front() + " in " + folder + " " +
                          sys::description_of(outcome) + ": " +
                          std::string(trimmed(outcome.errors)));
}

}  // namespace

Result<std::shared_ptr<const SuiteTree>> SuiteTree::make() {
  KAB_TRY(auto path, make_temporary_folder());
  const std::shared_ptr<const SuiteTree> tree(new SuiteTree(std::move(path)));
  KAB_CHECK(make_tree(tree->path(), {}));
  if (sys::find_program("git")) KAB_CHECK(tree->commit());
  return tree;
}

Result<void> SuiteTree::commit() const {
  KAB_CHECK(git(path_, {"init", "--quiet"}));
  KAB_CHECK(git(path_, {"add", "--all"}));
  return git(path_, {"commit", "--quiet", "--message", "a tree of small files"});
}

SuiteTree::~SuiteTree() {
  // Nobody can be told here; what cannot be removed is a folder in $TMPDIR.
  static_cast<void>(remove_tree(path_));
}

}  // namespace kab::trial

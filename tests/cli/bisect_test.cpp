// git bisect run with kab as its judge: the script of docs/bisect.md, word for word, over a small
// repository whose commits change the options that a kernel is booted with. A program of the tests
// plays the kernels.
#include <gmock/gmock.h>

#include "base/files.h"
#include "cli/guest_kab.h"
#include "sys/process.h"

namespace kab::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// The first block of the page that is a script.
std::string script_of_page() {
  const auto page = read_file(KAB_SOURCE_DIR "/docs/bisect.md").value_or("");
  const auto start = page.find("#!/bin/sh");
  if (start == page.npos) return {};
  return page.substr(start, page.find("```", start) - start);
}

class Bisect : public GuestKabTest {
 protected:
  Bisect() {
    std::filesystem::permissions(file("step", script_of_page()), std::filesystem::perms::all);
    git("init -q -b main");
  }

  // A shell line in the repository, with git of nobody in particular and the built kab in PATH.
  Said shell(const std::string& line) const {
    const std::string repository = path("repository");
    const std::string kab_folder = std::filesystem::path(KAB_PROGRAM).parent_path();
    const auto outcome =
        sys::run({.argv = {"sh", "-c",
                           "mkdir -p '" + repository + "' && cd '" + repository + "' && " + line},
                  .environment = {{"LC_ALL", "C"},
                                  {"PATH", kab_folder + ":/usr/local/bin:/usr/bin:/bin"},
                                  {"GIT_CONFIG_GLOBAL", "/dev/null"},
                                  {"GIT_CONFIG_NOSYSTEM", "1"},
                                  {"GIT_AUTHOR_NAME", "kab"},
                                  {"GIT_AUTHOR_EMAIL", "kab@example.org"},
                                  {"GIT_COMMITTER_NAME", "kab"},
                                  {"GIT_COMMITTER_EMAIL", "kab@example.org"},
                                  {"KERNEL", kernel_},
                                  {"KAB_QEMU", qemu_},
                                  {"KAB_COUNT_PLUGIN", kernel_},
                                  {"KAB_WORKER", KAB_WORKER_PROGRAM},
                                  {"XDG_CACHE_HOME", path("cache")}},
                  .deadline_ns = 120'000'000'000});
    EXPECT_TRUE(outcome) << outcome.error().message;
    if (!outcome) return {};
    return {.exit_code = outcome->exit_code, .out = outcome->output, .err = outcome->errors};
  }

  void git(const std::string& words) const {
    const auto said = shell("git " + words);
    ASSERT_EQ(said.exit_code, 0) << words << ": " << said.err;
  }

  void commit(const std::string& options, const std::string& message) const {
    const auto said = shell("echo '" + options +
                            "' >options && git add options && git commit -q -m '" + message + "'");
    ASSERT_EQ(said.exit_code, 0) << said.err;
  }

  Said bisect(const std::string& words) const {
    git("bisect start HEAD good");
    return shell("git bisect run ../step " + words);
  }
};

TEST_F(Bisect, FindsTheCommitThatAddedInstructionsPastThoseThatDoNotBoot) {
  commit("fake.cost=387 a=1", "first");
  git("tag good");
  commit("fake.cost=387 a=2", "nothing that costs");
  commit("fake.cost=388 a=3", "one instruction, below the threshold");
  commit("fake=panic a=4", "does not boot");
  commit("fake=panic a=5", "does not boot either");
  commit("fake.cost=388 a=6", "boots again");
  commit("fake.cost=391 a=7", "checks every copy");
  commit("fake.cost=391 a=8", "nothing that costs, again");
  const auto said = bisect("getppid");
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("is the first bad commit"), HasSubstr("checks every copy")));
  EXPECT_THAT(shell("git bisect log").out, HasSubstr("git bisect skip"));
}

TEST_F(Bisect, StopsWhereTheScriptItselfIsWrong) {
  commit("fake.cost=387 a=1", "first");
  git("tag good");
  for (const auto* a : {"2", "3", "4"}) commit("fake.cost=387 a=" + std::string(a), a);
  const auto said = bisect("no-such-workload");
  EXPECT_NE(said.exit_code, 0);
  EXPECT_THAT(said.out + said.err,
              AllOf(HasSubstr("no-such-workload"), Not(HasSubstr("is the first bad commit"))));
}

}  // namespace
}  // namespace kab::cli

// The commands that the README shows are run as they stand, but for fewer repeats.
#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

// Lines of the README that start with "kab ", inside its code blocks.
std::vector<std::string> commands_of_readme() {
  std::vector<std::string> commands;
  bool in_code = false;
  const auto text = read_file(KAB_SOURCE_DIR "/README.md").value();
  for (const auto line : split(text, '\n')) {
    if (line.starts_with("```")) in_code = !in_code;
    if (in_code && line.starts_with("kab ")) commands.emplace_back(line.substr(4));
  }
  return commands;
}

// Six blocks instead of a minute, one of a suite, a second of checks; recordings of trials go where
// the compare lines look for them.
std::vector<std::string> quickened(const std::string& command) {
  std::vector<std::string> words_of_it;
  for (const auto word : words(command)) words_of_it.emplace_back(word);
  if (words_of_it.front() == "compare") return words_of_it;
  const std::set<std::string> as_it_is = {"vdso", "syscalls", "stat", "profile"};
  if (as_it_is.contains(words_of_it.front())) return words_of_it;
  if (words_of_it.front() == "check") return {"check", "--time", "1s"};
  const auto repeat = std::ranges::find(words_of_it, "--repeat");
  if (repeat != words_of_it.end()) words_of_it.erase(repeat, repeat + 2);
  const bool is_suite = std::ranges::find(words_of_it, "--suite") != words_of_it.end();
  const std::vector<std::string> quick = {"--repeat", is_suite ? "1" : "6"};
  words_of_it.insert(words_of_it.begin() + 1, quick.begin(), quick.end());
  if (words_of_it.front() == "trial")
    for (const auto* word : {"trial.kab", "-o", "--force"})
      words_of_it.insert(words_of_it.begin() + 1, word);
  return words_of_it;
}

class ReadmeTest : public KabTest {};

TEST_F(ReadmeTest, EveryCommandItShowsRuns) {
  for (const auto* name : {"old", "new"}) {
    file(name, "#!/bin/sh\necho 5\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::all);
  }
  for (const auto* name : {"before.txt", "after.txt"}) file(name, "1\n2\n3\n4\n5\n6\n7\n");
  for (const auto* name : {"before.json", "after.json"})
    file(
        name,
        R"({"results": [{"command": "x", "mean": 0.35, "times": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}]})");
  const auto commands = commands_of_readme();
  ASSERT_GT(commands.size(), 8U);
  for (const auto& command : commands) {
    const auto said = kab(quickened(command));
    EXPECT_TRUE(said.exit_code == 0 || said.exit_code == 1) << command << "\n" << said.err;
    EXPECT_FALSE(said.out.empty()) << command;
  }
}

}  // namespace
}  // namespace kab::cli

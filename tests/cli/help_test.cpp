// Help and version: on stdout, without an error.
#include <algorithm>

#include "base/text.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

class HelpOf : public KabTest {
 protected:
  /// The commands that `kab --help` lists.
  std::vector<std::string> commands() const {
    const auto help = kab({"--help"}).out;
    std::vector<std::string> names;
    bool listed = false;
    for (const auto line : split(help, '\n')) {
      if (line.starts_with("Subcommands:")) listed = true;
      const auto parts = words(line);
      if (listed && line.starts_with("  ") && !line.starts_with("   "))
        names.emplace_back(parts.front());
    }
    return names;
  }
};

TEST_F(HelpOf, KabListsItsCommands) {
  const auto said = kab({"--help"});
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(said.err, "");
  const auto names = commands();
  for (const auto* name : {"trial", "run", "compare", "show", "list"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << said.out;
}

TEST_F(HelpOf, EveryCommandHasExamples) {
  for (const auto& name : commands()) {
    const auto said = kab({name, "--help"});
    EXPECT_EQ(said.exit_code, 0) << name;
    EXPECT_EQ(said.err, "") << name;
    EXPECT_NE(said.out.find("\nExamples:\n  kab " + name), std::string::npos) << said.out;
  }
}

TEST_F(HelpOf, TheTrialExplainsArmKeysAndExitCodes) {
  const auto out = kab({"trial", "--help"}).out;
  for (const auto* part : {"sysctl.<name>", "Exit codes:", "130 interrupted", "--require-verdict"})
    EXPECT_NE(out.find(part), std::string::npos) << part;
}

TEST_F(HelpOf, TheVersionIsOneLine) {
  const auto said = kab({"--version"});
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_TRUE(said.out.starts_with("kab ")) << said.out;
  EXPECT_EQ(said.out.find('\n'), said.out.size() - 1);
  EXPECT_EQ(said.err, "");
}

}  // namespace
}  // namespace kab::cli

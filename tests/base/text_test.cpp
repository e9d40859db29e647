#include "base/text.h"

#include <gtest/gtest.h>

namespace kab {
namespace {

TEST(Nearest, FindsTheSlipOfTheFingerAndNothingForAnotherWord) {
  const std::vector<std::string_view> names = {"unix-stream", "unix-seqpacket", "stat"};
  EXPECT_EQ(nearest("unix-seqpackt", names), "unix-seqpacket");
  EXPECT_EQ(nearest("stta", names), "stat");
  EXPECT_EQ(nearest("fork-and-exec", names), "");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(Words, SkipsRunsOfSpace) {
  EXPECT_EQ(words("  a\t b\r\n"), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_TRUE(words(" \n").empty());
}

TEST(InQuotes, MakesControlCharactersVisibleAndCutsLongText) {
  EXPECT_EQ(in_quotes("a\x1b[31m\"\n"), R"("a\x1b[31m\"\x0a")");
  EXPECT_EQ(in_quotes("abcdef", 3), "\"abc\"...");
}

TEST(ShellWords, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(shell_words({"find", "/usr", "-name", "*.c", "it's", ""}),
            "find /usr -name '*.c' 'it'\\''s' ''");
}

}  // namespace
}  // namespace kab

#include "report/visible.h"

#include <gtest/gtest.h>

namespace kab::report {
namespace {

std::string unicode(std::string_view text) { return visible(text, Glyphs::kUnicode); }
std::string ascii(std::string_view text) { return visible(text, Glyphs::kAscii); }

TEST(Visible, ShowsControlCharactersInsteadOfSendingThem) {
  EXPECT_EQ(unicode("a\x1b[31mb\r\n\t\x7f"), "a\\x1b[31mb\\x0d\\x0a\\x09\\x7f");
  EXPECT_EQ(unicode("\xc2\x9b"
                    "31m"),
            "\\x9b31m");
  EXPECT_EQ(unicode(std::string_view("\0", 1)), "\\x00");
}

TEST(Visible, ShowsCharactersThatReorderOrHideText) {
  EXPECT_EQ(unicode("a\u202eb\u2066c\u200bd\ufeff"), "a\\u202eb\\u2066c\\u200bd\\ufeff");
}

TEST(Visible, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(unicode("\xff"), "\\xff");
  EXPECT_EQ(unicode("\xc0\xaf"), "\\xc0\\xaf");                    // overlong '/'
  EXPECT_EQ(unicode("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");           // overlong, three bytes
  EXPECT_EQ(unicode("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // surrogate
  EXPECT_EQ(unicode("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // over U+10FFFF
  EXPECT_EQ(unicode("a\xe6\x97"), "a\\xe6\\x97");                  // cut short
}

TEST(Visible, LeavesOrdinaryTextAlone) {
  EXPECT_EQ(unicode("größe 日本 ±1 % 🐧 \\x41"), "größe 日本 ±1 % 🐧 \\x41");
  EXPECT_EQ(ascii("plain | <text>"), "plain | <text>");
}

TEST(Visible, InAsciiKeepsTheMeaningOrTheCodePoint) {
  EXPECT_EQ(ascii("±1 % µs 3×…"), "+-1 % us 3x...");
  EXPECT_EQ(ascii("é日🐧"), "\\u00e9\\u65e5\\u1f427");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("±µ"), 2U);
  EXPECT_EQ(display_width("日本🐧"), 6U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
}

TEST(CutMiddle, KeepsBothEnds) {
  EXPECT_EQ(cut_middle("abcdefghij", 10, Glyphs::kUnicode), "abcdefghij");
  EXPECT_EQ(cut_middle("abcdefghij", 7, Glyphs::kUnicode), "abc…hij");
  EXPECT_EQ(cut_middle("abcdefghij", 8, Glyphs::kAscii), "abc...ij");
  EXPECT_EQ(cut_middle("abcdefghij", 2, Glyphs::kAscii), "ab");
}

TEST(CutMiddle, NeverSplitsACharacterNorGrowsTooWide) {
  for (std::size_t columns = 0; columns < 16; ++columns) {
    const auto text = cut_middle("日本日本日本日本", columns, Glyphs::kUnicode);
    EXPECT_LE(display_width(text), columns);
    EXPECT_EQ(unicode(text), text);
  }
}

TEST(Wrapped, BreaksAtSpacesAndIndentsWhatFollows) {
  EXPECT_EQ(wrapped("one two three four", 14, 4), "one two\n    three four\n");
  EXPECT_EQ(wrapped("", 20, 0), "\n");
  EXPECT_EQ(wrapped("exactly ten", 11, 0), "exactly ten\n");
}

TEST(Wrapped, BreaksAWordThatFitsNowhere) {
  EXPECT_EQ(wrapped("aaaaaaaaaaaaaaaaaaaaaaaaa b", 10, 0), "aaaaaaaaaa\naaaaaaaaaa\naaaaa b\n");
}

TEST(Wrapped, KeepsPercentAndIntervalWithTheirNumbers) {
  EXPECT_EQ(wrapped("abc defgh 12.1 % x", 14, 0), "abc defgh\n12.1 % x\n");
  EXPECT_EQ(wrapped("ab 1 % [-1.2, +3.4] x", 14, 0), "ab 1 %\n[-1.2, +3.4] x\n");
}

}  // namespace
}  // namespace kab::report

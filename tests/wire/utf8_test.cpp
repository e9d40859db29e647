#include "wire/utf8.h"

#include <gtest/gtest.h>

namespace kab::wire {
namespace {

TEST(Utf8, MeasuresCharactersOfEachLength) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("\x7fz"), 1U);
  EXPECT_EQ(utf8_length("\xc3\xa9!"), 2U);
  EXPECT_EQ(utf8_length("\xe2\x82\xac!"), 3U);
  EXPECT_EQ(utf8_length("\xf0\x9f\x98\x80!"), 4U);
}

TEST(Utf8, RefusesWhatIsNotACharacter) {
  EXPECT_EQ(utf8_length(""), 0U);
  EXPECT_EQ(utf8_length("\x80"), 0U) << "a tail byte first";
  EXPECT_EQ(utf8_length("\xff"), 0U);
  EXPECT_EQ(utf8_length("\xe2\x82"), 0U) << "cut";
  EXPECT_EQ(utf8_length("\xe2\x82z"), 0U) << "no tail byte";
  EXPECT_EQ(utf8_length("\xc0\xaf"), 0U) << "overlong, two bytes";
  EXPECT_EQ(utf8_length("\xe0\x80\xaf"), 0U) << "overlong, three bytes";
  EXPECT_EQ(utf8_length("\xf0\x80\x80\xaf"), 0U) << "overlong, four bytes";
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0U) << "a surrogate";
  EXPECT_EQ(utf8_length("\xf4\x90\x80\x80"), 0U) << "above U+10FFFF";
}

TEST(Utf8, WritesWhatItMeasures) {
  for (const std::uint32_t code :
       {0x41U, 0x7fU, 0x80U, 0x7ffU, 0x800U, 0xd7ffU, 0xe000U, 0xffffU, 0x10000U, 0x10ffffU}) {
    std::string text;
    append_utf8(text, code);
    EXPECT_EQ(utf8_length(text), text.size()) << code;
  }
  std::string euro;
  append_utf8(euro, 0x20ac);
  EXPECT_EQ(euro, "\xe2\x82\xac");
}

}  // namespace
}  // namespace kab::wire

#include "readers/encoding.h"

#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

enum class ByteOrder { kLittle, kBig };

std::string utf16(const std::u16string& text, ByteOrder order) {
  std::string bytes;
  for (const char16_t unit : text) {
    const auto low = static_cast<char>(unit & 0xff);
    const auto high = static_cast<char>(unit >> 8);
    bytes += order == ByteOrder::kLittle ? low : high;
    bytes += order == ByteOrder::kLittle ? high : low;
  }
  return bytes;
}

TEST(Decoded, GivesTheSameTextFromEveryEncoding) {
  const std::u16string wide = u"name \u00e9\u20ac\U0001f600\r\n1\r\n";
  const std::string want = "name \u00e9\u20ac\U0001f600\n1\n";
  for (const auto order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    EXPECT_EQ(decoded(utf16(u"\ufeff" + wide, order), "x").value(), want);
    EXPECT_EQ(decoded(utf16(wide, order), "x").value(), want);
  }
  EXPECT_EQ(decoded("\xef\xbb\xbf" + want, "x").value(), want);
  EXPECT_EQ(decoded(want, "x").value(), want);
}

TEST(Decoded, TakesOtherBytesAsLatin1) {
  EXPECT_EQ(decoded("caf\xe9 1\n", "x").value(), "caf\u00e9 1\n");
  EXPECT_EQ(decoded("12\xb5s\n", "x").value(), "12\u00b5s\n");
}

TEST(Decoded, MakesEveryLineEndTheSame) {
  EXPECT_EQ(decoded("1\r\n2\r3\n\r\n4\r", "x").value(), "1\n2\n3\n\n4\n");
}

TEST(Decoded, RefusesBrokenUtf16) {
  EXPECT_FALSE(
      decoded("\xff\xfe"
              "1",
              "x"));
  EXPECT_FALSE(decoded(utf16(u"\ufeff"
                             u"1",
                             ByteOrder::kLittle) +
                           "\x3d\xd8",
                       "x"));
}

TEST(Decoded, SaysWhatABinaryFileIs) {
  EXPECT_THAT(decoded("\x1f\x8b\x08rest", "x").error().message, HasSubstr("gzip"));
  EXPECT_THAT(decoded("BZh91AY&SY", "x").error().message, HasSubstr("bunzip2"));
  EXPECT_THAT(decoded("SQLite format 3", "x").error().message, HasSubstr("SQLite"));
  EXPECT_THAT(decoded(std::string("12\n34\n5\0", 8), "x").error().message, HasSubstr("zero bytes"));
}

TEST(Encodings, AreNoneOfTheReadersBusiness) {
  const std::u16string text = u"\ufeffBenchmarkA-8 10 5 ns/op\r\n";
  for (const auto order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const auto file = read_text(utf16(text, order), "x");
    ASSERT_EQ(file.sets.size(), 1U);
    EXPECT_EQ(file.sets[0].benchmark, "A-8");
    EXPECT_EQ(file.sets[0].metric.unit, "ns/op");
  }
  EXPECT_THAT(values_of("\xef\xbb\xbf"
                        "1\r\n2\r\n",
                        "x"),
              ElementsAre(1, 2));
}

}  // namespace
}  // namespace kab::readers

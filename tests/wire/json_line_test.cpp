#include "wire/json_line.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::wire {
namespace {

using ::testing::HasSubstr;

std::string reason_against(std::string_view line) {
  const auto value = parse_json_line(line);
  if (value) return "accepted";
  EXPECT_EQ(value.error().kind, ErrorKind::kInput);
  return value.error().message;
}

std::string string_in(std::string_view line) {
  const auto value = parse_json_line(line);
  return value && value->kind == JsonValue::Kind::kString ? value->text : reason_against(line);
}

TEST(JsonLine, ParsesAnObjectOfEachKind) {
  const auto value = parse_json_line(
      " {\"a\": -1.5e3, \"b\":[1,2], \"c\":{\"d\":\"x\"}, "
      "\"e\":true ,\"f\":null, \"g\":[], \"h\":{}}\r\n");
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(value->member("a")->text, "-1.5e3");
  ASSERT_EQ(value->member("b")->values.size(), 2U);
  EXPECT_EQ(value->member("b")->values[1].text, "2");
  EXPECT_EQ(value->member("c")->member("d")->text, "x");
  EXPECT_EQ(value->member("e")->kind, JsonValue::Kind::kBool);
  EXPECT_EQ(value->member("f")->kind, JsonValue::Kind::kNull);
  EXPECT_EQ(value->member("g")->kind, JsonValue::Kind::kArray);
  EXPECT_EQ(value->member("h")->kind, JsonValue::Kind::kObject);
  EXPECT_EQ(value->member("absent"), nullptr);
}

TEST(JsonLine, ReadsEveryEscape) {
  EXPECT_EQ(string_in(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(string_in(R"("\u0041\u00e9\u20AC")"), "A\xc3\xa9\xe2\x82\xac");
  EXPECT_EQ(string_in(R"("\ud83d\ude00")"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(string_in(R"("a\u0000b")"), std::string("a\0b", 3));
}

TEST(JsonLine, RefusesBrokenStringsAndNamesTheByte) {
  EXPECT_EQ(reason_against("\"ab"), "not JSON at byte 3: the line ends inside a string");
  EXPECT_THAT(reason_against(R"("\x")"), HasSubstr("byte 2: an escape that JSON does not have"));
  EXPECT_THAT(reason_against(R"("\u12g4")"), HasSubstr("four hex digits"));
  EXPECT_THAT(reason_against(R"("\u12)"), HasSubstr("four hex digits"));
  EXPECT_THAT(reason_against(R"("\ud83d")"), HasSubstr("surrogate"));
  EXPECT_THAT(reason_against(R"("\ud83d\u0041")"), HasSubstr("surrogate"));
  EXPECT_THAT(reason_against(R"("\ude00")"), HasSubstr("surrogate"));
  EXPECT_THAT(reason_against(R"("\ude00\ude00")"), HasSubstr("surrogate"));
  EXPECT_THAT(reason_against("\"a\nb\""), HasSubstr("control character"));
  EXPECT_THAT(reason_against("\"a\xff\""), HasSubstr("byte 2: a byte that is not UTF-8"));
}

TEST(JsonLine, RefusesNumbersThatJsonDoesNotHave) {
  for (const std::string_view line :
       {"01", "+1", ".5", "1.", "1e", "1e+", "-", "nan", "inf", "0x10", "1_000", "--1"}) {
    EXPECT_THAT(reason_against(line), HasSubstr("not JSON at byte")) << line;
  }
  for (const std::string_view line : {"0", "-0", "10", "0.5", "1E+9", "1e-9"}) {
    EXPECT_EQ(reason_against(line), "accepted") << line;
  }
}

TEST(JsonLine, RefusesBrokenStructure) {
  for (const std::string_view line : {"", "   ", "{", "[", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
                                      "[1,]", "[1 2]", "{a:1}", "{\"a\":1}}", "1 2", "tru", "}"}) {
    EXPECT_THAT(reason_against(line), HasSubstr("not JSON at byte")) << line;
  }
  EXPECT_THAT(reason_against(R"({"a":1,"a":2})"), HasSubstr("twice"));
}

TEST(JsonLine, BoundsTheDepthWhateverComes) {
  EXPECT_EQ(reason_against("[[[[1]]]]"), "accepted");
  EXPECT_THAT(reason_against("[[[[[1]]]]]"), HasSubstr("byte 4: nested too deeply"));
  EXPECT_THAT(reason_against(std::string(1'000'000, '[')), HasSubstr("nested too deeply"));
}

TEST(JsonLine, WritesWhatItReads) {
  const std::string nasty = std::string("\"\\\n\t\x01\x7f/ \xe2\x82\xac", 11) + '\0';
  JsonObject object;
  object.add("text", nasty)
      .add("big", std::numeric_limits<std::uint64_t>::max())
      .add("small", std::numeric_limits<std::int64_t>::min())
      .add("half", 0.5)
      .add("literal", "x")
      .add_json("list", json_array({"1", "2"}));
  const std::string json = object.json();
  EXPECT_EQ(json.find('\n'), std::string::npos);
  const auto value = parse_json_line(json);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(value->member("text")->text, nasty);
  EXPECT_EQ(value->member("big")->text, "18446744073709551615");
  EXPECT_EQ(value->member("small")->text, "-9223372036854775808");
  EXPECT_EQ(value->member("half")->text, "0.5");
  EXPECT_EQ(value->member("list")->values.size(), 2U);
}

TEST(JsonLine, WritesNoNumberThatJsonDoesNotHave) {
  EXPECT_EQ(JsonObject().add("x", std::numeric_limits<double>::quiet_NaN()).json(),
            R"({"x":null})");
  EXPECT_EQ(JsonObject().add("x", std::numeric_limits<double>::infinity()).json(), R"({"x":null})");
  EXPECT_EQ(JsonObject().json(), "{}");
}

TEST(JsonLine, MendsTextThatIsNotUtf8) {
  EXPECT_EQ(as_utf8("a\xe2\x82"), "a\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(as_utf8("\xc3\xa9"), "\xc3\xa9");
}

}  // namespace
}  // namespace kab::wire

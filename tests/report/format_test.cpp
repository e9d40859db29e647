#include "report/format.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/specimens.h"

namespace kab::report {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::array kAll = {Format::kText, Format::kMail,  Format::kCsv,
                             Format::kJson, Format::kJunit, Format::kMarkdown};

TEST(Format, IsReadBackFromItsName) {
  for (const auto format : kAll) EXPECT_EQ(parse_format(text_of(format)).value(), format);
}

TEST(Format, SuggestsTheNearNameOrAll) {
  EXPECT_THAT(parse_format("markdow").error().message, HasSubstr("did you mean markdown?"));
  EXPECT_THAT(parse_format("spreadsheet").error().message, HasSubstr("say text, mail, csv"));
  EXPECT_EQ(parse_format("").error().kind, ErrorKind::kInput);
}

TEST(Format, NeverPassesOnAControlCharacter) {
  for (const auto format : kAll) {
    const auto text = render(hostile_judgement(), format, {});
    for (const unsigned char c : text)
      EXPECT_TRUE(c >= 0x20 || c == '\n' || c == '\t' || c == '\r') << text_of(format);
    EXPECT_EQ(text.find('\x7f'), std::string::npos) << text_of(format);
  }
}

TEST(Format, NeverPrintsWhatIsNoNumber) {
  for (const auto format : kAll) {
    const auto text = render(hostile_judgement(), format, {});
    for (const auto* word : {" nan", "nan ", "NaN", " inf", "inf ", "Infinity", ":inf", ",inf"})
      EXPECT_THAT(text, Not(HasSubstr(word))) << text_of(format);
  }
}

TEST(Format, EndsEveryDocumentInANewlineEvenOfNothing) {
  for (const auto format : kAll) EXPECT_EQ(render({}, format, {}).back(), '\n');
}

}  // namespace
}  // namespace kab::report

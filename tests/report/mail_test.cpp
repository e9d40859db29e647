// What a mail must keep to whatever the names are.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/format.h"
#include "report/formats.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

using testing::HasSubstr;

model::Judgement long_names() {
  auto judgement = mixed_judgement();
  const std::string name(300, 'x');
  judgement.warnings = {{name, name}};
  for (auto& arm : judgement.arms) arm.name = name;
  for (auto& one : judgement.comparisons) {
    one.workload = one.baseline = one.arm = one.metric.name = one.metric.unit = name;
    one.baseline_median = 1e300;
    one.absolute_change = -1e-300;
    one.change = 1e300;
    one.interval = Interval{1e299, 1e301};
  }
  judgement.distributions = {
      {name, {name, name, model::Better::kLower}, 1e300, {{name, 1, {{-1e300, 1}}}}}};
  judgement.views = {{name, {name, name, model::Better::kLower}, {{name, 1e300}, {name, 1}}}};
  return judgement;
}

// Columns of a line whose tabs stop at multiples of eight.
std::size_t columns_with_tabs(std::string_view line) {
  std::size_t columns = 0;
  for (const char c : line) columns = c == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
  return columns;
}

TEST(Mail, KeepsUnderEightyColumnsEvenQuotedTwice) {
  auto specimens = all_specimens();
  specimens.emplace_back("long names", long_names());
  for (const auto& [name, judgement] : specimens) {
    const auto mail = render(judgement, Format::kMail, {.columns = 200});
    for (const auto line : split(mail, '\n'))
      EXPECT_LT(columns_with_tabs("> > " + std::string(line)), 80U) << name << ": " << line;
  }
}

TEST(Mail, IsAsciiWithoutColourWhateverIsAskedFor) {
  const RenderOptions bright{.glyphs = Glyphs::kUnicode, .color = Color::kAlways, .columns = 200};
  for (const auto& [name, judgement] : all_specimens()) {
    const auto mail = render(judgement, Format::kMail, bright);
    EXPECT_TRUE(std::ranges::all_of(mail, [](char c) {
      return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t';
    })) << name;
  }
}

TEST(Mail, EndsWithTheParagraphForACommitMessage) {
  const auto mail = render(faster_judgement(), Format::kMail, {});
  const auto paragraph = mail.substr(mail.rfind("\n\n") + 2);
  EXPECT_THAT(paragraph, HasSubstr("long is faster than short, -12.1 %\n[-13.9, -10.4]"));
  EXPECT_THAT(paragraph, HasSubstr("n = 24\nprocesses an arm"));
  EXPECT_THAT(paragraph, HasSubstr("random order (seed 7)"));
  EXPECT_THAT(paragraph, HasSubstr("on this\nmachine and in one boot"));
  EXPECT_THAT(paragraph, HasSubstr("A/A control passed, +0.1 %\n[-0.4, +0.6]"));
}

TEST(Text, KeepsToTheColumnsItIsGiven) {
  auto specimens = all_specimens();
  specimens.emplace_back("long names", long_names());
  for (const int columns : {50, 72, 100, 160}) {
    for (auto& [name, judgement] : specimens) {
      judgement.recording.clear();
      const auto text =
          render(judgement, Format::kText, {.glyphs = Glyphs::kAscii, .columns = columns});
      for (const auto line : split(text, '\n'))
        EXPECT_LE(line.size(), static_cast<std::size_t>(columns)) << name << ": " << line;
    }
  }
}

}  // namespace
}  // namespace kab::report

// Escaping in the formats that other programs read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/format.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string hostile(Format format) { return render(hostile_judgement(), format, {}); }

// The cells of a CSV record as RFC 4180 reads them.
std::vector<std::string> cells_of(std::string_view record) {
  std::vector<std::string> cells(1);
  bool in_quotes = false;
  for (std::size_t at = 0; at < record.size(); ++at) {
    if (record[at] == '"' && in_quotes && at + 1 < record.size() && record[at + 1] == '"') {
      cells.back() += record[at++];
    } else if (record[at] == '"') {
      in_quotes = !in_quotes;
    } else if (record[at] == ',' && !in_quotes) {
      cells.emplace_back();
    } else {
      cells.back() += record[at];
    }
  }
  return cells;
}

TEST(Csv, HasAsManyCellsInEachRowAsInTheHeader) {
  for (const auto& [name, judgement] : all_specimens()) {
    const auto text = render(judgement, Format::kCsv, {});
    const auto lines = split(text, '\n');
    ASSERT_EQ(lines.size(), judgement.comparisons.size() + judgement.means.size() + 2) << name;
    for (std::size_t at = 0; at + 1 < lines.size(); ++at) {
      EXPECT_TRUE(lines[at].ends_with('\r')) << name;
      EXPECT_EQ(cells_of(lines[at]).size(), cells_of(lines[0]).size()) << name;
    }
  }
}

TEST(Csv, LetsNoNameBecomeAFormula) {
  const auto text = hostile(Format::kCsv);
  const auto cells = cells_of(split(text, '\n')[1]);
  EXPECT_EQ(cells[0], "'=cmd|' /C calc'!A0\\x1b[31m\\x0d\\x0a\"<script>&]]>`*_");
  EXPECT_EQ(cells[7], "'@al|ice");
  EXPECT_EQ(cells[8], "'+b<o>b 日本");
  EXPECT_EQ(cells[16], "-0.99816");  // a number of ours stays a number
}

TEST(Junit, EscapesMarkup) {
  const auto text = hostile(Format::kJunit);
  EXPECT_THAT(text, HasSubstr("&quot;&lt;script&gt;&amp;]]&gt;"));
  EXPECT_THAT(text, HasSubstr("calc&apos;!A0\\x1b[31m"));
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
}

TEST(Junit, FailsWhatIsSlowerAndSkipsWhatIsUndecided) {
  const auto text = render(mixed_judgement(), Format::kJunit, {});
  EXPECT_THAT(text, HasSubstr("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(text,
              HasSubstr("name=\"time: patch against stock\">\n      <failure type=\"slower\""));
  EXPECT_THAT(text, HasSubstr("needs about 96 blocks in all, if the effect stays as observed\"/>"));
}

TEST(Markdown, EscapesWhatWouldBreakTheTableOrTheText) {
  const auto text = hostile(Format::kMarkdown);
  EXPECT_THAT(text, HasSubstr("&#64;al\\|ice"));
  EXPECT_THAT(text, HasSubstr("&lt;script\\>&amp;\\]\\]\\>\\`\\*\\_"));
  EXPECT_THAT(text, Not(HasSubstr("<script")));
}

TEST(Markdown, KeepsEveryRowOfTheTableWhole) {
  const auto text = hostile(Format::kMarkdown);
  for (const auto line : split(text, '\n')) {
    if (!line.starts_with("| ")) continue;
    std::size_t bars = 0;
    for (std::size_t at = 0; at < line.size(); ++at)
      if (line[at] == '|' && (at == 0 || line[at - 1] != '\\')) ++bars;
    EXPECT_EQ(bars, 11U) << line;
  }
}

}  // namespace
}  // namespace kab::report

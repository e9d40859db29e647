#include "report/table.h"

#include <gtest/gtest.h>

namespace kab::report {
namespace {

TEST(Table, AlignsByDisplayWidthAndEndsNoLineInSpaces) {
  Table table({{"name"}, {"value", Align::kRight}, {"", Align::kLeft, 1}});
  table.add_row({{"日本"}, {"1 ±2"}, {"[x]"}});
  table.add_row({{"a"}, {"100"}});
  EXPECT_EQ(table.width(), 4U + 2 + 5 + 1 + 3);
  EXPECT_EQ(table.render(0),
            "name  value\n"
            "日本   1 ±2 [x]\n"
            "a       100\n");
}

TEST(Table, ColourChangesNoWidth) {
  Table plain({{"a"}, {"b", Align::kRight}, {"c"}});
  Table painted = plain;
  plain.add_row({{"x"}, {"yy"}, {"z"}});
  painted.add_row({{"x", "31"}, {"yy"}, {"z", "32"}});
  EXPECT_EQ(painted.width(), plain.width());
  auto text = painted.render(2);
  for (const std::string code : {"\x1b[31m", "\x1b[32m", "\x1b[0m", "\x1b[0m"})
    text.erase(text.find(code), code.size());
  EXPECT_EQ(text, plain.render(2));
}

TEST(Table, HeadingsWidenNoColumn) {
  Table table({{"a"}, {"b"}});
  table.add_heading("a long line between the rows");
  table.add_row({{"1"}, {"2"}});
  EXPECT_EQ(table.width(), 4U);
  EXPECT_EQ(table.render(2), "  a  b\na long line between the rows\n  1  2\n");
}

TEST(Table, WithoutHeadersHasNoHeaderLine) {
  Table table({{""}, {""}});
  table.add_row({{"1"}, {"2"}, {"left out"}});
  EXPECT_EQ(table.render(0), "1  2\n");
}

}  // namespace
}  // namespace kab::report

#include "report/facts.h"

#include <gtest/gtest.h>

namespace kab::report {
namespace {

TEST(Facts, AlignTextBesideLabelsAndWrapItUnderItself) {
  const RenderOptions options{.columns = 50};
  EXPECT_EQ(
      facts_text({{"a", "short"}, {"label", "one two three four five six seven eight nine ten"}},
                 options),
      "  a      short\n"
      "  label  one two three four five six seven eight\n"
      "         nine ten\n");
}

TEST(Facts, AreMadeVisibleAndAscii) {
  EXPECT_EQ(facts_text({{"l\n", "±\x1b"}}, {.glyphs = Glyphs::kAscii}), "  l\\x0a  +-\\x1b\n");
}

TEST(Columns, AreNeverFewerThanAReportNeeds) {
  EXPECT_EQ(columns_of({.columns = -3}), 50U);
  EXPECT_EQ(columns_of({.columns = 120}), 120U);
}

}  // namespace
}  // namespace kab::report

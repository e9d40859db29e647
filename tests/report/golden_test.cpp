// Each format of each specimen, byte for byte against golden/<specimen>.<format>.txt.
// After a change that is meant: KAB_UPDATE_GOLDEN=1 kab_report_test, then read the diff.
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/files.h"
#include "report/format.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

bool updating() {
  const char* wanted = std::getenv("KAB_UPDATE_GOLDEN");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

void expect_golden(const std::string& name, const std::string& actual) {
  const auto path = std::string(KAB_GOLDEN_DIR) + "/" + name + ".txt";
  if (updating()) std::ofstream(path, std::ios::binary) << actual;
  const auto expected = read_file(path);
  ASSERT_TRUE(expected.has_value()) << expected.error().message;
  EXPECT_EQ(actual, *expected) << path;
}

void expect_golden_of_all(Format format, const RenderOptions& options, const std::string& suffix) {
  for (const auto& [name, judgement] : all_specimens())
    expect_golden(name + "." + suffix, render(judgement, format, options));
}

TEST(Golden, TextAtAHundredColumns) { expect_golden_of_all(Format::kText, {}, "text"); }

TEST(Golden, TextInAsciiAtSixtyColumnsAndInColour) {
  const RenderOptions narrow{.glyphs = Glyphs::kAscii, .color = Color::kAlways, .columns = 60};
  expect_golden_of_all(Format::kText, narrow, "narrow");
}

TEST(Golden, Mail) { expect_golden_of_all(Format::kMail, {}, "mail"); }
TEST(Golden, Csv) { expect_golden_of_all(Format::kCsv, {}, "csv"); }
TEST(Golden, Json) { expect_golden_of_all(Format::kJson, {}, "json"); }
TEST(Golden, Junit) { expect_golden_of_all(Format::kJunit, {}, "junit"); }
TEST(Golden, Markdown) { expect_golden_of_all(Format::kMarkdown, {}, "markdown"); }

}  // namespace
}  // namespace kab::report

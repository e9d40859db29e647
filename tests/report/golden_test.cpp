// Each format of each specimen, byte for byte against golden/<specimen>.<format>.txt.
#include "report/golden.h"

#include <string>

#include <gtest/gtest.h>

#include "report/format.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

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

// The page of kab report: its data against a golden file, and that nothing from outside gets out of
// it.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "report/page_data.h"
#include "report/page_html.h"
#include "report/specimens.h"

namespace kab::report {
namespace {

using model::Json;
using testing::HasSubstr;
using testing::Not;

model::SampleSeries side_of(const std::string& name, model::SideRole role, double value) {
  model::SampleSeries side{.side = name, .role = role};
  for (std::uint32_t i = 0; i < 4; ++i) {
    side.values.push_back(value + i + 0.123456789);
    side.started_s.push_back(0.5 * i + 0.0004);
    side.blocks.push_back(i);
    side.positions.push_back(i % 2);
    side.sessions.push_back(0);
  }
  side.outliers = {3};
  side.modes = model::ModeBorder{.at = value + 1.5, .share_below = 0.5};
  side.median = value + 1.5;
  side.failed = 1;
  side.taken = 4;
  return side;
}

model::Session tallied_session() {
  model::Session session;
  session.kab_version = "1.2";
  session.started = "2026-01-02T03:04:05Z";
  session.argv = {"kab", "trial", "--", "echo", "two words"};
  session.arms = {{.arm = {.name = "stock", .settings = {}}, .environment = {}},
                  {.arm = {.name = "patch", .settings = {}}, .environment = {}}};
  session.subjects.push_back({.name = "getppid",
                              .abi = "x86_64",
                              .params = {},
                              .command = {},
                              .metrics = {model::time_metric()},
                              .calibration = {}});
  session.tally = {{.subject = 0,
                    .arm = 0,
                    .method = "bpf",
                    .abi = "x86_64",
                    .name = "getppid",
                    .calls = 100,
                    .errors = 0,
                    .operations = 100,
                    .seconds = {}},
                   {.subject = 0,
                    .arm = 1,
                    .method = "bpf",
                    .abi = "x86_64",
                    .name = "getppid",
                    .calls = 100,
                    .errors = 2,
                    .operations = 100,
                    .seconds = 0.5},
                   {.subject = 0,
                    .arm = 1,
                    .method = "bpf",
                    .abi = "x86_64",
                    .name = "poll",
                    .calls = 7,
                    .errors = 0,
                    .operations = 100,
                    .seconds = {}}};
  session.events = {
      {.at_ns = 1'500'000'000, .code = "kernel-message", .text = "perf: interrupt took too long"}};
  return session;
}

PageContent content_with(const model::Session& session) {
  PageContent content{.judgement = faster_judgement(), .series = {}, .sides = {}, .facts = {}};
  content.series.push_back({.workload = "unix-stream",
                            .abi = "x86_64",
                            .params = {{"size", "16"}},
                            .metric = model::time_metric(),
                            .primary = true,
                            .sides = {side_of("stock", model::SideRole::kBaseline, 9000),
                                      side_of("patch", model::SideRole::kArm, 8000),
                                      side_of("stock", model::SideRole::kAA, 9001)}});
  content.sides = {{.side = "stock", .session = &session, .arm = 0},
                   {.side = "patch", .session = &session, .arm = 1}};
  content.facts = {.sides = {"stock", "patch"},
                   .rows = {{.key = "kernel.release",
                             .values = {"6.1", std::nullopt},
                             .differs = true,
                             .moves = false}}};
  return content;
}

PageContent content_of(model::Judgement judgement) {
  return {.judgement = std::move(judgement), .series = {}, .sides = {}, .facts = {}};
}

const PageBundle kBundle{
    .script = "run();", .style = "p{}", .script_hash = "sha256-abc=", .style_hash = "sha256-def="};

std::size_t count_in(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(PageData, IsWhatTheGoldenFileSays) {
  const auto session = tallied_session();
  const auto actual = page_data(content_with(session)).dump(1) + "\n";
  const auto path = std::string(KAB_GOLDEN_DIR) + "/page.json.txt";
  const char* wanted = std::getenv("KAB_UPDATE_GOLDEN");
  if (wanted != nullptr && std::string_view(wanted) == "1")
    std::ofstream(path, std::ios::binary) << actual;
  EXPECT_EQ(actual, read_file(path).value_or(""));
}

TEST(PageData, HoldsTheJudgementAsCompareWritesIt) {
  const auto data = page_data(content_of(mixed_judgement()));
  EXPECT_EQ(data["judgement"]["comparisons"].size(), data["rows"].size());
  EXPECT_EQ(data["judgement"]["schema"], 1);
}

TEST(PageData, ListsThatSayNothingAreShort) {
  const auto session = tallied_session();
  const auto side = page_data(content_with(session))["series"][0]["sides"][0];
  EXPECT_EQ(side["blocks"], "count");
  EXPECT_EQ(side["sessions"], 0);
  EXPECT_EQ(side["positions"], Json::parse("[0,1,0,1]"));
  EXPECT_EQ(side["ms"], Json::parse("[0,500,500,500]"));
}

TEST(PageData, WhatIsNotKnownIsNull) {
  auto content = content_of(faster_judgement());
  model::SampleSeries side{.side = "x"};
  side.values = {1, std::nan("")};
  content.series.push_back({.workload = "w",
                            .abi = {},
                            .params = {},
                            .metric = model::wall_metric(),
                            .primary = true,
                            .sides = {side}});
  const auto json = page_data(content)["series"][0]["sides"][0];
  for (const auto* key : {"ms", "blocks", "positions", "sessions", "modes", "median"})
    EXPECT_TRUE(json[key].is_null()) << key;
  EXPECT_TRUE(json["values"][1].is_null());
}

TEST(PageData, FewValuesAreExactAndManyAreRounded) {
  auto content = content_of(faster_judgement());
  model::SampleSeries side{.side = "x"};
  side.values.assign(kExactUpTo, 9120.123456789);
  content.series.push_back({.workload = "w",
                            .abi = {},
                            .params = {},
                            .metric = model::wall_metric(),
                            .primary = true,
                            .sides = {side}});
  const auto few = page_data(content);
  EXPECT_TRUE(few["values"]["digits"].is_null());
  EXPECT_EQ(few["series"][0]["sides"][0]["values"][0], 9120.123456789);
  auto& values = content.series[0].sides[0].values;
  values[0] = 0.000123456789;
  values[1] = 123456789012.0;
  values[2] = -1;
  values.push_back(0);
  const auto many = page_data(content);
  EXPECT_EQ(many["values"]["digits"], 6);
  const auto& list = many["series"][0]["sides"][0]["values"];
  EXPECT_EQ(list[0].dump(), "0.000123457");
  EXPECT_EQ(list[1], 123457000000.0);
  EXPECT_EQ(list[2], -1.0);
  EXPECT_EQ(list[3].dump(), "9120.12");
  EXPECT_EQ(list.back(), 0.0);
}

TEST(PageHtml, NothingFromOutsideEndsItsElement) {
  auto judgement = hostile_judgement();
  judgement.warnings.push_back(
      {"kernel-message", "</script><img src=x onerror=alert(1)><!-- \xe2\x80\xa8 & \xff"});
  judgement.arms.push_back({.name = "</title><script>alert(1)</script>", .settings = {}});
  const auto page = page_html(content_of(judgement), kBundle);
  EXPECT_EQ(count_in(page, "<script"), 2U);
  EXPECT_EQ(count_in(page, "</script"), 2U);
  EXPECT_EQ(count_in(page, "</title"), 1U);
  EXPECT_EQ(count_in(page, "</noscript"), 1U);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("<!--")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script\\u003e\\u003cimg src=x"));
  EXPECT_THAT(page, HasSubstr("\\u2028"));
  EXPECT_THAT(page, HasSubstr("&lt;/title&gt;"));
}

TEST(PageHtml, TheDataIsWhatItWasAfterEscaping) {
  auto judgement = hostile_judgement();
  judgement.warnings.push_back({"x", "<&>\"'\\"});
  const auto page = page_html(content_of(judgement), kBundle);
  const std::string open = "id=\"kab-data\">";
  const auto from = page.find(open) + open.size();
  const auto data = Json::parse(page.substr(from, page.find("</script>", from) - from));
  EXPECT_EQ(data["judgement"]["warnings"].back()["text"], "<&>\"'\\");
}

TEST(PageHtml, AllowsItsOwnScriptAndStyleAndNothingElse) {
  const auto page = page_html(content_of(faster_judgement()), kBundle);
  EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; script-src 'sha256-abc='; style-src "
                              "'sha256-def='; base-uri 'none'; form-action 'none'; "
                              "require-trusted-types-for 'script'; trusted-types 'none'\""));
  EXPECT_THAT(page, HasSubstr("<style>p{}</style>"));
  EXPECT_THAT(page, HasSubstr("<script>run();</script>"));
  for (const auto* outside : {"http:", "https:", "src=", "unsafe-"})
    EXPECT_THAT(page, Not(HasSubstr(outside))) << outside;
}

TEST(PageHtml, SaysTheVerdictsWithoutScriptToo) {
  const auto page = page_html(content_of(faster_judgement()), kBundle);
  const auto from = page.find("<noscript>");
  EXPECT_THAT(page.substr(from, page.find("</noscript>") - from), HasSubstr("faster"));
}

TEST(Escaping, OfHtmlAndOfScriptElements) {
  EXPECT_EQ(html_escaped("<a href=\"x\" b='y'>&"),
            "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
  EXPECT_EQ(script_escaped("{\"a\": \"</script>&\"}"), "{\"a\": \"\\u003c/script\\u003e\\u0026\"}");
}

}  // namespace
}  // namespace kab::report

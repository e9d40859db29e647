// kab report: one page from a trial, from runs, and from other tools' files.
#include <sys/stat.h>

#include "cli/kab.h"

namespace kab::cli {
namespace {

class ReportOf : public KabTest {
 protected:
  /// The data in a page, or null.
  model::Json data_in(std::string_view page) const {
    const auto html = content(page);
    const std::string open = "id=\"kab-data\">";
    const auto from = html.find(open);
    if (from == html.npos) return {};
    const auto start = from + open.size();
    return json_of(html.substr(start, html.find("</script>", start) - start));
  }

  bool without_page(const Said& said) const {
    return said.exit_code == 3 && said.err.find("built without the page") != std::string::npos;
  }
};

TEST_F(ReportOf, ATrialIsJudgedPairedWithItsSecondTurns) {
  ASSERT_EQ(
      kab({"trial", "-a", "plain", "-a", "other:env.X=1", "--seed", "7", "--repeat", "6",
           "--number", "stdout", "--unit", "B/s", "-o", "t.kab", "--", "sh", "-c", "echo 13500000"})
          .exit_code,
      0);
  const auto said = kab({"report", "t.kab", "-o", "page.html"});
  if (without_page(said)) return;
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_EQ(said.out, "");
  EXPECT_NE(said.err.find("page.html"), std::string::npos);
  const auto data = data_in("page.html");
  EXPECT_EQ(data["judgement"]["seed"], 7);
  EXPECT_EQ(data["judgement"]["recording"], "t.kab");
  ASSERT_EQ(data["series"][0]["sides"].size(), 3U);
  EXPECT_EQ(data["series"][0]["sides"][2]["role"], "A/A");
  EXPECT_EQ(data["series"][0]["sides"][0]["values"], model::Json(std::vector<double>(6, 13500000)));
  EXPECT_EQ(data["environment"]["sides"], model::Json({"plain", "other"}));
  EXPECT_FALSE(data["environment"]["rows"].empty());
  EXPECT_EQ(data["sessions"][0]["argv"].back(), "echo 13500000");
}

TEST_F(ReportOf, RunsAreComparedAsCompareDoes) {
  for (const auto* label : {"one", "two"})
    ASSERT_EQ(kab({"run", "--label", label, "--repeat", "8", "--number", "stdout", "--unit", "ns",
                   "-o", std::string(label) + ".kab", "--", "sh", "-c", "echo 5"})
                  .exit_code,
              0);
  const auto said = kab({"report", "one.kab", "two.kab", "-o", "page.html"});
  if (without_page(said)) return;
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto compared = json_of(kab({"compare", "--json", "one.kab", "two.kab"}).out);
  const auto data = data_in("page.html");
  EXPECT_EQ(data["judgement"]["comparisons"], compared["comparisons"]);
  EXPECT_EQ(data["series"][0]["sides"][1]["name"], "two");
  EXPECT_EQ(data["sessions"].size(), 2U);
}

TEST_F(ReportOf, FilesOfOtherToolsAreSides) {
  file("old", "100\n101\n102\n103\n104\n105\n106\n107\n");
  file("new", "200\n201\n202\n203\n204\n205\n206\n207\n");
  const auto said =
      kab({"report", "--unit", "ns", "--better", "lower", "old", "new", "-o", "page.html"});
  if (without_page(said)) return;
  EXPECT_EQ(said.exit_code, 0) << said.err;  // slower, and yet a page is all that was asked for
  const auto data = data_in("page.html");
  EXPECT_EQ(data["rows"][0]["verdict"], "slower");
  EXPECT_TRUE(data["series"][0]["sides"][0]["ms"].is_null());
}

TEST_F(ReportOf, ManyValuesStayBelowTheSizeThatIsPromised) {
  std::string values;
  for (int i = 0; i < 50'000; ++i) values += std::to_string(1000.123456 + i % 997) + "\n";
  file("old", values);
  file("new", values);
  const auto said = kab({"report", "--unit", "ns", "old", "new", "-o", "page.html"});
  if (without_page(said)) return;
  ASSERT_EQ(said.exit_code, 0) << said.err;
  EXPECT_LT(content("page.html").size(), 1'500'000U);
  const auto data = data_in("page.html");
  EXPECT_EQ(data["values"]["taken"], 100'000);
  EXPECT_EQ(data["values"]["held"], 100'000);
}

TEST_F(ReportOf, HostileNamesStayText) {
  const std::string hostile = "</script><img src=x onerror=alert(1)>";
  ASSERT_EQ(kab({"trial", "-a", "plain", "-a", "other:env.X=" + hostile, "--repeat", "6", "-o",
                 "t.kab", "--", "echo", hostile})
                .exit_code,
            0);
  const auto said = kab({"report", "t.kab", "-o", "page.html"});
  if (without_page(said)) return;
  ASSERT_EQ(said.exit_code, 0) << said.err;
  EXPECT_EQ(content("page.html").find("<img"), std::string::npos);
  EXPECT_EQ(data_in("page.html")["sessions"][0]["argv"].back(), hostile);
}

TEST_F(ReportOf, APageIsReplacedOnlyWhereAskedFor) {
  file("old", lines_of("100", 8));
  file("page.html", "mine");
  const auto said = kab({"report", "--unit", "ns", "old", "old", "-o", "page.html"});
  if (without_page(said)) return;
  expect_refused(said, 2, {"page.html", "exists already", "--force"});
  EXPECT_EQ(content("page.html"), "mine");
  EXPECT_EQ(
      kab({"report", "--force", "--quiet", "--unit", "ns", "old", "old", "-o", "page.html"}).err,
      "");
  EXPECT_NE(content("page.html"), "mine");
}

TEST_F(ReportOf, WhatCannotBeComparedLeavesNoPage) {
  file("old", lines_of("100", 8));
  const auto alone = kab({"report", "--unit", "ns", "old", "-o", "page.html"});
  if (without_page(alone)) return;
  expect_refused(alone, 2, {"two sides or more"});
  expect_refused(kab({"report", "absent.kab", "old", "-o", "page.html"}), 2, {"absent.kab"});
  expect_refused(kab({"report", "--unit", "ns", "old", "old", "-o", "nowhere/page.html"}), 2,
                 {"nowhere/page.html", "does not exist"});
  struct stat found{};
  EXPECT_NE(::stat(path("page.html").c_str(), &found), 0);
}

}  // namespace
}  // namespace kab::cli

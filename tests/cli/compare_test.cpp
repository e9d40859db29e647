// kab compare of sample files: directions, sides, readers, formats.
#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "cli/kab.h"
#include "report/schema.h"

namespace kab::cli {
namespace {

class CompareOf : public KabTest {
 protected:
  CompareOf() {
    file("low", "100\n101\n102\n103\n104\n105\n106\n107\n");
    file("high", "200\n201\n202\n203\n204\n205\n206\n207\n");
    file("wide", "50\n90\n100\n110\n120\n150\n200\n300\n");
  }

  Said compare(const Words& more, const std::string& better = "lower") const {
    Words words = {"compare", "--unit", "ns", "--better", better};
    words.insert(words.end(), more.begin(), more.end());
    return kab(words);
  }
};

TEST_F(CompareOf, ExitsOneWhereAnArmIsSlowerByTheDirectionGiven) {
  EXPECT_EQ(compare({"low", "high"}).exit_code, 1);
  EXPECT_EQ(compare({"high", "low"}).exit_code, 0);
  EXPECT_EQ(compare({"low", "high"}, "higher").exit_code, 0);
  EXPECT_EQ(compare({"high", "low"}, "higher").exit_code, 1);
}

TEST_F(CompareOf, TheSameFileOnBothSidesIsLegal) {
  const auto said = compare({"--json", "low", "low"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto one = json_of(said.out)["comparisons"][0];
  EXPECT_TRUE(one["verdict"] == "same" || one["verdict"] == "undecided") << one;
  EXPECT_EQ(one["change"], 0.0);
  EXPECT_NE(one["baseline"], one["arm"]);
}

TEST_F(CompareOf, AnUndecidedComparisonIsRefusedWhereAVerdictIsRequired) {
  EXPECT_EQ(compare({"low", "wide"}).exit_code, 0);
  EXPECT_EQ(compare({"--require-verdict", "low", "wide"}).exit_code, 4);
  EXPECT_EQ(compare({"--require-verdict", "low", "high"}).exit_code, 1);
}

TEST_F(CompareOf, APlanSaysHowManyValuesAreNeededFromTwoSidesOrOne) {
  const auto two = compare({"--plan", "--json", "low", "wide"});
  EXPECT_EQ(two.exit_code, 0) << two.err;
  const auto plan = json_of(two.out)["plans"][0];
  EXPECT_EQ(plan["arm"], "wide");
  EXPECT_GT(plan["for_twice"], 8);
  const auto one = compare({"--plan", "--threshold", "5%", "--json", "low"});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  const auto alone = json_of(one.out)["plans"][0];
  EXPECT_EQ(alone["n"], 8);
  EXPECT_TRUE(alone["arm"].is_null());
  EXPECT_GT(alone["for_twice"], 0);
  EXPECT_EQ(compare({"low"}).exit_code, 2);
}

TEST_F(CompareOf, ThreeSidesAreTwoComparisonsWithTheFirst) {
  const auto said = compare({"--json", "low", "high", "wide"});
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto json = json_of(said.out);
  ASSERT_EQ(json["comparisons"].size(), 2U);
  EXPECT_EQ(json["comparisons"][0]["arm"], "high");
  EXPECT_EQ(json["comparisons"][1]["arm"], "wide");
  EXPECT_EQ(json["comparisons"][1]["baseline"], "low");
  EXPECT_EQ(json["family_size"], 2);
  EXPECT_DOUBLE_EQ(json["comparisons"][0]["level"], 0.975);
}

TEST_F(CompareOf, ADashIsStandardInput) {
  const auto said = kab_fed(content("high"),
                            {"compare", "--unit", "ns", "--better", "lower", "--json", "low", "-"});
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto one = json_of(said.out)["comparisons"][0];
  EXPECT_EQ(one["arm"], "standard input");
  EXPECT_EQ(one["arm_median"], 203.5);
}

TEST_F(CompareOf, AColumnOfATableIsASide) {
  std::string table = "name,old,new\n";
  for (int i = 0; i < 8; ++i)
    table += "x," + std::to_string(100 + i) + "," + std::to_string(200 + i) + "\n";
  file("x.csv", table);
  const auto said = compare({"--json", "x.csv:old", "x.csv:new"});
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto one = json_of(said.out)["comparisons"][0];
  EXPECT_EQ(one["baseline"], "x.csv:old");
  EXPECT_EQ(one["arm"], "x.csv:new");
  EXPECT_EQ(one["baseline_median"], 103.5);
  EXPECT_EQ(one["arm_median"], 203.5);
}

TEST_F(CompareOf, OtherToolsFilesAreKnownByTheirContent) {
  const auto hyperfine = [](const std::string& times) {
    return R"({"results": [{"command": "x", "mean": 1, "times": [)" + times + "]}]}";
  };
  file("a.json", hyperfine("1,1.01,1.02,1.03,1.04,1.05,1.06,1.07"));
  file("b.json", hyperfine("2,2.01,2.02,2.03,2.04,2.05,2.06,2.07"));
  const auto said = kab({"compare", "a.json", "b.json"});
  EXPECT_EQ(said.exit_code, 1) << said.err;
}

TEST_F(CompareOf, AMailIsAsciiAndFitsItsLines) {
  const auto said = compare({"--format", "mail", "--group", "10", "low", "high", "wide"});
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_GT(said.out.size(), 500U);
  for (const auto line : split(said.out, '\n')) {
    EXPECT_LE(line.size(), 79U) << line;
    EXPECT_TRUE(std::ranges::all_of(line, [](unsigned char c) { return c < 0x80; })) << line;
  }
}

TEST_F(CompareOf, TextIsAsciiWhereTheLocaleIs) {
  const Words words = {"compare", "--unit", "ns", "low", "high"};
  const auto holds_more_than_ascii = [](const std::string& text) {
    return std::ranges::any_of(text, [](unsigned char c) { return c >= 0x80; });
  };
  EXPECT_FALSE(holds_more_than_ascii(kab_with({{"LC_ALL", "C"}}, words).out));
  EXPECT_TRUE(holds_more_than_ascii(kab_with({{"LC_ALL", "C.UTF-8"}}, words).out));
}

TEST_F(CompareOf, TheLocaleChangesNoNumber) {
  file("fractions", "1.5\n1.6\n1.7\n1.8\n1.9\n2.0\n2.1\n2.2\n");
  const Words words = {"compare", "--unit", "ns", "--format", "mail", "fractions", "fractions"};
  const auto plain = kab_with({{"LC_ALL", "C"}}, words).out;
  EXPECT_NE(plain.find("1.850"), std::string::npos) << plain;
  EXPECT_EQ(kab_with({{"LC_ALL", "de_DE.UTF-8"}}, words).out, plain);
  EXPECT_EQ(kab_with({{"LC_ALL", "no_SUCH"}}, words).out, plain);
}

TEST_F(CompareOf, JsonIsAsItsSchemaSays) {
  const auto schema = json_of(read_file(KAB_SCHEMA).value());
  const auto json = json_of(compare({"--json", "--group", "10", "low", "high", "wide"}).out);
  EXPECT_EQ(report::breaches(json, schema), std::vector<std::string>{});
  EXPECT_EQ(json["schema"], 1);
  for (const auto* key : {"seed", "blocks", "stopped"}) EXPECT_EQ(json[key], nullptr) << key;
  EXPECT_EQ(json["comparisons"][0]["verdict"], "slower");
}

TEST_F(CompareOf, JsonOfATrialIsAsItsSchemaSays) {
  const auto schema = json_of(read_file(KAB_SCHEMA).value());
  const auto json = json_of(
      kab({"trial", "--json", "-a", "a", "-a", "b:env.X=1", "--repeat", "6", "--", "true"}).out);
  EXPECT_EQ(report::breaches(json, schema), std::vector<std::string>{});
  EXPECT_EQ(json["stopped"], "repeat");
  EXPECT_EQ(json["blocks"], 6);
}

TEST_F(CompareOf, EveryFormatBeginsAsItsReadersExpect) {
  const auto start = [&](const char* format) {
    return compare({"--format", format, "low", "high"}).out.substr(0, 9);
  };
  EXPECT_EQ(start("csv"), "workload,");
  EXPECT_EQ(start("junit").substr(0, 5), "<?xml");
  EXPECT_EQ(start("json").substr(0, 1), "{");
  EXPECT_NE(compare({"--format", "markdown", "low", "high"}).out.find("\n|---|"),
            std::string::npos);
}

}  // namespace
}  // namespace kab::cli

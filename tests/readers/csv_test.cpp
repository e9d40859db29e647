#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Csv, TakesAColumnByNameOrNumber) {
  const std::string text = "run,wall,user\n1,2.5,0.1\n2,2.75,0.2\n";
  for (const auto* column : {"wall", "2"}) {
    const auto file = read_text(text, "x.csv", {.column = column});
    EXPECT_EQ(file.reader, "csv");
    ASSERT_EQ(file.sets.size(), 1U);
    EXPECT_EQ(file.sets[0].benchmark, "wall");
    EXPECT_FALSE(file.sets[0].direction_known);
    EXPECT_THAT(file.sets[0].values, ElementsAre(2.5, 2.75));
  }
}

TEST(Csv, TakesTheOnlyColumnOfNumbersByItself) {
  EXPECT_THAT(values_of("command,seconds\n\"a, b\",1\nc,2\n", "x.csv"), ElementsAre(1, 2));
  EXPECT_THAT(values_of("seconds\n1\n2\n", "x.csv"), ElementsAre(1, 2));
}

TEST(Csv, AsksWhichOfSeveralColumnsIsMeant) {
  EXPECT_THAT(error_of("run,wall\n1,2\n", "d/x.csv"),
              ::testing::AllOf(HasSubstr("run, wall"), HasSubstr("x.csv:wall")));
  EXPECT_THAT(error_of("run,wall\n1,2\n", "x.csv", {.column = "user"}),
              HasSubstr("no column \"user\""));
  EXPECT_THAT(error_of("run,wall\n1,2\n", "x.csv", {.column = "3"}), HasSubstr("no column"));
}

TEST(Csv, FindsTheSeparator) {
  EXPECT_THAT(values_of("a;b, c;d\n1;2;3\n", "x.csv", {.column = "b, c"}), ElementsAre(2));
  EXPECT_THAT(values_of("a\tb\n1\t2\n", "x.tsv", {.column = "b"}), ElementsAre(2));
  EXPECT_THAT(values_of("a,b\n1,2\n", "no-suffix", {.column = "b"}), ElementsAre(2));
}

TEST(Csv, UnderstandsQuotes) {
  EXPECT_THAT(values_of("name,\"a \"\"b\"\"\"\n\"x,\ny\",\"1\"\n", "x.csv", {.column = "a \"b\""}),
              ElementsAre(1));
  EXPECT_THAT(error_of("a,b\n1,2\n\"3,4\n5,6\n", "x.csv", {.column = "a"}), HasSubstr("x.csv:3: "));
}

TEST(Csv, CountsLinesThroughQuotesCommentsAndBlankLines) {
  EXPECT_THAT(error_of("# c\na,b\n\n\"x\ny\",1\nz,1.5s\n", "x.csv", {.column = "b"}),
              HasSubstr("x.csv:6: \"1.5s\" is not a number"));
}

TEST(Csv, HasTheSameRulesForNumbers) {
  EXPECT_THAT(error_of("a;b\n1;1,5\n", "x.csv", {.column = "b"}), HasSubstr("x.csv:2: \"1,5\""));
  EXPECT_THAT(error_of("a,b\n1,nan\n", "x.csv", {.column = "b"}), HasSubstr("--skip-invalid"));
  EXPECT_THAT(error_of("a,b\n1,\n", "x.csv", {.column = "b"}), HasSubstr("x.csv:2: \"\""));
  EXPECT_THAT(values_of("a,b\n1,nan\n1,2\n", "x.csv", {.invalid = Invalid::kSkip, .column = "b"}),
              ElementsAre(2));
}

TEST(Csv, RefusesRowsOfAnotherWidth) {
  EXPECT_THAT(error_of("a,b\n1,2\n3\n", "x.csv", {.column = "a"}), HasSubstr("x.csv:3: 1 fields"));
  EXPECT_THAT(error_of("a,b\n1,2\n3,4,5\n", "x.csv", {.column = "a"}), HasSubstr("x.csv:3: 3"));
}

TEST(Csv, NeedsNoHeaderWhereTheColumnHasANumber) {
  EXPECT_THAT(values_of("1,10\n2,20\n", "x.csv", {.column = "2"}), ElementsAre(10, 20));
}

TEST(Csv, OffersNumbersWhereThereAreNoNames) {
  EXPECT_THAT(error_of("1,10\n2,20\n", "x.csv"),
              ::testing::AllOf(HasSubstr("2 columns without names"), HasSubstr("x.csv:2")));
}

TEST(Csv, SaysWhenThereIsOnlyAHeader) {
  EXPECT_THAT(error_of("a,b\n", "x.csv"), HasSubstr("no rows below it"));
}

}  // namespace
}  // namespace kab::readers

#include "reading.h"

namespace kab::readers {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Plain, ReadsNumbersAmongCommentsBlanksAndTabs) {
  EXPECT_THAT(values_of("# $header: 1.1 $\n50\n\n200 \n  150\n400\t\n# end\n1e3 # warm\n-0.5\n+2",
                        "iguana"),
              ElementsAre(50, 200, 150, 400, 1000, -0.5, 2));
}

TEST(Plain, GivesOneSetNamedLikeTheFileWithoutAUnit) {
  const auto file = read_text("1\n2\n", "a/b/iguana");
  ASSERT_EQ(file.sets.size(), 1U);
  EXPECT_EQ(file.reader, "plain");
  EXPECT_EQ(file.sets[0].benchmark, "iguana");
  EXPECT_EQ(file.sets[0].metric.unit, "");
  EXPECT_FALSE(file.sets[0].direction_known);
  EXPECT_TRUE(file.remarks.empty());
}

TEST(Plain, KeepsEveryDigit) {
  EXPECT_THAT(values_of("0.1\n9007199254740993\n1.7976931348623157e308\n4.9e-324\n.5\n5.\n", "x"),
              ElementsAre(0.1, 9007199254740992.0, 1.7976931348623157e308, 4.9e-324, 0.5, 5));
}

TEST(Plain, RefusesWhatIsNoNumberWithFileAndLine) {
  EXPECT_EQ(error_of("1\nabc\n", "x.txt"), "x.txt:2: \"abc\" is not a number");
  EXPECT_EQ(error_of("a_b,c\n1\n", "x.txt"), "x.txt:1: \"a_b,c\" is not a number");
  EXPECT_EQ(error_of("abc\n1\n", "x.txt"), "x.txt:1: \"abc\" is not a number");
  for (const auto* bad : {"12.31us", "0x10", "1..2", "--1", "+-1", "1e", "$5", "-", "+", "1e5x"})
    EXPECT_THAT(error_of("# c\n\n1\n" + std::string(bad), "x.txt"), HasSubstr("x.txt:4: ")) << bad;
}

TEST(Plain, NeverGuessesWhatACommaOrAnUnderscoreMeans) {
  EXPECT_THAT(error_of("1\n1,5\n", "x"),
              AllOf(HasSubstr("x:2: \"1,5\" is not a number"), HasSubstr("point")));
  EXPECT_THAT(error_of("1,5\n1,6\n", "x"), HasSubstr("x:1: \"1,5\""));
  EXPECT_THAT(error_of("1,000\n", "x"), HasSubstr("x:1: \"1,000\""));
  EXPECT_THAT(error_of("1_000\n", "x"), AllOf(HasSubstr("x:1: \"1_000\""), HasSubstr("thousands")));
}

TEST(Plain, RefusesNanAndInfUnlessTheyAreToBeSkipped) {
  for (const auto* bad : {"nan", "-nan", "NaN", "inf", "-inf", "INF", "infinity", "1e999"}) {
    const auto text = "1\n" + std::string(bad) + "\n2\n" + bad + "\n";
    EXPECT_THAT(error_of(text, "x"), AllOf(HasSubstr("x:2: "), HasSubstr("--skip-invalid"))) << bad;
    const auto file = read_text(text, "x", {.invalid = Invalid::kSkip});
    ASSERT_EQ(file.sets.size(), 1U) << bad;
    EXPECT_THAT(file.sets[0].values, ElementsAre(1, 2)) << bad;
    ASSERT_EQ(file.remarks.size(), 1U) << bad;
    EXPECT_EQ(file.remarks[0].code, "invalid-skipped");
    EXPECT_THAT(file.remarks[0].text, HasSubstr("2 values"));
  }
  EXPECT_THAT(error_of("1\nabc\n", "x", {.invalid = Invalid::kSkip}), HasSubstr("x:2: "));
  EXPECT_THAT(error_of("nan\n", "x", {.invalid = Invalid::kSkip}), HasSubstr("no samples"));
}

TEST(Plain, TakesTheFirstFieldAndSaysThatThereAreMore) {
  const auto file = read_text("1 10\n2\t20\n", "x");
  EXPECT_THAT(file.sets[0].values, ElementsAre(1, 2));
  ASSERT_EQ(file.remarks.size(), 1U);
  EXPECT_EQ(file.remarks[0].code, "fields-ignored");
}

TEST(Plain, TakesTheColumnThatIsAskedFor) {
  const auto file = read_text("a 10\n\nb\t20 # c\n", "x", {.reader = "plain", .column = "2"});
  EXPECT_THAT(file.sets[0].values, ElementsAre(10, 20));
  EXPECT_TRUE(file.remarks.empty());
  EXPECT_THAT(error_of("1 2\n3\n", "x", {.column = "2"}), HasSubstr("x:2: there is no field 2"));
  EXPECT_THAT(error_of("1 2\n", "x", {.column = "wall"}), HasSubstr("must be a number"));
  EXPECT_THAT(error_of("1 2\n", "x", {.column = "0"}), HasSubstr("must be a number"));
}

TEST(Plain, NamesAFileThatHoldsNothing) {
  EXPECT_EQ(error_of("", "x.pps"), "x.pps is empty: it holds no samples; take them again");
  EXPECT_EQ(error_of("# only a comment\n\n", "x.pps"), "x.pps holds no samples");
}

}  // namespace
}  // namespace kab::readers

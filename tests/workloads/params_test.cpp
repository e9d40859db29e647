#include "workloads/params.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::workloads {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::array kKnown = {Param{.name = "size",
                                     .default_value = "16",
                                     .meaning = "bytes of a message",
                                     .range = Range{.min = 1, .max = 4096}},
                               Param{.name = "path", .default_value = "/", .meaning = "a file"}};

std::string reason_against(const GivenParams& given) {
  const auto values = ParamValues::resolve("pipe", kKnown, given);
  if (values) return "accepted";
  EXPECT_EQ(values.error().kind, ErrorKind::kInput);
  return values.error().message;
}

TEST(ParamValues, HoldDefaultsWhereNothingIsGiven) {
  const auto values = ParamValues::resolve("pipe", kKnown, {});
  ASSERT_TRUE(values);
  EXPECT_EQ(values->number("size"), 16U);
  EXPECT_EQ(values->text("path"), "/");
}

TEST(ParamValues, HoldWhatIsGiven) {
  const auto values = ParamValues::resolve("pipe", kKnown, {{"path", "/etc"}, {"size", "64"}});
  ASSERT_TRUE(values);
  EXPECT_EQ(values->number("size"), 64U);
  EXPECT_EQ(values->text("path"), "/etc");
}

TEST(ParamValues, ReachFromTheSmallestToTheLargestValue) {
  EXPECT_EQ(reason_against({{"size", "1"}}), "accepted");
  EXPECT_EQ(reason_against({{"size", "4096"}}), "accepted");
  for (const auto* const value : {"0", "4097", "-1", "", "16k", "1.5", "99999999999999999999"}) {
    EXPECT_THAT(reason_against({{"size", value}}),
                AllOf(HasSubstr("pipe: size=\"" + std::string(value) + "\""),
                      HasSubstr("bytes of a message"), HasSubstr("from 1 to 4096")));
  }
}

TEST(ParamValues, AreOneOfTheChoicesWhereThereAreChoices) {
  constexpr std::array kChoice = {Param{.name = "path",
                                        .default_value = "vdso",
                                        .meaning = "how the clock is read",
                                        .choices = "vdso|libc|syscall"}};
  for (const auto* const value : {"vdso", "libc", "syscall"}) {
    const auto values = ParamValues::resolve("clock", kChoice, {{"path", value}});
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(values->text("path"), value);
  }
  for (const auto* const value : {"", "vds", "vdso|libc", "VDSO"}) {
    const auto values = ParamValues::resolve("clock", kChoice, {{"path", value}});
    ASSERT_FALSE(values) << value;
    EXPECT_THAT(values.error().message, HasSubstr("is one of vdso, libc, syscall"));
  }
}

TEST(ParamValues, SuggestTheNearestName) {
  EXPECT_THAT(reason_against({{"sise", "16"}}),
              AllOf(HasSubstr("no parameter \"sise\""), HasSubstr("did you mean size?")));
  EXPECT_THAT(reason_against({{"velocity", "16"}}), HasSubstr("it has: size, path"));
}

TEST(ParamValues, AreNoneWhereNoneAreDeclared) {
  const auto values = ParamValues::resolve("null", {}, {{"size", "16"}});
  ASSERT_FALSE(values);
  EXPECT_THAT(values.error().message, HasSubstr("it has none"));
}

TEST(ParamValues, AreGivenOnce) {
  EXPECT_THAT(reason_against({{"size", "16"}, {"size", "16"}}), HasSubstr("given twice"));
}

TEST(ParamValues, AreTextThatTheKernelCanTake) {
  EXPECT_THAT(reason_against({{"path", ""}}), HasSubstr("must be some text"));
  EXPECT_THAT(reason_against({{"path", std::string("/\0x", 3)}}), HasSubstr("must be some text"));
}

}  // namespace
}  // namespace kab::workloads

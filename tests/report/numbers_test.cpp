#include "report/numbers.h"

#include <limits>

#include <gtest/gtest.h>

namespace kab::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::string change(double value) { return change_text(value, {}).change; }
std::string with(double value, double low, double high) {
  return change_sentence(value, Interval{low, high});
}

TEST(ChangeText, HasOneDecimalWhereTheIntervalIsWide) {
  EXPECT_EQ(with(-0.121, -0.139, -0.104), "-12.1 % [-13.9, -10.4]");
  EXPECT_EQ(with(0.014, -0.002, 0.031), "+1.4 % [-0.2, +3.1]");
}

TEST(ChangeText, HasTwoDecimalsWhereTheIntervalIsNarrow) {
  EXPECT_EQ(with(0.0004, -0.0032, 0.0041), "+0.04 % [-0.32, +0.41]");
  EXPECT_EQ(with(-0.121, -0.1235, -0.1187), "-12.10 % [-12.35, -11.87]");
}

TEST(ChangeText, KeepsTheSignOfATinyChangeAndGivesNoneToZero) {
  EXPECT_EQ(change(0.00001), "+0.00 %");
  EXPECT_EQ(change(-0.00001), "-0.00 %");
  EXPECT_EQ(change(0.0), "0.00 %");
  EXPECT_EQ(change(-0.0), "0.00 %");
  EXPECT_EQ(with(0, -0.03, 0.029), "0.00 % [-3.00, +2.90]");
}

TEST(ChangeText, WithoutIntervalHasTwoDecimalsUnderOnePercent) {
  EXPECT_EQ(change(0.0532), "+5.3 %");
  EXPECT_EQ(change(-0.0053), "-0.53 %");
  EXPECT_EQ(change(1.4), "+140.0 %");
}

TEST(ChangeText, NeverCallsAnythingATotalLossThatIsNone) {
  EXPECT_EQ(change(-0.99816), "-99.8 %");
  EXPECT_EQ(change(-0.9998), "-99.98 %");
  EXPECT_EQ(change(-0.99999), "-99.999 %");
  EXPECT_EQ(change(-0.999999999), "-99.9999 %");
  EXPECT_EQ(with(-0.9998, -0.99999, -0.9), "-99.98 % [-99.999, -90.0]");
  EXPECT_EQ(change(-1.0), "-100.0 %");
}

TEST(ChangeText, IsAFactorFromTenTimesOn) {
  EXPECT_EQ(change(542), "543 times");
  EXPECT_EQ(with(542, 511, 574), "543 times [512, 575]");
  EXPECT_EQ(with(9, -0.5, 20), "10.0 times [0.500, 21.0]");
  EXPECT_EQ(change(8.9), "+890.0 %");
  EXPECT_EQ(change(12344), "12,345 times");
  EXPECT_EQ(change(1e300), "1e+300 times");
  EXPECT_EQ(with(0.5, -0.12, 542), "+50.0 % [-12.0, +54200]");
}

TEST(ChangeText, IsADashForNothingAndForWhatIsNoNumber) {
  EXPECT_EQ(change_text({}, Interval{-1, 1}), (ChangeText{"-", ""}));
  EXPECT_EQ(change(kNan), "-");
  EXPECT_EQ(change(kInf), "-");
  EXPECT_EQ(with(0.5, kNan, 1), "+50.0 %");
  EXPECT_EQ(with(0.5, 0.1, kInf), "+50.0 %");
}

TEST(ShareText, KeepsSmallSharesApartFromNone) {
  EXPECT_EQ(share_text(0.03), "3.0 %");
  EXPECT_EQ(share_text(0.0002), "0.02 %");
  EXPECT_EQ(share_text(0.00002), "<0.01 %");
  EXPECT_EQ(share_text(0.0), "0.0 %");
  EXPECT_EQ(share_text(1.4), "140 %");
  EXPECT_EQ(share_text(0.9996), "100 %");
  EXPECT_EQ(share_text(kNan), "-");
  EXPECT_EQ(share_text({}), "-");
}

TEST(LevelText, IsNeverAHundredPercent) {
  EXPECT_EQ(level_text(0.95), "95 %");
  EXPECT_EQ(level_text(0.975), "97.5 %");
  EXPECT_EQ(level_text(1 - 0.05 / 30), "99.83 %");
  EXPECT_EQ(level_text(0.99999), "99.999 %");
  EXPECT_EQ(level_text(1.0), "over 99.9999999 %");
  EXPECT_EQ(level_text(0.9), "90 %");
}

TEST(PText, IsNeverZero) {
  EXPECT_EQ(p_text(0.0), "< 0.0001");
  EXPECT_EQ(p_text(0.0000999), "< 0.0001");
  EXPECT_EQ(p_text(0.0001), "0.0001");
  EXPECT_EQ(p_text(0.00123), "0.0012");
  EXPECT_EQ(p_text(0.0321), "0.032");
  EXPECT_EQ(p_text(0.5), "0.50");
  EXPECT_EQ(p_text(1.0), "1.00");
  EXPECT_EQ(p_text(kNan), "-");
}

TEST(ReportableP, IsAboveZeroOrNothing) {
  EXPECT_GT(reportable_p(0.0).value(), 0);
  EXPECT_EQ(reportable_p(0.25), 0.25);
  EXPECT_EQ(reportable_p(kNan), std::nullopt);
}

}  // namespace
}  // namespace kab::report

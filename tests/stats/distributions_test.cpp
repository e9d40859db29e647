#include "stats/distributions.h"

#include <cmath>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

// Expected values: R 4.2, 2 * pnorm(-z), qnorm(1 - alpha / 2), 2 * pt(-t, df), qt(1 - alpha / 2,
// df), printed with 15 digits.
TEST(Normal, AgreesWithTables) {
  EXPECT_NEAR(normal_two_sided_p(-3), 0.00269979606326019, 1e-16);
  EXPECT_NEAR(normal_two_sided_p(20) / 5.50724823721247e-89, 1, 1e-12);
  EXPECT_NEAR(normal_two_sided_z(0.05), 1.95996398454005, 1e-13);
  EXPECT_NEAR(normal_two_sided_z(1e-6), 4.89163847571478, 1e-9);
}

TEST(Student, AgreesWithTables) {
  EXPECT_NEAR(student_two_sided_p(2.5, 3.7), 0.0718220229118268, 1e-14);
  EXPECT_NEAR(student_two_sided_p(-40, 8) / 1.67857188791458e-10, 1, 1e-10);
  EXPECT_NEAR(student_two_sided_t(0.05, 1), 12.7062047361747, 1e-11);
  EXPECT_NEAR(student_two_sided_t(0.05, 2.5), 3.57465484200369, 1e-11);
  EXPECT_NEAR(student_two_sided_t(0.001, 30), 3.64595863504206, 1e-11);
}

TEST(Distributions, StayFiniteOutsideTheirDomain) {
  EXPECT_EQ(normal_two_sided_z(1), 0);
  EXPECT_EQ(normal_two_sided_z(2), 0);
  EXPECT_LT(normal_two_sided_z(0), 40);
  EXPECT_EQ(normal_two_sided_p(1e300), 0);
  EXPECT_EQ(student_two_sided_p(0, 5), 1);
  EXPECT_NEAR(student_two_sided_p(1e300, 5), 0, 1e-300);
  EXPECT_TRUE(std::isfinite(student_two_sided_t(0, 1)));
  EXPECT_NEAR(student_two_sided_t(1, 4), 0, 1e-15);
}

}  // namespace
}  // namespace kab::stats

#include "stats/scaling.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

TEST(ScaleFor, IsAPowerOfTwoThatBringsTheMagnitudeNearOne) {
  for (const double magnitude : {1e-300, 0.3, 1.0, 6.5, 1e300}) {
    const double scale = scale_for(magnitude);
    EXPECT_EQ(scale, std::exp2(std::round(std::log2(scale)))) << magnitude;
    EXPECT_GE(magnitude * scale, 1) << magnitude;
    EXPECT_LT(magnitude * scale, 2) << magnitude;
  }
}

TEST(ScaleFor, HasAFiniteInverseAtTheEndsOfTheRange) {
  for (const double magnitude :
       {0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()}) {
    EXPECT_TRUE(std::isfinite(scale_for(magnitude))) << magnitude;
    EXPECT_TRUE(std::isfinite(1 / scale_for(magnitude))) << magnitude;
  }
  EXPECT_EQ(scale_for(0), 1);
}

TEST(LargestMagnitude, LooksAtBothSigns) {
  EXPECT_EQ(largest_magnitude({{1, -3, 2}}), 3);
  EXPECT_EQ(largest_magnitude({}), 0);
}

}  // namespace
}  // namespace kab::stats

#include "worker/resident.h"

#include <vector>

#include <gtest/gtest.h>

namespace kab::worker {
namespace {

TEST(Resident, PeakStaysWhenMemoryIsGivenBack) {
  constexpr std::int64_t kTouchedKb = 32 * 1024;
  const std::int64_t before = peak_resident_kb();
  EXPECT_GT(before, 0);
  {
    const std::vector<char> touched(kTouchedKb * 1024, 'x');
  }
  EXPECT_GE(peak_resident_kb(), before);
  EXPECT_GE(peak_resident_kb(), kTouchedKb);
}

}  // namespace
}  // namespace kab::worker

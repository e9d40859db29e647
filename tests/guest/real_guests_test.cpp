// Debian's kernels in QEMU, from kab's command line: what holds of real guests and cannot be
// played. KAB_KERNEL_OLD is a vmlinuz of the 6.1 series, KAB_KERNEL_NEW one of 6.12 (./do
// check-guest).
#include <cstdlib>

#include <gmock/gmock.h>

#include "base/file_tree.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

using ::testing::HasSubstr;

class RealGuests : public KabTest {
 protected:
  void SetUp() override {
    const char* old_kernel = std::getenv("KAB_KERNEL_OLD");
    const char* new_kernel = std::getenv("KAB_KERNEL_NEW");
    ASSERT_TRUE(old_kernel != nullptr && new_kernel != nullptr) << "see ./do check-guest";
    old_ = old_kernel;
    new_ = new_kernel;
  }

  Said trial(const std::string& base, const std::string& other, const Words& more) const {
    Words words = {"trial", "--json", "--seed", "7", "-a", "base:" + base, "-a", "other:" + other};
    words.insert(words.end(), more.begin(), more.end());
    return kab(words);
  }

  std::string old_;
  std::string new_;
};

// The comparison of a workload in its primary metric.
model::Json comparison(const model::Json& document, const std::string& workload) {
  for (const auto& one : document["comparisons"])
    if (one["workload"] == workload && one["primary"] == true) return one;
  return {};
}

TEST_F(RealGuests, BetweenTwoKernelsStatRisesALittle) {
  const auto said = trial("kernel=" + old_, "kernel=" + new_, {"stat", "getppid"});
  ASSERT_TRUE(said.exit_code == 0 || said.exit_code == 1) << said.err;
  const auto document = json_of(said.out);
  EXPECT_EQ(document["lane"], "count");
  const auto stat = comparison(document, "stat");
  // Counting the iterations of string instructions would say that it fell by half.
  EXPECT_GT(stat["change"].get<double>(), 0.0) << stat;
  EXPECT_LT(stat["change"].get<double>(), 0.5) << stat;
  const auto getppid = comparison(document, "getppid");
  EXPECT_GT(getppid["baseline_median"].get<double>(), 100.0) << getppid;
  EXPECT_LT(getppid["baseline_median"].get<double>(), 1000.0) << getppid;
}

TEST_F(RealGuests, TheSameKernelWithOtherSeedsIsTheSame) {
  const auto said = trial("kernel=" + new_, "kernel=" + new_, {"getppid", "clock-monotonic"});
  EXPECT_EQ(said.exit_code, 0) << said.err << said.out;
  const auto document = json_of(said.out);
  EXPECT_EQ(comparison(document, "getppid")["verdict"], "same") << said.out;
  EXPECT_EQ(comparison(document, "clock-monotonic")["verdict"], "same") << said.out;
}

TEST_F(RealGuests, ClocksWithoutTheVdsoAreSlowerInBothAbis) {
  for (const std::string abi : {"x86_64", "i386"}) {
    const auto said = trial("kernel=" + new_, "kernel=" + new_ + ",boot=vdso=0 vdso32=0",
                            {"--abi", abi, "clock-monotonic"});
    EXPECT_EQ(said.exit_code, 1) << said.err;
    EXPECT_GT(comparison(json_of(said.out), "clock-monotonic")["change"].get<double>(), 1.0)
        << abi << said.out;
  }
}

TEST_F(RealGuests, AKernelWithoutA32BitAbiSaysSo) {
  const auto said = trial("kernel=" + new_, "kernel=" + new_ + ",boot=ia32_emulation=0",
                          {"--abi", "i386", "getppid"});
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("getppid"));
  EXPECT_THAT(said.err, HasSubstr("ABI"));
}

TEST_F(RealGuests, AKernelThatFindsNoInitPanics) {
  const auto said =
      trial("kernel=" + new_, "kernel=" + new_ + ",boot=rdinit=/none init=/none", {"getppid"});
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("arm other: the kernel panicked"));
}

TEST_F(RealGuests, ACommandThatFillsItsMemoryIsAnOutcome) {
  const auto said = trial("kernel=" + new_, "kernel=" + new_,
                          {"--", "sh", "-c", "x=0123456789abcdef; while :; do x=$x$x; done"});
  EXPECT_EQ(said.exit_code, 3) << said.out;
  EXPECT_THAT(said.err, HasSubstr("out of memory"));
}

TEST_F(RealGuests, ACommandThatForksWildlyDoesNotOutliveItsTurn) {
  const auto said = trial("kernel=" + new_, "kernel=" + new_,
                          {"--repeat", "1", "--", "sh", "-c",
                           "i=0; while [ $i -lt 200 ]; do sleep 1000 & i=$((i+1)); done; exit 0"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
}

TEST_F(RealGuests, ACommandComesWithItsLibrariesAndFiles) {
  const auto data = file("data.txt", "one\ntwo\n");
  const auto said = trial("kernel=" + old_, "kernel=" + old_,
                          {"--guest-file", data, "--repeat", "4", "--", "grep", "-c", "two", data});
  EXPECT_TRUE(said.exit_code == 0 || said.exit_code == 1) << said.err;
}

TEST_F(RealGuests, ChecksRunInAGuestOfAnyKernelInBothAbis) {
  const auto said =
      kab({"check", "--json", "--kernel", new_, "--time", "4s", "clock-monotonic", "unix-order"});
  EXPECT_EQ(said.exit_code, 0) << said.out << said.err;
}

}  // namespace
}  // namespace kab::cli

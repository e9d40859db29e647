#include "trial/guest_arm.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "support/fake_kernel.h"
#include "sys/scratch.h"

namespace kab::trial {
namespace {

class GuestArmTest : public ::testing::Test {
 protected:
  GuestArmTest() {
    ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1);
    kernel_ = folder_.file("vmlinux", support::fake_vmlinux());
  }
  ~GuestArmTest() override { ::unsetenv("XDG_CACHE_HOME"); }

  Result<GuestArm> arm_of(const std::string& text,
                          guest::Purpose purpose = guest::Purpose::kCount) const {
    KAB_TRY(const auto arm, model::parse_arm(text));
    return guest_arm(arm, purpose, kernel_);
  }

  sys::ScratchFolder folder_;
  std::string kernel_;
};

TEST_F(GuestArmTest, AnArmSaysWhatItsMachineIs) {
  const auto arm = arm_of("a:kernel=" + kernel_ + ",boot=vdso=0 quiet,cpu=max\\,-erms,mem=256M");
  ASSERT_TRUE(arm.has_value()) << arm.error().message;
  EXPECT_EQ(arm->machine.boot, "vdso=0 quiet");
  EXPECT_EQ(arm->machine.cpu, "max,-erms");
  EXPECT_EQ(arm->machine.memory_mb, 256U);
  EXPECT_EQ(arm->machine.kernel, arm->kernel.path);
}

TEST_F(GuestArmTest, WhereItNamesNoKernelItHasTheUsualOne) {
  EXPECT_EQ(arm_of("a:boot=vdso=1")->kernel.given, kernel_);
}

TEST_F(GuestArmTest, SysctlsAndFilesAreSetInTheGuest) {
  const auto arm = arm_of("a:sysctl.net.unix.max_dgram_qlen=512,file./sys/x=1");
  ASSERT_TRUE(arm.has_value()) << arm.error().message;
  ASSERT_EQ(arm->settings.size(), 2U);
  EXPECT_EQ(arm->settings[0].path, "/proc/sys/net/unix/max_dgram_qlen");
  EXPECT_EQ(arm->settings[0].value, "512");
  EXPECT_EQ(arm->settings[1].path, "/sys/x");
}

TEST_F(GuestArmTest, WhatSpeaksOfThisMachineIsRefused) {
  for (const std::string key : {"pin=0", "setup=true", "teardown=true"}) {
    const auto arm = arm_of("old:boot=quiet," + key);
    ASSERT_FALSE(arm.has_value()) << key;
    EXPECT_EQ(arm.error().kind, ErrorKind::kInput);
    EXPECT_NE(arm.error().message.find("arm old: "), std::string::npos) << arm.error().message;
  }
}

TEST_F(GuestArmTest, SeveralCpusAreForTheTimeLane) {
  EXPECT_FALSE(arm_of("a:smp=2").has_value());
  EXPECT_EQ(arm_of("a:smp=2", guest::Purpose::kTime)->machine.cpus, 2U);
  EXPECT_FALSE(arm_of("a:smp=many", guest::Purpose::kTime).has_value());
}

TEST_F(GuestArmTest, GuestKeysMakeATrialOfBoots) {
  const auto live = model::parse_arm("a:env.X=1").value();
  const auto booted = model::parse_arm("b:boot=quiet").value();
  EXPECT_FALSE(needs_guests({live, live}, model::Lane::kTime));
  EXPECT_TRUE(needs_guests({live, booted}, model::Lane::kTime));
  EXPECT_TRUE(needs_guests({live, live}, model::Lane::kCount));
}

TEST_F(GuestArmTest, TheUsualKernelIsTheBaselines) {
  EXPECT_EQ(usual_kernel({model::parse_arm("a:kernel=/k").value()}).value(), "/k");
}

}  // namespace
}  // namespace kab::trial

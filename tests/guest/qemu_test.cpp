#include "guest/qemu.h"

#include <gtest/gtest.h>

#include "sys/scratch.h"

namespace kab::guest {
namespace {

TEST(Qemu, ItsVersionIsWhatItPrints) {
  const auto version = version_in(
      "QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)\nCopyright\n", "qemu");
  ASSERT_TRUE(version.has_value()) << version.error().message;
  EXPECT_EQ(*version, "7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)");
  EXPECT_TRUE(version_in("QEMU emulator version 10.0.2\n", "qemu").has_value());
}

TEST(Qemu, OneThatIsTooOldIsNamedWithWhatIsNeeded) {
  const auto old = version_in("QEMU emulator version 5.2.0 (Debian 1:5.2)\n", "/usr/bin/qemu");
  ASSERT_FALSE(old.has_value());
  EXPECT_EQ(old.error().kind, ErrorKind::kUnavailable);
  EXPECT_NE(old.error().message.find("5.2.0"), std::string::npos);
  EXPECT_NE(old.error().message.find("7.0 or newer"), std::string::npos);
}

TEST(Qemu, AnotherProgramIsNotTakenForIt) {
  EXPECT_FALSE(version_in("bash 5.2\n", "/bin/bash").has_value());
  EXPECT_FALSE(version_in("", "/bin/true").has_value());
  EXPECT_FALSE(version_in("QEMU emulator version \n", "q").has_value());
}

TEST(Qemu, TimeNeedsKvmAndIsNotEmulatedInstead) {
  const sys::ScratchFolder folder;
  EXPECT_TRUE(check_accelerator(Purpose::kTime, folder.file("kvm", "")).has_value());
  const auto without = check_accelerator(Purpose::kTime, folder.path("no-kvm"));
  ASSERT_FALSE(without.has_value());
  EXPECT_EQ(without.error().kind, ErrorKind::kUnavailable);
  EXPECT_NE(without.error().message.find("--lane count"), std::string::npos);
  EXPECT_TRUE(check_accelerator(Purpose::kCount, folder.path("no-kvm")).has_value());
  EXPECT_TRUE(check_accelerator(Purpose::kCheck, folder.path("no-kvm")).has_value());
}

}  // namespace
}  // namespace kab::guest

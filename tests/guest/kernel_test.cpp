#include "guest/kernel.h"

#include <cstdlib>
#include <filesystem>

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "support/fake_kernel.h"
#include "sys/scratch.h"

namespace kab::guest {
namespace {

class KernelTest : public ::testing::Test {
 protected:
  KernelTest() { ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1); }
  ~KernelTest() override { ::unsetenv("XDG_CACHE_HOME"); }

  std::size_t cached() const {
    std::size_t folders = 0;
    std::error_code none;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.path("cache/kab/kernels"), none))
      folders += entry.is_directory() ? 1 : 0;
    return folders;
  }

  sys::ScratchFolder folder_;
};

// A Debian package as dpkg reads it: an ar archive of a version, control data and a tar.
struct ArchiveMember {
  std::string name;
  std::string content;
};
std::string archive_of(const std::vector<ArchiveMember>& members, int (*format)(::archive*)) {
  std::string bytes(1 << 20, '\0');
  std::size_t used = 0;
  ::archive* archive = ::archive_write_new();
  format(archive);
  ::archive_write_open_memory(archive, bytes.data(), bytes.size(), &used);
  for (const auto& member : members) {
    ::archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, member.name.c_str());
    ::archive_entry_set_filetype(entry, AE_IFREG);
    ::archive_entry_set_perm(entry, 0644);
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
    ::archive_write_header(archive, entry);
    ::archive_write_data(archive, member.content.data(), member.content.size());
    ::archive_entry_free(entry);
  }
  ::archive_write_close(archive);
  ::archive_write_free(archive);
  bytes.resize(used);
  return bytes;
}

std::string package_of(const std::vector<ArchiveMember>& files) {
  return archive_of({{"debian-binary", "2.0\n"},
                     {"control.tar", archive_of({{"./control", "Package: x\n"}},
                                                &::archive_write_set_format_pax_restricted)},
                     {"data.tar", archive_of(files, &::archive_write_set_format_pax_restricted)}},
                    &::archive_write_set_format_ar_svr4);
}

TEST_F(KernelTest, AVmlinuxIsKeptOnceForItsContent) {
  const auto first = prepare_kernel(folder_.file("a", support::fake_vmlinux()));
  ASSERT_TRUE(first.has_value()) << first.error().message;
  const auto copy = prepare_kernel(folder_.file("b", support::fake_vmlinux()));
  const auto other =
      prepare_kernel(folder_.file("c", support::fake_vmlinux(support::Entry::kPvh, "another")));
  ASSERT_TRUE(copy.has_value() && other.has_value());
  EXPECT_EQ(first->path, copy->path);
  EXPECT_NE(first->path, other->path);
  EXPECT_EQ(cached(), 2U);
  EXPECT_EQ(read_file(first->path).value(), support::fake_vmlinux());
}

TEST_F(KernelTest, TheConfigurationBesideAKernelIsItsOwn) {
  folder_.file("boot/config-6.1.0", "CONFIG_X=y\n");
  const auto kernel = prepare_kernel(folder_.file("boot/vmlinuz-6.1.0", support::fake_vmlinux()));
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message;
  EXPECT_EQ(kernel->config, "CONFIG_X=y\n");
}

TEST_F(KernelTest, ADebianPackageIsLookedInto) {
  const auto package =
      folder_.file("linux.deb", package_of({{"./boot/System.map-1", "none"},
                                            {"./boot/config-1", "CONFIG_Y=y\n"},
                                            {"./boot/vmlinuz-1", support::fake_vmlinux()}}));
  const auto kernel = prepare_kernel(package);
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message;
  EXPECT_EQ(read_file(kernel->path).value(), support::fake_vmlinux());
  EXPECT_EQ(kernel->config, "CONFIG_Y=y\n");
}

TEST_F(KernelTest, APackageWithoutAKernelSaysSo) {
  const auto kernel =
      prepare_kernel(folder_.file("x.deb", package_of({{"./usr/bin/x", "program"}})));
  ASSERT_FALSE(kernel.has_value());
  EXPECT_EQ(kernel.error().kind, ErrorKind::kInput);
  EXPECT_NE(kernel.error().message.find("without a kernel"), std::string::npos);
  EXPECT_EQ(cached(), 0U);
}

TEST_F(KernelTest, WhatIsNoKernelIsRefusedByName) {
  for (const std::string content : {"", "hello", "!<arch>\ndebian-binary", "\177ELF"}) {
    const auto kernel = prepare_kernel(folder_.file("thing", content));
    ASSERT_FALSE(kernel.has_value()) << content;
    EXPECT_EQ(kernel.error().kind, ErrorKind::kInput);
    EXPECT_NE(kernel.error().message.find("thing"), std::string::npos) << kernel.error().message;
  }
}

TEST_F(KernelTest, AVmlinuxThatQemuCannotEnterIsRefusedWithTheRemedy) {
  const auto kernel =
      prepare_kernel(folder_.file("old", support::fake_vmlinux(support::Entry::kNone)));
  ASSERT_FALSE(kernel.has_value());
  EXPECT_NE(kernel.error().message.find("CONFIG_PVH"), std::string::npos);
}

TEST_F(KernelTest, AReleaseThatIsNotInstalledIsNoFile) {
  const auto kernel = prepare_kernel("0.0.1-none");
  ASSERT_FALSE(kernel.has_value());
  EXPECT_EQ(kernel.error().kind, ErrorKind::kInput);
  EXPECT_NE(kernel.error().message.find("0.0.1-none"), std::string::npos);
  EXPECT_NE(kernel.error().message.find("get-kernel"), std::string::npos);
}

TEST_F(KernelTest, WhatIsKeptIsWholeOrNotThere) {
  const auto path = folder_.path("kept");
  EXPECT_TRUE(keep(path, "first").has_value());
  EXPECT_TRUE(keep(path, "second").has_value()) << "who comes second finds it done";
  EXPECT_EQ(read_file(path).value(), "first");
  EXPECT_FALSE(keep("/no/such/folder/x", "content").has_value());
}

}  // namespace
}  // namespace kab::guest

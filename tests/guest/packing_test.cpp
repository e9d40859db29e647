#include "guest/packing.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "sys/program.h"
#include "sys/scratch.h"

namespace kab::guest {
namespace {

bool holds(const std::vector<PackedFile>& files, std::string_view end_of_path) {
  return std::ranges::any_of(
      files, [&](const PackedFile& file) { return file.path.ends_with(end_of_path); });
}

TEST(Packing, LibrariesAreThoseThatTheLoaderFinds) {
  const auto libraries = libraries_in(
      "\tlinux-vdso.so.1 (0x00007ffd)\n"
      "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f0c)\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f0d)\n"
      "\tlibz.so.1 => /opt/lib/libz.so.1 (0x00007f0e)\n");
  ASSERT_TRUE(libraries.has_value()) << libraries.error().message;
  EXPECT_EQ(*libraries,
            (std::vector<std::string>{"/lib/x86_64-linux-gnu/libc.so.6", "/opt/lib/libz.so.1"}));
}

TEST(Packing, AMissingLibraryIsNamed) {
  const auto libraries = libraries_in("\tlibnone.so.9 => not found\n");
  ASSERT_FALSE(libraries.has_value());
  EXPECT_NE(libraries.error().message.find("libnone.so.9"), std::string::npos);
}

TEST(Packing, AProgramComesWithItsLoaderAndLibraries) {
  const auto files = packed_command("sh");
  ASSERT_TRUE(files.has_value()) << files.error().message;
  EXPECT_TRUE(files->front().path.starts_with('/'));
  EXPECT_TRUE(files->front().content.starts_with("\177ELF"));
  EXPECT_TRUE(holds(*files, "/libc.so.6"));
  EXPECT_TRUE(holds(*files, "/ld-linux-x86-64.so.2"));
}

TEST(Packing, AScriptComesWithItsInterpreter) {
  const sys::ScratchFolder folder;
  const auto script = folder.file("script", "#!/usr/bin/env sh\necho\n", 0755);
  const auto files = packed_command(script);
  ASSERT_TRUE(files.has_value()) << files.error().message;
  EXPECT_EQ(files->front().path, script);
  EXPECT_TRUE(holds(*files, "/libc.so.6"));
}

TEST(Packing, AProgramThatIsNotThereIsTheUsersMistake) {
  const auto files = packed_command("no-such-program-anywhere");
  ASSERT_FALSE(files.has_value());
  EXPECT_EQ(files.error().kind, ErrorKind::kInput);
}

TEST(Packing, AFolderIsPackedWithAllThatIsInIt) {
  const sys::ScratchFolder folder;
  folder.file("tree/a", "1");
  folder.file("tree/deep/b", "2");
  const auto files = packed_path(folder.path("tree"));
  ASSERT_TRUE(files.has_value()) << files.error().message;
  EXPECT_EQ(files->size(), 2U);
  EXPECT_TRUE(holds(*files, "/tree/deep/b"));
  EXPECT_FALSE(packed_path(folder.path("none")).has_value());
}

TEST(Packing, AProgramAmongTheFilesComesWithItsLibraries) {
  const auto shell = *sys::find_program("sh");
  const auto files = packed_path(shell);
  ASSERT_TRUE(files.has_value()) << files.error().message;
  EXPECT_EQ(files->front().path, shell);
  EXPECT_EQ(files->size(), packed_command(shell)->size());
}

}  // namespace
}  // namespace kab::guest

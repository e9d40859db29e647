#include "sys/program.h"

#include <gtest/gtest.h>

#include "sys/scratch.h"

namespace kab::sys {
namespace {

TEST(FindProgram, TakesTheFirstExecutableFileOfThePath) {
  const ScratchFolder folder;
  folder.file("first/tool", "not executable", 0644);
  folder.file("second/tool/inside", "a folder of that name", 0755);
  const std::string wanted = folder.file("third/tool", "#!/bin/sh\n", 0755);
  folder.file("fourth/tool", "#!/bin/sh\n", 0755);
  const std::string path = folder.path("first") + ":" + folder.path("second") + ":" +
                           folder.path("third") + ":" + folder.path("fourth");
  EXPECT_EQ(find_program_in("tool", path), wanted);
  EXPECT_EQ(find_program_in("other", path), std::nullopt);
  EXPECT_EQ(find_program_in("", path), std::nullopt);
}

TEST(FindProgram, LeavesAPathAsItIs) {
  const ScratchFolder folder;
  const std::string tool = folder.file("tool", "#!/bin/sh\n", 0755);
  EXPECT_EQ(find_program(tool), tool);
  EXPECT_EQ(find_program(folder.path("nothing")), std::nullopt);
  EXPECT_EQ(find_program(folder.path()), std::nullopt);
  EXPECT_EQ(find_program("sh").value_or("").substr(0, 1), "/");
}

TEST(OwnDirectory, HoldsTheRunningProgram) {
  const auto folder = std::filesystem::path(KAB_TEST_CHILD).parent_path();
  EXPECT_EQ(std::filesystem::canonical(own_directory()), std::filesystem::canonical(folder));
}

}  // namespace
}  // namespace kab::sys

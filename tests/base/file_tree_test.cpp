#include "base/file_tree.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace kab {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A folder that goes with the test.
struct Folder {
  std::string path = make_temporary_folder().value();
  ~Folder() { fs::remove_all(path); }
};

/// Every entry below `root`, a file with its content, a folder with "/".
std::map<std::string, std::string> found_in(const std::string& root) {
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    found[entry.path().lexically_relative(root)] =
        entry.is_directory() ? "/" : read_file(entry.path()).value();
  return found;
}

TEST(FileTree, HasTheShapeThatWasAskedFor) {
  const Folder folder;
  const TreeShape shape{.levels = 3, .folders = 2, .files = 4, .file_bytes = 70};
  ASSERT_TRUE(make_tree(folder.path, shape));
  const auto found = found_in(folder.path);
  const auto folders = std::count_if(found.begin(), found.end(),
                                     [](const auto& entry) { return entry.second == "/"; });
  EXPECT_EQ(folders_in(shape), 7U);
  EXPECT_EQ(files_in(shape), 28U);
  EXPECT_EQ(static_cast<std::size_t>(folders) + 1, folders_in(shape)) << "with the root";
  EXPECT_EQ(found.size(), 6U + 28U);
  EXPECT_EQ(found.at("folder-01/folder-00/file-0003").size(), 70U);
}

TEST(FileTree, OfTheUsualShapeHasAThousandFilesInFourLevels) {
  EXPECT_EQ(files_in({}), 1000U);
  EXPECT_EQ(folders_in({}), 40U);
}

TEST(FileTree, IsTheSameEachTimeAndNoTwoNeighboursAreAlike) {
  const Folder one;
  const Folder other;
  const TreeShape shape{.levels = 2, .folders = 2, .files = 3, .file_bytes = 40};
  ASSERT_TRUE(make_tree(one.path, shape));
  ASSERT_TRUE(make_tree(other.path, shape));
  const auto found = found_in(one.path);
  EXPECT_EQ(found, found_in(other.path));
  EXPECT_EQ(found.at("file-0000"), "abcdefghijklmnopqrstuvwxyzabcde\nghijklmn");
  EXPECT_NE(found.at("file-0000"), found.at("file-0001"));
}

TEST(FileTree, HasFilesThatAreOld) {
  const Folder folder;
  ASSERT_TRUE(make_tree(folder.path, {.levels = 1, .folders = 0, .files = 1}));
  struct stat status = {};
  ASSERT_EQ(::stat((folder.path + "/file-0000").c_str(), &status), 0);
  EXPECT_EQ(status.st_mtim.tv_sec, 1'000'000'000);
}

TEST(FileTree, NeedsAFolderThatIsThereAndEmpty) {
  const Folder folder;
  ASSERT_TRUE(make_tree(folder.path, {.levels = 1, .folders = 0, .files = 1}));
  const auto again = make_tree(folder.path, {.levels = 1, .folders = 0, .files = 1});
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("file-0000: File exists"));
  EXPECT_FALSE(make_tree(folder.path + "/none", {}));
}

TEST(FileTree, IsRemovedWithAllThatIsInIt) {
  const Folder folder;
  ASSERT_TRUE(make_tree(folder.path, {.levels = 2, .folders = 1, .files = 2}));
  EXPECT_TRUE(remove_tree(folder.path));
  EXPECT_FALSE(fs::exists(folder.path));
  EXPECT_TRUE(remove_tree(folder.path)) << "what is not there is no error";
}

TEST(TemporaryFolder, IsThisUsersAloneAndAsLongAsSaid) {
  const Folder folder;
  EXPECT_EQ(folder.path.size(), temporary_folder_length());
  EXPECT_EQ(fs::status(folder.path).permissions(), fs::perms::owner_all);
}

TEST(TemporaryFolder, IsWhereTmpdirSays) {
  const Folder folder;
  ::setenv("TMPDIR", folder.path.c_str(), 1);
  const auto inner = make_temporary_folder();
  ::setenv("TMPDIR", (folder.path + "/none").c_str(), 1);
  const auto none = make_temporary_folder();
  ::unsetenv("TMPDIR");
  EXPECT_TRUE(inner.value().starts_with(folder.path + "/"));
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace kab

#include "readers/argument.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace kab::readers {
namespace {

class SplitArgument : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(::mkdtemp(folder_.data()), nullptr);
    for (const auto* name : {"/x.csv", "/a:b", "/a"}) std::ofstream(folder_ + name) << "1\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void expect(const std::string& text, const std::string& path, const std::string& part) const {
    const auto got = split_argument(folder_ + text);
    EXPECT_EQ(got.path, folder_ + path) << text;
    EXPECT_EQ(got.part, part) << text;
  }

  std::string folder_ = "/tmp/kab-readers-XXXXXX";
};

TEST_F(SplitArgument, CutsBehindTheLongestFileThatExists) {
  expect("/x.csv", "/x.csv", "");
  expect("/x.csv:wall", "/x.csv", "wall");
  expect("/x.csv:wall:ns", "/x.csv", "wall:ns");
  expect("/x.csv:a/b", "/x.csv", "a/b");
  expect("/a:b", "/a:b", "");
  expect("/a:b:c", "/a:b", "c");
  expect("/a:c", "/a", "c");
}

TEST_F(SplitArgument, CutsBehindTheLastColonOfANameThatDoesNotExist) {
  expect("/none.csv:wall", "/none.csv", "wall");
  expect("/none.csv", "/none.csv", "");
  expect("/c:d/none", "/c:d/none", "");
}

TEST(SplitArgumentOfStandardInput, TakesAPartToo) {
  EXPECT_EQ(split_argument("-").path, "-");
  EXPECT_EQ(split_argument("-:2").path, "-");
  EXPECT_EQ(split_argument("-:2").part, "2");
  EXPECT_EQ(split_argument("").path, "");
  EXPECT_EQ(split_argument(":x").path, ":x");
}

}  // namespace
}  // namespace kab::readers

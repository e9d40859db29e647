#include "worker/line_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab::worker {
namespace {

using ::testing::HasSubstr;

Fd file_with(std::string_view content) {
  Fd fd(::memfd_create("line", MFD_CLOEXEC));
  EXPECT_TRUE(write_all(fd.get(), content, "memory"));
  ::lseek(fd.get(), 0, SEEK_SET);
  return fd;
}

TEST(LineInput, TakesOneLineAndLeavesTheRest) {
  const Fd fd = file_with("first\nsecond");
  EXPECT_EQ(read_line(fd.get()).value_or("?"), "first");
  EXPECT_EQ(read_line(fd.get()).value_or("?"), "second");
  EXPECT_FALSE(read_line(fd.get()));
}

TEST(LineInput, TakesAnEmptyLineForALine) {
  const Fd fd = file_with("\n");
  EXPECT_EQ(read_line(fd.get()).value_or("?"), "");
}

TEST(LineInput, SaysThatNothingCame) {
  const auto line = read_line(file_with("").get());
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().kind, ErrorKind::kInput);
  EXPECT_THAT(line.error().message, HasSubstr("no request on standard input"));
}

TEST(LineInput, SaysWhyItCannotRead) {
  const auto line = read_line(-1);
  ASSERT_FALSE(line);
  EXPECT_THAT(line.error().message, HasSubstr("Bad file descriptor"));
}

TEST(LineInput, EndsAtItsLimit) {
  const auto line = read_line(file_with(std::string(kLongestLine + 1, 'x')).get());
  ASSERT_FALSE(line);
  EXPECT_THAT(line.error().message, HasSubstr("longer than 65536 bytes"));
}

}  // namespace
}  // namespace kab::worker

#include "base/files.h"

#include <array>
#include <cstdio>
#include <memory>

#include <gtest/gtest.h>
#include <unistd.h>

namespace kab {
namespace {

using Stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// A file without a name that holds `text`, to be read from its start.
Stream file_with(const std::string& text) {
  Stream file(std::tmpfile(), std::fclose);
  EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file.get()), text.size());
  std::rewind(file.get());
  return file;
}

TEST(ReadAll, GivesAllOfAFile) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += std::to_string(i) + "\n";
  EXPECT_EQ(read_all(fileno(file_with(text).get()), "file").value(), text);
  EXPECT_EQ(read_all(fileno(file_with("").get()), "file").value(), "");
}

TEST(ReadAll, TakesAsMuchAsIsAllowedAndNoByteMore) {
  const std::string text(1 << 20, 'x');
  EXPECT_EQ(read_all(fileno(file_with(text).get()), "file", text.size()).value().size(),
            text.size());
  const auto refused = read_all(fileno(file_with(text + "x").get()), "file", text.size());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kInput);
  EXPECT_EQ(refused.error().message,
            "file holds more than 1 MiB, which is as much as is read; give it in parts");
}

TEST(ReadAll, StopsReadingAPipeWithoutAnEnd) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Fd out(ends[0]);
  Fd in(ends[1]);
  ASSERT_EQ(::write(in.get(), "1\n2\n3\n", 6), 6);
  const auto refused = read_all(out.get(), "standard input", 5);  // the pipe is still open
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kInput);
}

}  // namespace
}  // namespace kab

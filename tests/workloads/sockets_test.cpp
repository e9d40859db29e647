#include "workloads/ipc/sockets.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace kab::workloads {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// TMPDIR is a folder of the test's own while it lives.
class OwnTemporaryFolder {
 public:
  explicit OwnTemporaryFolder(const std::string& below = "")
      : root_(::testing::TempDir() + "kab-sockets-test-" + std::to_string(::getpid())) {
    fs::create_directories(root_ + below);
    ::setenv("TMPDIR", (root_ + below).c_str(), 1);
  }
  ~OwnTemporaryFolder() {
    ::unsetenv("TMPDIR");
    fs::remove_all(root_);
  }
  OwnTemporaryFolder(const OwnTemporaryFolder&) = delete;
  OwnTemporaryFolder& operator=(const OwnTemporaryFolder&) = delete;

  bool is_empty() const { return fs::is_empty(root_); }

 private:
  std::string root_;
};

sa_family_t family_of(const sockaddr_un& address) { return address.sun_family; }

bool passes_a_byte(const Fd& from, const Fd& to) {
  char byte = 'x';
  if (::write(from.get(), &byte, 1) != 1) return false;
  byte = '-';
  return ::read(to.get(), &byte, 1) == 1 && byte == 'x';
}

TEST(Sockets, AreConnectedInEveryWayAndType) {
  const OwnTemporaryFolder folder;
  for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET}) {
    for (const auto* const bound : {"pair", "path", "abstract"}) {
      const auto ends = unix_ends(type, bound, Directions::kBothWays);
      ASSERT_TRUE(ends) << ends.error().message;
      EXPECT_TRUE(passes_a_byte(ends->writer, ends->reader)) << type << bound;
      EXPECT_TRUE(passes_a_byte(ends->reader, ends->writer)) << type << bound;
      EXPECT_TRUE(folder.is_empty()) << "a name outlived its use";
    }
  }
}

TEST(Sockets, AnswerToADatagramOnlyWhereBothWaysAreAskedFor) {
  const auto ends = unix_ends(SOCK_DGRAM, "abstract", Directions::kOneWay);
  ASSERT_TRUE(ends);
  EXPECT_TRUE(passes_a_byte(ends->writer, ends->reader));
  EXPECT_EQ(::write(ends->reader.get(), "x", 1), -1);
}

TEST(SocketNames, AreWhereTheyAreSaidToBe) {
  const OwnTemporaryFolder folder;
  {
    const auto names = SocketNames::make(SocketNames::Kind::kPath);
    ASSERT_TRUE(names) << names.error().message;
    const auto socket = (*names)->bind(SOCK_DGRAM);
    ASSERT_TRUE(socket) << socket.error().message;
    EXPECT_TRUE(fs::is_socket(socket->address.sun_path));
    EXPECT_EQ(family_of(socket->address), AF_UNIX);
  }
  EXPECT_TRUE(folder.is_empty());
  const auto names = SocketNames::make(SocketNames::Kind::kAbstract);
  EXPECT_EQ((*names)->bind(SOCK_DGRAM)->address.sun_path[0], '\0');
}

TEST(SocketNames, HoldSignalsBackWhileAPathIsThere) {
  const OwnTemporaryFolder folder;
  sigset_t mask;
  {
    const auto names = SocketNames::make(SocketNames::Kind::kPath);
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    EXPECT_EQ(sigismember(&mask, SIGINT), 1);
    EXPECT_EQ(sigismember(&mask, SIGTERM), 1);
  }
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  EXPECT_EQ(sigismember(&mask, SIGINT), 0);
}

TEST(SocketNames, SayWhatIsMissingForAPath) {
  ::setenv("TMPDIR", "/proc/no-such-folder", 1);
  const auto names = SocketNames::make(SocketNames::Kind::kPath);
  ::unsetenv("TMPDIR");
  ASSERT_FALSE(names);
  EXPECT_EQ(names.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(names.error().message, AllOf(HasSubstr("/proc/no-such-folder"), HasSubstr("TMPDIR")));
}

TEST(SocketNames, SayThatAPathIsTooLong) {
  const OwnTemporaryFolder folder("/" + std::string(100, 'x'));
  const auto ends = unix_ends(SOCK_STREAM, "path", Directions::kOneWay);
  ASSERT_FALSE(ends);
  EXPECT_THAT(ends.error().message, HasSubstr("too long for a socket"));
}

}  // namespace
}  // namespace kab::workloads

#include "workloads/reaper.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "workloads/made_folder.h"

namespace kab::workloads {
namespace {

namespace fs = std::filesystem;

struct Pipe {
  Fd reader;
  Fd writer;
};

Pipe make_pipe() {
  std::array<int, 2> raw = {-1, -1};
  EXPECT_EQ(::pipe(raw.data()), 0);
  return {.reader = Fd(raw[0]), .writer = Fd(raw[1])};
}

std::string text_from(const Fd& fd) {
  std::array<char, 256> text = {};
  pollfd polled{.fd = fd.get(), .events = POLLIN, .revents = 0};
  if (::poll(&polled, 1, 10'000) <= 0) return "nothing came";
  const ssize_t got = ::read(fd.get(), text.data(), text.size());
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

TEST(Reaper, CleansUpWhenItIsNoLongerNeededAndNotBefore) {
  const std::string folder = make_temporary_folder().value();
  {
    const auto reaper = Reaper::start([folder] { static_cast<void>(remove_tree(folder)); });
    ASSERT_TRUE(reaper);
    EXPECT_TRUE(fs::exists(folder));
  }
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD) << "it is waited for";
}

TEST(Reaper, CleansUpOnceWhenItHasMoved) {
  const std::string folder = make_temporary_folder().value();
  auto reaper = Reaper::start([folder] { static_cast<void>(remove_tree(folder)); });
  ASSERT_TRUE(reaper);
  {
    const Reaper moved = std::move(*reaper);
    EXPECT_TRUE(fs::exists(folder));
  }
  EXPECT_FALSE(fs::exists(folder));
}

TEST(Reaper, LeavesSignalsAsTheyWere) {
  sigset_t before;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  const auto reaper = Reaper::start([] {});
  sigset_t now;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
  EXPECT_EQ(sigismember(&before, SIGTERM), sigismember(&now, SIGTERM));
}

// The child tells its folder and waits to be killed, as a group. What it forked has a copy of the
// writing end until it closes all, so that the end of the file is the end of both.
TEST(MadeFolder, GoesWhenItsOwnerIsKilledWithItsWholeGroup) {
  Pipe pipe = make_pipe();
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    const auto folder = MadeFolder::make();
    const std::string path = folder ? folder->path() : "none";
    static_cast<void>(::write(pipe.writer.get(), path.data(), path.size()));
    for (;;) ::pause();
  }
  pipe.writer.reset();
  const std::string path = text_from(pipe.reader);
  ASSERT_TRUE(fs::exists(path)) << path;
  ::kill(-child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  // Its own process now, so nobody's to wait for; it takes a moment.
  for (int look = 0; look < 500 && fs::exists(path); ++look) ::usleep(10'000);
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace kab::workloads

// What the tests of this layer need to stand on: a folder that goes away, and a process that may
// be changed for good.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab::sys {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = std::filesystem::temp_directory_path().string() + "/kab-test-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(std::string_view name = "") const {
    return name.empty() ? path_ : path_ + "/" + std::string(name);
  }

  /// Writes a file, its folders made as needed; its path.
  std::string file(std::string_view name, std::string_view content, ::mode_t mode = 0644) const {
    const std::string whole = path(name);
    std::filesystem::create_directories(std::filesystem::path(whole).parent_path());
    std::ofstream(whole, std::ios::binary) << content;
    ::chmod(whole.c_str(), mode);
    return whole;
  }

 private:
  std::string path_;
};

/// A forked process that is killed and reaped at the latest when this goes away.
class Forked {
 public:
  explicit Forked(const std::function<void()>& life) : pid_(::fork()) {
    if (pid_ != 0) return;
    life();
    ::_exit(0);
  }
  ~Forked() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    wait();
  }
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;

  pid_t pid() const { return pid_; }

  /// The wait status; after this there is no process any more.
  int wait() {
    if (pid_ > 0) {
      while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
      }
    }
    pid_ = -1;
    return status_;
  }

 private:
  pid_t pid_;
  int status_ = 0;
};

struct PipeEnds {
  Fd read_end;
  Fd write_end;
};

inline PipeEnds pipe_ends() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
  return {.read_end = Fd(ends[0]), .write_end = Fd(ends[1])};
}

/// What `life` returns when it runs in a process of its own, or how that process ended.
inline std::string in_child(const std::function<std::string()>& life) {
  auto ends = pipe_ends();
  Forked child([&] {
    if (!write_all(ends.write_end.get(), life(), "pipe")) ::_exit(1);
  });
  ends.write_end.reset();
  const auto said = read_all(ends.read_end.get(), "pipe").value_or("");
  const int status = child.wait();
  if (WIFSIGNALED(status)) return "killed by signal " + std::to_string(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0) return "exited " + std::to_string(WEXITSTATUS(status));
  return said;
}

/// Makes this process an ordinary user's, if it is root's. Not nobody's: that is also who an
/// unmapped user seems to be. He may still see himself in /proc, as any user may.
inline void become_ordinary_user() {
  constexpr unsigned kUser = 12345;
  if (::geteuid() != 0) return;
  if (::setresgid(kUser, kUser, kUser) != 0 || ::setresuid(kUser, kUser, kUser) != 0) ::_exit(99);
  ::prctl(PR_SET_DUMPABLE, 1);
}

}  // namespace kab::sys

// A command run as a shell runs it: with kab's own streams, terminal and process group, so that it
// can read the terminal, and Ctrl-C reaches it like kab.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

#include "base/fd.h"
#include "base/result.h"

namespace kab::sys {

/// While it lives, SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end kab: the terminal sends them to
/// the command too, and those that somebody sends to kab alone are passed on to it. One at a time.
class RelayedSignals {
 public:
  RelayedSignals();
  ~RelayedSignals();
  RelayedSignals(const RelayedSignals&) = delete;
  RelayedSignals& operator=(const RelayedSignals&) = delete;

  /// To whom it is passed on: a command that somebody else than Foreground started.
  void relay_to(pid_t pid) const;

  /// Whether one came: nothing more shall be started.
  bool came() const;
};

enum class CommandOutput { kAsIs, kToErrors };

class Foreground {
 public:
  struct End {
    int status = 0;  // as wait(2) gives it
    rusage usage{};  // of the command and what it waited for
    std::int64_t elapsed_ns = 0;
  };

  /// Starts argv, argv[0] looked up in PATH, `environment` added to kab's own. kInput or
  /// kUnavailable, naming the program, where that is not possible.
  static Result<Foreground> start(
      const std::vector<std::string>& argv, CommandOutput output,
      const std::vector<std::pair<std::string, std::string>>& environment = {});

  Foreground(Foreground&& other) noexcept;
  Foreground& operator=(Foreground&&) = delete;
  Foreground(const Foreground&) = delete;
  Foreground& operator=(const Foreground&) = delete;
  ~Foreground();  // waits for the end

  /// Readable once the command has ended; -1 where the kernel has no pidfds.
  int descriptor() const { return pidfd_.get(); }

  /// Waits for the command itself; what it left running goes on.
  End wait();

 private:
  Foreground(pid_t pid, Fd pidfd, std::int64_t started_ns)
      : pid_(pid), pidfd_(std::move(pidfd)), started_ns_(started_ns) {}
  pid_t pid_ = -1;
  Fd pidfd_;
  std::int64_t started_ns_ = 0;
};

/// A shell's exit code for a status of wait(2): the command's own, or 128 + the signal's number.
int shell_code_of(int status);

}  // namespace kab::sys

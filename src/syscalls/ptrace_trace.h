// Follows processes by ptrace, through fork, vfork, clone and exec, and notes each of their calls.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include <sys/types.h>

#include "base/fd.h"
#include "base/result.h"
#include "syscalls/observed.h"

namespace kab::syscalls {

enum class Going { kOn, kEnd };

/// Called now and then while tracing, and after each signal that the caller got.
using Often = std::function<Going()>;

/// Where a traced process stops.
enum class Stops {
  kBothSides,  // at the entry and the exit of each call
  kEntries,    // at the entry alone: the process is under install_entry_filter()
};

class PtraceTrace {
 public:
  PtraceTrace(const Watch& watch, Stops stops) : watch_(watch), stops_(stops) {}

  /// Takes over a child of start_waiting() and lets it go on; it dies with the caller.
  /// kUnavailable where it cannot be traced; it is then ended.
  Result<void> follow(pid_t child);

  /// Takes over all threads of a running process, which stays alive when the caller ends.
  Result<void> attach(pid_t process);

  /// Until all that is traced has ended, or `often` says so: then the rest goes on untraced. The
  /// caller must have no other children meanwhile (they would be reaped).
  Result<void> until_end(const Often& often);

  /// Whether the first process has ended.
  bool first_ended() const { return first_ended_; }

  /// What was counted so far.
  Observed observed() const;

 private:
  struct Task {
    Owner owner;
    FactsByCall* facts = nullptr;
    std::optional<Call> in;
    std::int64_t entered_ns = 0;
    std::optional<std::uint64_t> cpu_at_entry_ns;
    Fd schedstat;
  };

  void on_stop(pid_t pid, int status);
  void on_call(pid_t pid);
  void on_entry_message(pid_t pid);
  void on_entry(pid_t pid, const Call& call);
  void on_return(pid_t pid, std::int64_t error);
  void on_fork(pid_t pid);
  void on_exec(pid_t pid);
  void on_end(pid_t pid, int status);
  void go_on(pid_t pid, int signal);
  void let_go();
  Task& task_of(pid_t pid);
  void name(pid_t pid, Task& task);
  long options() const;

  Watch watch_;
  Stops stops_;
  pid_t first_ = 0;
  bool first_ended_ = false;
  int first_status_ = 0;
  std::unordered_map<pid_t, Task> tasks_;
  std::map<Owner, FactsByCall> tally_;          // owners without their last names
  std::map<std::uint32_t, std::string> names_;  // of processes and threads
  std::set<std::string> remarks_;
  std::optional<int> failure_;  // an errno
};

}  // namespace kab::syscalls

// One child process: started, fed, read, timed and ended. Children die with kab, lead a process
// group of their own (so that the whole of it can be ended), and never inherit kab's descriptors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kab::sys {

struct Command {
  std::vector<std::string> argv;                                 // argv[0] is looked up in PATH
  std::vector<std::pair<std::string, std::string>> environment;  // added to or replacing kab's own
  std::vector<int> cpus;                 // affinity mask for the child; empty: as inherited
  std::string input;                     // all of standard input; empty: /dev/null
  std::int64_t deadline_ns = 0;          // 0: none; after it the group is killed
  std::size_t output_limit = 64u << 20;  // bytes of stdout kept; more is an error of the child
};

struct Outcome {
  int exit_code = 0;  // valid when signal == 0
  int signal = 0;     // the signal that ended it, 0: it exited
  bool timed_out = false;
  std::string output;        // standard output
  std::string errors;        // the last 4 KiB of standard error
  std::int64_t wall_ns = 0;  // from just before the start to the end of the direct child
  std::int64_t user_ns = 0;  // of the child and what it waited for
  std::int64_t system_ns = 0;
  std::int64_t resident_kb = 0;  // peak

  bool succeeded() const { return exit_code == 0 && signal == 0 && !timed_out; }
};

/// Runs to the end. kInput: the program does not exist or is not executable (named); kUnavailable:
/// it cannot be started (out of processes, no such CPU, not an executable of this kernel);
/// kInterrupted: a stop was asked for, and the whole group was ended (SIGTERM, then SIGKILL after a
/// second).
Result<Outcome> run(const Command& command);

/// "exited 1", "was killed by signal 11 (Segmentation fault)", "ran longer than 60 s".
std::string description_of(const Outcome& outcome);

/// Where PATH finds `program` (or the path itself when it holds a slash), executable; nothing if
/// not.
std::optional<std::string> find_program(const std::string& program);

/// The directory of the running kab: where kab-worker lies beside it.
std::string own_directory();

}  // namespace kab::sys

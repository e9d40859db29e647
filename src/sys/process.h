// One child process: started, fed, read, timed and ended. Children die with kab, lead a process
// group of their own (so that the whole of it can be ended), and never inherit kab's descriptors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "sys/program.h"

namespace kab::sys {

/// What a child does when kab is asked to stop: a teardown has to run to its end all the same.
enum class OnStop { kEnd, kFinish };

struct Command {
  // argv[0] is looked up in PATH: the one of `environment` where it sets one, else kab's own.
  std::vector<std::string> argv = {};
  // Added to kab's own environment, or replacing what is there.
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::vector<int> cpus = {};            // affinity mask for the child; empty: as inherited
  std::vector<int> keep_open = {};       // descriptors above 2 that the child has too
  std::string input = {};                // all of standard input; empty: /dev/null
  std::int64_t deadline_ns = 0;          // 0: none; after it the group is killed
  std::size_t output_limit = 64u << 20;  // bytes of stdout kept; more is an error of the child
  OnStop on_stop = OnStop::kEnd;
  std::int64_t stop_grace_ns = 1'000'000'000;  // from SIGTERM to SIGKILL when a stop is asked for
};

struct Outcome {
  int exit_code = 0;  // valid when signal == 0
  int signal = 0;     // the signal that ended it, 0: it exited
  bool timed_out = false;
  bool overflowed = false;       // wrote more than output_limit, and was killed for it
  std::string output = {};       // standard output
  std::string errors = {};       // the last 4 KiB of standard error
  std::int64_t deadline_ns = 0;  // the command's
  std::int64_t wall_ns = 0;      // from just before the start to the end of the direct child
  std::int64_t user_ns = 0;      // of the child and what it waited for
  std::int64_t system_ns = 0;
  std::int64_t resident_kb = 0;  // peak

  bool succeeded() const { return exit_code == 0 && signal == 0 && !timed_out && !overflowed; }
};

/// Runs to the end of the direct child; what it leaves behind in its process group is then killed,
/// so that nothing of one sample runs on into the next. kInput: the program does not exist or is
/// not executable (named); kUnavailable: it cannot be started (out of processes, no such CPU, not
/// an executable of this kernel); kInterrupted: a stop was asked for, and the whole group was ended
/// (SIGTERM, then SIGKILL after the grace).
Result<Outcome> run(const Command& command);

/// "exited 1", "was killed by signal 11 (Segmentation fault)", "ran longer than 60 s", "wrote more
/// than 67108864 bytes to standard output".
std::string description_of(const Outcome& outcome);

}  // namespace kab::sys

// Seam: how system calls are counted. By ptrace (ptrace_tally.h), or by any other means that sees
// each call of a process and of all that it starts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "syscalls/names.h"

namespace kab::syscalls {

struct Counts {
  std::uint64_t calls = 0;   // entered; one that a signal made the kernel begin again counts twice
  std::uint64_t errors = 0;  // of them, those that the program saw fail

  bool operator==(const Counts&) const = default;
};

using Tally = std::map<Call, Counts>;

/// What a tally was taken of, and how that ended.
struct Tallied {
  Tally tally = {};
  int status = 0;  // of the first process, as wait(2) gives it
};

/// Runs in a child process; its value is the child's exit code. Or it never returns: exec().
using Body = std::function<int()>;

class SyscallTally {
 public:
  virtual ~SyscallTally() = default;

  /// Runs `body` in a child and counts until the child and all its descendants have ended.
  /// kUnavailable where this way of counting is not possible here.
  virtual Result<Tallied> of(const Body& body) = 0;
};

/// A body that executes a program, looked up in PATH; 127 where it cannot.
Body program_body(std::vector<std::string> argv);

/// What `more` counted beyond `less`. A call that `more` has no more of than `less` is left out.
Tally beyond(const Tally& more, const Tally& less);

}  // namespace kab::syscalls

// Observes the system calls of a command or of a running process, by BPF where that is allowed,
// else by ptrace; says which, why, and what it costs.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "syscalls/observed.h"
#include "syscalls/ptrace_trace.h"
#include "syscalls/tally.h"

namespace kab::tracing {

enum class Backend { kBpf, kPtrace };

std::string_view text_of(Backend backend);  // "bpf" | "ptrace"

struct Request {
  syscalls::Watch watch = {};
  std::optional<Backend> backend = {};       // nothing: BPF, or ptrace where that is not possible
  syscalls::Body body = {};                  // runs in a child, and is observed with all it starts
  pid_t process = 0;                         // else: a running process
  std::function<void(pid_t)> on_start = {};  // told the child's number; may be empty
  /// Asked several times a second; may be empty. With kEnd a process is let go at once, and a
  /// command's descendants once it has ended itself.
  syscalls::Often often = {};
  /// What was counted so far, each time `every` has passed; may be empty.
  std::function<void(const syscalls::Observed&)> on_summary = {};
  std::chrono::nanoseconds every{0};
};

/// What counting adds to one call, seen on getppid().
struct CallCost {
  double plain_ns = 0;
  double counted_ns = 0;
};

struct Report {
  syscalls::Observed observed;
  Backend backend = Backend::kBpf;
  std::string why_not_bpf;     // empty: BPF it was, or ptrace was asked for
  std::int64_t attach_ns = 0;  // to load and attach, before the command began
  CallCost cost;
  std::int64_t wall_ns = 0;  // of the command, or of the observation of a process
  std::int64_t user_ns = 0;  // of the command and what it waited for; 0 of a process
  std::int64_t system_ns = 0;
};

/// kUnavailable where the back end asked for, or any, is not possible here.
Result<Report> observe(const Request& request);

/// Why BPF cannot count here; nothing: it can.
std::optional<std::string> why_no_bpf();

/// The same as a result: kUnavailable with the reason.
Result<void> bpf_available();

}  // namespace kab::tracing

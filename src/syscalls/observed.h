// What may be observed of system calls beyond their number: time, errors by errno, latencies, and
// whose they are. Both ways of observing (ptrace, BPF) fill the same records.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "syscalls/names.h"

namespace kab::syscalls {

/// Whose calls are told apart.
enum class Per { kTree, kProcess, kThread, kComm };

enum class Timing { kNone, kWall };
enum class ErrorDetail { kNone, kByErrno };
enum class LatencyDetail { kNone, kHistogram };

struct Watch {
  Per per = Per::kTree;
  Timing timing = Timing::kWall;
  ErrorDetail errors = ErrorDetail::kNone;
  LatencyDetail latencies = LatencyDetail::kNone;  // only with Timing::kWall
};

/// A histogram of latencies by the groups of latency_bucket.h.
using Latencies = std::map<std::uint32_t, std::uint64_t>;

/// Of the calls of one kind.
struct CallFacts {
  std::uint64_t calls = 0;                // entered
  std::optional<std::uint64_t> errors{};  // that the program saw; nothing: not looked at
  std::uint64_t timed = 0;                // of the calls, those whose time is known
  std::uint64_t wall_ns = 0;              // inside them, by the clock on the wall
  std::optional<std::uint64_t> cpu_ns{};  // of it, on a CPU; nothing: not known
  std::map<int, std::uint64_t> by_errno = {};
  Latencies latencies = {};

  bool operator==(const CallFacts&) const = default;
};

/// The tree as a whole (0, ""), a process or thread (its number and last name), or a name (0,
/// name).
struct Owner {
  std::uint32_t id = 0;
  std::string comm = {};

  auto operator<=>(const Owner&) const = default;
};

using FactsByCall = std::map<Call, CallFacts>;

struct Observed {
  std::map<Owner, FactsByCall> tally = {};
  int status = 0;                         // of the first process, as wait(2) gives it
  std::uint64_t lost = 0;                 // calls or tasks that could not be counted
  std::vector<std::string> remarks = {};  // what a reader must know, a line each
};

/// Adds `more` to `sum`, as calls of one kind.
void add(CallFacts& sum, const CallFacts& more);

/// What `later` holds beyond `earlier`, a state of the same counting.
std::map<Owner, FactsByCall> since(const std::map<Owner, FactsByCall>& later,
                                   const std::map<Owner, FactsByCall>& earlier);

/// The latency that `share` (0 to 1) of the calls did not exceed, in ns: the middle of its group,
/// so that it is at most 6 % off. Nothing without latencies.
std::optional<double> quantile_ns(const Latencies& latencies, double share);

}  // namespace kab::syscalls

// The protocol between kab and a worker: one JSON object a line, versioned, flat and small.
// kab writes one Request to the worker's standard input; the worker answers on its standard output
// with Hello, then (after measuring) one Batch line a batch, then Done; with one Tally or Checked
// where that was asked for; or Refusal at any point.
// No dependencies, so the worker can use it. docs/worker-protocol.md describes it for others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace kab::wire {

inline constexpr int kVersion = 1;

enum class Task {
  kMeasure,    // warm up, then `batches` batches of `iterations`
  kCalibrate,  // find the iterations that make a batch last `batch_ns`, answer in Done
  kTally,      // count the system calls of `iterations` operations, answer in Tally
  kCheck,      // try whether a property of the kernel holds, answer in Checked
};

struct Request {
  Task task = Task::kMeasure;
  std::string workload = {};
  std::vector<std::pair<std::string, std::string>> params = {};
  std::uint64_t iterations = 1;
  std::uint32_t batches = 1;
  std::uint64_t warmup_iterations = 0;
  std::uint64_t batch_ns = 0;  // kCalibrate: how long a batch shall last
  std::vector<int> pin = {};  // CPU of each role: the worker itself, then its partners; wraps round
  // kCheck, which takes none of the above
  std::string check = {};
  std::uint64_t time_ns = 0;  // about how long to try
  std::uint64_t seed = 0;

  bool operator==(const Request&) const = default;
};

/// Copies between user space and the kernel that one operation causes, and those of them that
/// hardened usercopy checks.
struct UserCopies {
  double copies = 0;
  double bytes = 0;
  double checked_copies = 0;
  double checked_bytes = 0;

  bool operator==(const UserCopies&) const = default;
};

/// The worker is there and can make the workload.
struct Hello {
  std::string abi = {};  // "x86_64" | "i386"
  double bytes_per_operation = 0;
  UserCopies copies = {};
  double timer_resolution_ns = 0;
  double timer_cost_ns = 0;  // of one read of the clock
  double empty_loop_ns = 0;  // per iteration of a loop that does nothing
  double recording_ns = 0;   // what recording latencies adds to one operation

  bool operator==(const Hello&) const = default;
};

struct Batch {
  std::uint64_t iterations = 0;
  std::int64_t started_ns = 0;  // since the worker's first batch
  std::int64_t elapsed_ns = 0;  // CLOCK_MONOTONIC_RAW
  // Further metrics of the batch by their names, ns or ns/op: {"latency-p99", 8200}.
  std::vector<std::pair<std::string, double>> further = {};

  bool operator==(const Batch&) const = default;
};

struct Done {
  std::uint64_t iterations = 0;  // kCalibrate: what was found; kMeasure: iterations of a batch
  std::vector<int> cpus = {};    // where each role ran last
  std::int64_t inside_ns = 0;    // time spent in the workload, warm-up included
  std::int64_t resident_kb = 0;  // peak of the worker itself

  bool operator==(const Done&) const = default;
};

/// A system call by its name in the table of its ABI, or its number where the table has no name.
struct CountedCall {
  std::string name = {};
  std::string abi = {};  // "x86_64" | "i386" | "other": of the call, not of the worker
  std::uint64_t calls = 0;
  std::uint64_t errors = 0;

  bool operator==(const CountedCall&) const = default;
};

/// What `operations` operations of a workload add to the system calls of one.
struct Tally {
  std::uint64_t operations = 0;
  std::vector<CountedCall> calls = {};

  bool operator==(const Tally&) const = default;
};

enum class CheckOutcome { kPassed, kFailed, kUnavailable };

/// "passed", "failed", "unavailable".
std::string_view text_of(CheckOutcome outcome);

struct NamedNumber {
  std::string name = {};
  double value = 0;
  std::string unit = {};  // "": a count

  bool operator==(const NamedNumber&) const = default;
};

/// What a check found.
struct Checked {
  CheckOutcome outcome = CheckOutcome::kPassed;
  std::string property = {};               // what was tried, one line
  std::vector<std::string> evidence = {};  // of a failure, why unavailable, or remarks
  std::vector<NamedNumber> numbers = {};

  bool operator==(const Checked&) const = default;
};

/// The worker cannot: an unknown workload or parameter (input), or something this machine lacks.
struct Refusal {
  ErrorKind kind = ErrorKind::kUnavailable;
  std::string reason = {};

  bool operator==(const Refusal&) const = default;
};

using Reply = std::variant<Hello, Batch, Done, Tally, Checked, Refusal>;

/// Each line ends in '\n' and holds no other newline.
std::string encode(const Request& request);
std::string encode(const Reply& reply);

/// Errors (kInput) say what is wrong with the line: not JSON, another version, a missing member.
Result<Request> decode_request(std::string_view line);
Result<Reply> decode_reply(std::string_view line);

}  // namespace kab::wire

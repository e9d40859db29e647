// What kab syscalls reports: a tally of system calls, how it was taken and what that cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kab::model {

struct LatencyGroup {
  double from_us = 0;  // inclusive; the next group's is where it ends
  double to_us = 0;
  std::uint64_t calls = 0;
};

/// The calls of one name and ABI. Nothing, where a fact was not looked at: never 0 for that.
struct SyscallRow {
  std::string name;  // the number where it has none
  std::string abi;
  std::uint64_t calls = 0;
  std::optional<std::uint64_t> errors;
  std::optional<double> wall_s;
  std::optional<double> cpu_s;
  std::optional<double> share;  // of the owner's wall time, 0 to 1
  std::optional<double> us_per_call;
  std::optional<double> p50_us, p90_us, p99_us;
  std::vector<std::pair<std::string, std::uint64_t>> by_errno;  // {"ENOENT", 3}
  std::vector<LatencyGroup> latencies;
};

/// Whose calls: of all together, or of one process, thread or name.
struct SyscallOwner {
  std::string name;  // "true (1234)", "true"; empty: all together
  std::vector<SyscallRow> rows;
  SyscallRow total;
};

struct SyscallReport {
  std::string subject;               // the command as a shell would take it, or "process 1234"
  std::vector<std::string> command;  // argv; empty for a process
  std::string backend;               // "bpf", "ptrace"
  std::string why_not_bpf;           // empty: it was BPF, or ptrace was asked for
  std::string guest;         // release of its kernel, in which nothing is timed; empty: here
  double plain_call_ns = 0;  // of a getppid() that nobody counts
  double counted_call_ns = 0;
  double attach_s = 0;
  double wall_s = 0;  // of the command, while it was counted
  double user_s = 0;
  double system_s = 0;
  std::string end;  // "exited 1", "was killed by signal 9 (Killed)"; empty for a process
  std::uint64_t lost = 0;
  std::vector<std::string> remarks;
  std::vector<SyscallOwner> owners;
  std::uint64_t calls = 0;  // of all owners
};

}  // namespace kab::model

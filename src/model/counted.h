// What is counted rather than timed: the system calls of a pass of its own, and where a profile's
// samples fell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kab::model {

/// The system calls of one name that one subject made in one arm.
struct TalliedCall {
  std::uint32_t subject = 0;  // index into Session::subjects
  std::uint32_t arm = 0;      // index into Session::arms
  std::string method;         // what counted: "bpf", "ptrace"
  std::string abi;            // of the call, not of the program: "x86_64", "i386"
  std::string name;           // the number where the call has none
  std::uint64_t calls = 0;
  std::uint64_t errors = 0;
  std::uint64_t operations = 1;   // that the calls belong to: of a workload, or runs of a command
  std::optional<double> seconds;  // wall time inside the calls, under tracing; nothing: not timed

  bool operator==(const TalliedCall&) const = default;
};

/// How many of a profile's samples fell into one symbol.
struct ProfileRow {
  std::uint32_t sample = 0;  // index into Session::samples: the run that was profiled
  std::string dso;           // the file, "[kernel]", "[vdso]" or a module
  std::string symbol;        // empty: none known there
  std::uint64_t count = 0;

  bool operator==(const ProfileRow&) const = default;
};

}  // namespace kab::model

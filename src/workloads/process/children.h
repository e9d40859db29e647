// Children of a workload that end at once: waiting for them, and a program for them to execute.
#pragma once

#include <string>

#include <sys/types.h>

#include "base/fd.h"
#include "base/result.h"
#include "workloads/params.h"

namespace kab::workloads {

/// Waits for `child`; false with errno, or with ECHILD when it did not exit 0.
bool ended_well(pid_t child);

/// A program to execute: a file, or the smallest one there can be, which is in memory only and does
/// nothing but exit. Its time is the kernel's; a C library's would start up first.
class Program {
 public:
  /// What the parameter `program` says. kInput when there is no such file; kUnavailable when there
  /// is no /proc or this system executes nothing from memory.
  static Result<Program> chosen_by(const ParamValues& params);

  const char* path() const { return path_.c_str(); }

 private:
  Program(Fd memory, std::string path) : memory_(std::move(memory)), path_(std::move(path)) {}
  static Result<Program> tiny();

  Fd memory_;  // none: a file
  std::string path_;
};

Param program_param();

}  // namespace kab::workloads

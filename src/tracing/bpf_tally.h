// Counting system calls by a BPF program in the kernel: nothing is lost when many CPUs count at
// once, and what is counted is slowed little. Needs CAP_BPF and CAP_PERFMON, and a kernel with BTF.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "base/result.h"
#include "syscalls/observed.h"

namespace kab::tracing {

/// What is marked: a child that has no threads yet, or a process that may have.
enum class Whom { kChild, kRunning };

class BpfTally {
 public:
  /// Loads the program and attaches it; from then on every system call of this machine takes about
  /// 0.2 us longer, until the object ends. kUnavailable with the reason and the remedy.
  static Result<BpfTally> start(const syscalls::Watch& watch, Whom whom);

  BpfTally(BpfTally&&) noexcept;
  BpfTally& operator=(BpfTally&&) noexcept;
  ~BpfTally();

  /// Counts a process from now on, its threads and all that they start. It must be alive.
  Result<void> mark(pid_t process) const;

  /// Everything counted so far. Its status is none of the program's business and stays 0.
  Result<syscalls::Observed> read() const;

 private:
  struct Impl;
  explicit BpfTally(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// What stands behind an errno of loading or attaching, and what to do about it.
std::string bpf_reason(int error_number, std::string_view detail);

}  // namespace kab::tracing

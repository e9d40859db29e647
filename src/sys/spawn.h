// Starting and ending a child with the memory of kab shared until it runs (as vfork does): a trial
// starts thousands of them, and copying page tables would be most of the work.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

#include "base/fd.h"
#include "base/result.h"

namespace kab::sys {

struct Launch {
  std::string program = {};  // the file to execute
  std::vector<std::string> argv = {};
  std::vector<std::string> environment = {};  // all of it, "NAME=value"
  std::vector<int> cpus = {};                 // empty: as inherited
  std::vector<int> keep_open = {};            // descriptors above 2 that stay open in the child
  // Descriptors that become the child's 0, 1 and 2; each must be above 2 here.
  int standard_input = -1;
  int standard_output = -1;
  int standard_error = -1;
};

/// A running child that leads its own process group. Destroying it kills the group.
class Child {
 public:
  struct End {
    int status = 0;  // as wait(2) gives it
    rusage usage{};
  };

  Child(pid_t pid, Fd pidfd) : pid_(pid), pidfd_(std::move(pidfd)) {}
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Readable once the child has ended.
  int descriptor() const { return pidfd_.get(); }

  /// To the whole group; only before reap, while the pid cannot belong to anybody else.
  void signal_group(int signal) const;

  /// Waits for the end and gives the pid back to the system.
  End reap();

 private:
  pid_t pid_ = -1;
  Fd pidfd_;
};

/// kInput or kUnavailable, as `run` promises, naming the program.
Result<Child> launch(const Launch& launch);

}  // namespace kab::sys

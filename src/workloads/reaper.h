// Cleaning up what outlives a process: a folder, a message queue. A forked child does it once the
// caller no longer needs it, or is dead, however it died.
#pragma once

#include <functional>

#include <sys/types.h>

#include "base/result.h"

namespace kab::workloads {

class Reaper {
 public:
  /// Forks the child that will run `clean_up`. It has a session of its own, so that what ends the
  /// caller's process group leaves it alone, and holds no descriptors. kUnavailable: no fork.
  static Result<Reaper> start(std::move_only_function<void()> clean_up);

  /// Has it done, and waits for it.
  ~Reaper();
  Reaper(Reaper&& other) noexcept;
  Reaper& operator=(Reaper&&) = delete;
  Reaper(const Reaper&) = delete;
  Reaper& operator=(const Reaper&) = delete;

 private:
  explicit Reaper(pid_t pid) : pid_(pid) {}

  pid_t pid_ = -1;
};

}  // namespace kab::workloads

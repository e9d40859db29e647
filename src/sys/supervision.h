// Watching over one child until it has ended: feeds its input, takes its output, keeps its
// deadline and heeds a stop, all in one poll loop, so that none can block another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"
#include "sys/process.h"
#include "sys/spawn.h"

namespace kab::sys {

/// kab's ends of the child's streams, non-blocking; an empty one is closed or was never open.
struct Streams {
  Fd input;
  Fd output;
  Fd errors;
};

class Supervision {
 public:
  /// `command` must outlive this; `started_ns` is CLOCK_MONOTONIC_RAW just before the start.
  Supervision(const Command& command, std::int64_t started_ns, Child child, Streams streams);

  /// The child's outcome, or kInterrupted when it was ended because of a stop.
  Result<Outcome> until_end();

 private:
  void wait_once();
  void act_on_time(std::int64_t now);
  void begin_to_stop(std::int64_t now);
  void kill_group();
  void read_some(Fd& stream, std::size_t most);
  void take(const Fd& stream, std::string_view bytes);
  void take_what_is_left(Fd& stream);
  void feed();
  void record(const Child::End& end);

  const Command& command_;
  std::int64_t started_ns_;
  std::int64_t ended_ns_ = 0;  // 0: still runs
  // The deadline, or the end of the grace after SIGTERM; the largest value: never.
  std::int64_t act_at_ns_ = std::numeric_limits<std::int64_t>::max();
  bool interrupted_ = false;
  Child child_;
  Streams streams_;
  std::size_t fed_ = 0;
  Outcome outcome_;
};

}  // namespace kab::sys

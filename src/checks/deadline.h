// When a check has tried long enough: its time is up, or its rounds are used up.
#pragma once

#include <cstdint>

#include <time.h>

#include "checks/check.h"

namespace kab::checks {

/// CLOCK_MONOTONIC_RAW in ns.
inline std::int64_t raw_now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

class Deadline {
 public:
  explicit Deadline(std::int64_t time_ns) : end_ns_(raw_now_ns() + time_ns) {}
  bool passed() const { return raw_now_ns() >= end_ns_; }

 private:
  std::int64_t end_ns_;
};

/// for (Rounds rounds(conditions); rounds.next();): at least one, however short the time.
class Rounds {
 public:
  explicit Rounds(const Conditions& conditions)
      : deadline_(conditions.time_ns), most_(conditions.most_rounds) {}

  bool next() {
    if (done_ > 0 && (done_ >= most_ || deadline_.passed())) return false;
    ++done_;
    return true;
  }
  std::uint64_t done() const { return done_; }

 private:
  Deadline deadline_;
  std::uint64_t most_;
  std::uint64_t done_ = 0;
};

}  // namespace kab::checks

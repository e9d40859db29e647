// Seam: the clock that paces a trial. (Workers time themselves with CLOCK_MONOTONIC_RAW.)
#pragma once

#include <cstdint>
#include <string>

namespace kab::sys {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Nanoseconds since an arbitrary start, never backwards.
  virtual std::int64_t now_ns() = 0;
};

/// CLOCK_MONOTONIC_RAW.
class RawClock : public Clock {
 public:
  std::int64_t now_ns() override;
};

/// The wall clock as RFC 3339 in UTC: "2026-01-31T12:00:00Z".
std::string utc_now();

}  // namespace kab::sys

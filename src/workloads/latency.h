// How long single operations took, where a request asks for it (latency=on): a histogram of fixed
// size, since whatever allocates or writes while operations run would be part of what they show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "workloads/params.h"
#include "workloads/raw_clock.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {

/// Log-linear: 64 equal buckets between two powers of two, the middle of which is at most 1/128
/// (0.78 %) of a value away from it; exact below 128 ns. Values above 2^40 ns (18 minutes) count as
/// that. Buckets and error as in Tene's HdrHistogram.
class LatencyHistogram {
 public:
  void record(std::int64_t elapsed_ns);

  /// The smallest value that at least the fraction `share` (above 0, at most 1) of the recorded
  /// ones do not exceed, in ns; 0 when nothing is recorded.
  double quantile_ns(double share) const;

  double max_ns() const { return static_cast<double>(max_); }
  std::uint64_t count() const { return count_; }
  void clear();

 private:
  static constexpr unsigned kSubBits = 6;
  static constexpr unsigned kTopBit = 40;
  static constexpr std::uint64_t kPerOctave = std::uint64_t{1} << kSubBits;
  static constexpr std::uint64_t kLargest = (std::uint64_t{1} << kTopBit) - 1;
  static constexpr std::size_t kBuckets = (kTopBit - kSubBits + 1) * kPerOctave;

  static std::size_t bucket_of(std::uint64_t value);
  static double middle_of(std::size_t bucket);

  std::array<std::uint64_t, kBuckets> counts_ = {};
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
};

/// The parameter `latency`, for workloads whose operations are long beside two readings of a clock.
Param latency_param();

/// A histogram where `params` say latency=on; else nullptr.
std::unique_ptr<LatencyHistogram> latency_of(const ParamValues& params);

/// The metrics latency-p50, latency-p99, latency-p99.9 and latency-max of a histogram, which is
/// emptied by each look; none of nullptr.
Further further_of(std::unique_ptr<LatencyHistogram> latency);

/// repeat() that records each operation, at the price of two readings of the clock and one
/// increment; with nullptr plain repeat().
template <class Operation>
[[gnu::always_inline]] inline bool repeat(std::uint64_t n, LatencyHistogram* latency,
                                          Operation operation) {
  if (latency == nullptr) return repeat(n, operation);
  return repeat(n, [latency, &operation] {
    const std::int64_t started = now_ns();
    const bool fine = operation();
    latency->record(now_ns() - started);
    return fine;
  });
}

}  // namespace kab::workloads

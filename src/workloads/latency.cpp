#include "workloads/latency.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kab::workloads {

std::size_t LatencyHistogram::bucket_of(std::uint64_t value) {
  const auto width = static_cast<unsigned>(std::bit_width(value));
  if (width <= kSubBits) return static_cast<std::size_t>(value);
  const unsigned shift = width - kSubBits - 1;
  return static_cast<std::size_t>(shift * kPerOctave + (value >> shift));
}

double LatencyHistogram::middle_of(std::size_t bucket) {
  if (bucket < 2 * kPerOctave) return static_cast<double>(bucket);
  const std::uint64_t shift = bucket / kPerOctave - 1;
  const std::uint64_t lowest = (bucket - shift * kPerOctave) << shift;
  return static_cast<double>(lowest) + static_cast<double>((std::uint64_t{1} << shift) - 1) / 2;
}

void LatencyHistogram::record(std::int64_t elapsed_ns) {
  const std::uint64_t value =
      std::min(static_cast<std::uint64_t>(std::max<std::int64_t>(elapsed_ns, 0)), kLargest);
  ++counts_[bucket_of(value)];
  ++count_;
  max_ = std::max(max_, value);
}

double LatencyHistogram::quantile_ns(double share) const {
  const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    seen += counts_[bucket];
    if (seen >= rank && seen > 0) return std::min(middle_of(bucket), max_ns());
  }
  return 0;
}

void LatencyHistogram::clear() {
  counts_.fill(0);
  count_ = 0;
  max_ = 0;
}

Param latency_param() {
  return {.name = "latency",
          .default_value = "off",
          .meaning = "record how long each operation takes; costs two clock readings each",
          .choices = "off|on",
          .off = "off"};
}

std::unique_ptr<LatencyHistogram> latency_of(const ParamValues& params) {
  return params.text("latency") == "on" ? std::make_unique<LatencyHistogram>() : nullptr;
}

Further further_of(std::unique_ptr<LatencyHistogram> latency) {
  if (!latency) return {};
  return {.names = {"latency-p50", "latency-p99", "latency-p99.9", "latency-max"},
          .take = [latency = std::move(latency)](std::span<double> values) {
            values[0] = latency->quantile_ns(0.5);
            values[1] = latency->quantile_ns(0.99);
            values[2] = latency->quantile_ns(0.999);
            values[3] = latency->max_ns();
            latency->clear();
          }};
}

}  // namespace kab::workloads

// The clock of measurements, CLOCK_MONOTONIC_RAW: never adjusted, and never a clock under test.
#pragma once

#include <cstdint>

namespace kab::workloads {

/// Nanoseconds of CLOCK_MONOTONIC_RAW.
std::int64_t now_ns();

}  // namespace kab::workloads

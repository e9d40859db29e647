// Kernels that are simulated, right and wrong in one way each, for the checks to look at.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "checks/check.h"
#include "checks/clocks.h"
#include "checks/sockets.h"

namespace kab::checks {

/// A few rounds, decided by their number and not by time; short waits.
inline Conditions few_rounds(std::uint64_t rounds) {
  return {.time_ns = 600'000'000'000, .seed = 7, .patience_ns = 60'000'000, .most_rounds = rounds};
}

/// A clock that goes on by 10 ns with each reading, whoever takes it, before `distort` changes what
/// is read: distort(ns, number of the reading, path).
inline ClockSubject simulated_clock(
    std::function<std::int64_t(std::int64_t, std::uint64_t, Path)> distort,
    Settable settable = Settable::kNo) {
  ClockSubject subject;
  subject.clocks = {{.id = CLOCK_MONOTONIC, .name = "simulated", .settable = settable}};
  subject.read = [distort = std::move(distort),
                  count = std::make_shared<std::atomic<std::uint64_t>>(0)](clockid_t, Path path) {
    const std::uint64_t reading = ++*count;
    return distort(static_cast<std::int64_t>(reading) * 10, reading, path);
  };
  subject.resolution = [](clockid_t, Path) { return std::int64_t{1}; };
  subject.was_set = [] { return false; };
  return subject;
}

inline ClockSubject right_clock() {
  return simulated_clock([](std::int64_t ns, std::uint64_t, Path) { return ns; });
}

/// Whether a line of the evidence holds `part`.
inline bool mentions(const Finding& finding, std::string_view part) {
  for (const auto& line : finding.evidence)
    if (line.contains(part)) return true;
  return false;
}

inline double number_in(const Finding& finding, std::string_view name) {
  for (const auto& number : finding.numbers)
    if (number.name == name) return number.value;
  return -1;
}

/// The running kernel, but every so many-th call of send for a message is done by `otherwise`.
using Send = std::function<ssize_t(int fd, std::span<const char> bytes, int flags)>;
inline SocketCalls with_send(std::uint64_t every, Send otherwise) {
  SocketCalls calls = kernel_sockets();
  calls.send = [real = calls.send, every, otherwise = std::move(otherwise),
                count = std::make_shared<std::atomic<std::uint64_t>>(0)](
                   int fd, std::span<const char> bytes, int flags) {
    return ++*count % every == 0 ? otherwise(fd, bytes, flags) : real(fd, bytes, flags);
  };
  return calls;
}

}  // namespace kab::checks

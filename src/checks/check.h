// A check: a property of the kernel that is stated, tried hard for a while, and found to hold or
// not. One file each, found through registry.h; what a check talks to is a table of functions, so
// that tests can hand it a kernel that breaks the property.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace kab::checks {

enum class Outcome {
  kPassed,
  kFailed,
  kUnavailable,  // could not be tried here; the evidence says why
};

/// Something counted or measured on the way, for whoever reads the result.
struct Number {
  std::string name;  // "steps back across CPUs"
  double value = 0;
  std::string unit;  // "" for a count
};

struct Finding {
  Outcome outcome = Outcome::kPassed;
  std::vector<std::string> evidence = {};  // of a failure; or remarks on what was not tried
  std::vector<Number> numbers = {};
};

struct Conditions {
  std::int64_t time_ns = 1'000'000'000;  // about how long to try
  std::uint64_t seed = 1;
  /// How long something that must happen soon may take before it counts as never.
  std::int64_t patience_ns = 3'000'000'000;
  /// An end before the time is up, for tests that must not depend on time.
  std::uint64_t most_rounds = std::numeric_limits<std::uint64_t>::max();
};

/// All texts are literals.
struct Check {
  std::string_view name;      // that of its file, with - for _
  std::string_view property;  // what holds when it passes, one line
  Finding (*run)(const Conditions&) = nullptr;
};

inline Finding unavailable(std::string why) {
  return {.outcome = Outcome::kUnavailable, .evidence = {std::move(why)}, .numbers = {}};
}

}  // namespace kab::checks

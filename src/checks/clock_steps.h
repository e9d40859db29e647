// The steps between readings of one clock that follow one another: how many there were, how many
// led back, and the largest of those.
#pragma once

#include <cstdint>
#include <string>

#include "checks/clocks.h"

namespace kab::checks {

class ClockSteps {
 public:
  /// Two readings in ns, the later one by `path` after the earlier one by `before_path`. All steps
  /// are signed: a clock that goes back gives a small negative number and not a huge one.
  void add(std::int64_t before, Path before_path, std::int64_t now, Path path);

  void add(const ClockSteps& other);

  std::uint64_t steps() const { return steps_; }
  std::uint64_t back() const { return back_; }
  std::int64_t largest_back_ns() const { return largest_back_ns_; }

  /// "3 of 120000 readings lie behind the one before, by up to 50 ns (read by ...)".
  std::string text() const;

 private:
  std::uint64_t steps_ = 0;
  std::uint64_t back_ = 0;
  std::int64_t largest_back_ns_ = 0;
  Path before_path_ = Path::kFast;  // of the largest step back
  Path path_ = Path::kFast;
};

}  // namespace kab::checks

#include "checks/clock_steps.h"

namespace kab::checks {

void ClockSteps::add(std::int64_t before, Path before_path, std::int64_t now, Path path) {
  ++steps_;
  const std::int64_t step = now - before;
  if (step >= 0) return;
  ++back_;
  if (-step <= largest_back_ns_) return;
  largest_back_ns_ = -step;
  before_path_ = before_path;
  path_ = path;
}

void ClockSteps::add(const ClockSteps& other) {
  steps_ += other.steps_;
  back_ += other.back_;
  if (other.largest_back_ns_ <= largest_back_ns_) return;
  largest_back_ns_ = other.largest_back_ns_;
  before_path_ = other.before_path_;
  path_ = other.path_;
}

std::string ClockSteps::text() const {
  std::string text = std::to_string(back_) + " of " + std::to_string(steps_) +
                     " readings lie behind the one before";
  if (back_ == 0) return text;
  return text + ", by up to " + std::to_string(largest_back_ns_) + " ns (" +
         std::string(text_of(path_)) + " after " + std::string(text_of(before_path_)) + ")";
}

}  // namespace kab::checks

#include "trial/guest_boots.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace kab::trial {
namespace {

struct Ended {
  std::size_t index;
  Result<guest::Boot> result;
};

// What the threads and the caller share.
class Queue {
 public:
  explicit Queue(std::size_t count) : count_(count) {}

  std::optional<std::size_t> begin_next() {
    const std::lock_guard lock(mutex_);
    if (stopped_ || next_ == count_) return std::nullopt;
    ++running_;
    return next_++;
  }

  void put(Ended ended) {
    const std::lock_guard lock(mutex_);
    --running_;
    ended_.push_back(std::move(ended));
    changed_.notify_one();
  }

  /// Nothing once all that was begun has been taken and nothing more will begin.
  std::optional<Ended> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !ended_.empty() || (running_ == 0 && over()); });
    if (ended_.empty()) return std::nullopt;
    Ended first = std::move(ended_.front());
    ended_.pop_front();
    return first;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }

 private:
  bool over() const { return stopped_ || next_ == count_; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Ended> ended_;
  std::size_t count_;
  std::size_t next_ = 0;
  std::size_t running_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::int64_t boot_deadline_ns(std::int64_t seen_ns) {
  constexpr std::int64_t kShortestNs = 30'000'000'000;
  constexpr std::int64_t kLongestNs = 1'800'000'000'000;
  constexpr std::int64_t kFactor = 20;
  return std::clamp(seen_ns, kShortestNs / kFactor, kLongestNs / kFactor) * kFactor;
}

Result<void> run_boots(std::size_t count, std::size_t at_once,
                       const std::function<Result<guest::Boot>(std::size_t)>& boot,
                       const std::function<Result<void>(std::size_t, guest::Boot)>& take) {
  Queue queue(count);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < std::min(std::max<std::size_t>(at_once, 1), count); ++i)
    threads.emplace_back([&] {
      while (const auto index = queue.begin_next()) {
        auto result = boot(*index);
        // At once, so that nothing begins before the caller comes to see it.
        if (!result) queue.stop();
        queue.put({.index = *index, .result = std::move(result)});
      }
    });
  Result<void> outcome;
  while (auto ended = queue.take()) {
    if (!outcome) continue;
    if (!ended->result) {
      outcome = std::unexpected(std::move(ended->result).error());
    } else {
      outcome = take(ended->index, std::move(*ended->result));
    }
    if (!outcome) queue.stop();
  }
  return outcome;
}

}  // namespace kab::trial

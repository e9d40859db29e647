// Samples of where a command and all that it starts spends its time: an event and a ring buffer on
// every CPU, inherited by what this thread starts and switched on there by exec.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "events/sample_records.h"

namespace kab::events {

enum class SampledBy { kCycles, kCpuClock };

/// "cycles", "cpu-clock".
std::string_view text_of(SampledBy by);

/// One ring buffer: the mapped pages of an event.
class Ring {
 public:
  /// kUnavailable when the pages cannot be had (perf_event_mlock_kb).
  static Result<Ring> map(Fd event);
  Ring(Ring&& other) noexcept;
  Ring& operator=(Ring&&) = delete;
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring();

  /// What has been written since the last call; its room is given back to the kernel.
  std::string take();

 private:
  Ring(Fd event, void* pages) : event_(std::move(event)), pages_(pages) {}
  Fd event_;
  void* pages_ = nullptr;
};

class Sampler {
 public:
  /// Opens on the calling thread, by hardware cycles or else by cpu-clock, `hz` samples for each
  /// second that a CPU runs the command. kInput where the kernel takes no such rate; kUnavailable
  /// where sampling is not permitted, with the setting.
  static Result<Sampler> open(std::uint64_t hz, Chains chains);

  SampledBy by() const { return by_; }

  /// Records in the order of their times. Those of the last moments are kept for the next call,
  /// since another CPU may still write earlier ones.
  std::vector<Record> take();

  /// All that is left; when nothing runs any more.
  std::vector<Record> take_last();

 private:
  Sampler(SampledBy by, Chains chains) : by_(by), chains_(chains) {}
  void read_rings();

  SampledBy by_;
  Chains chains_;
  std::vector<Ring> rings_;
  std::vector<Record> waiting_;
  std::uint64_t last_read_ns_ = 0;
};

/// kernel.perf_event_max_sample_rate, which the kernel lowers by itself when sampling takes too
/// long; 0 where it cannot be read.
std::uint64_t max_sample_rate();

/// Of records sorted in any way, those before `until_ns`, by time (equal ones as they came); the
/// others stay in `waiting`.
std::vector<Record> released(std::vector<Record>& waiting, std::uint64_t until_ns);

}  // namespace kab::events

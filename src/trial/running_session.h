// A session while it is measured, and its recording: what runs of live samples and runs of boots
// begin, note and end alike.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/recording.h"
#include "store/recorder.h"
#include "sys/clock.h"
#include "trial/runner.h"

namespace kab::trial {

class RunningSession {
 public:
  /// Time starts now. `clock` and `recorder` must outlive it.
  RunningSession(model::Session header, sys::Clock& clock, store::Recorder& recorder)
      : session_(std::move(header)),
        clock_(clock),
        recorder_(recorder),
        started_ns_(clock.now_ns()) {}

  model::Session& session() { return session_; }

  std::int64_t elapsed_ns() const { return clock_.now_ns() - started_ns_; }

  /// Every arm once, and the baseline's second turn.
  std::size_t slots_per_block() const { return session_.arms.size() + (session_.with_aa ? 1 : 0); }

  Result<void> record(model::Event event);
  Result<void> record_left_out(const std::vector<LeftOut>& left_out);

  /// The end: `outcome` is what stopped it early, else it stopped as `stopped` says. The recording
  /// says why, as stderr will.
  Finished end(const Result<void>& outcome, model::Stopped stopped);

 private:
  model::Session session_;
  sys::Clock& clock_;
  store::Recorder& recorder_;
  std::int64_t started_ns_;
};

}  // namespace kab::trial

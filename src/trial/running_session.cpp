#include "trial/running_session.h"

#include <utility>

namespace kab::trial {

Result<void> RunningSession::record(model::Event event) {
  KAB_CHECK(recorder_.add_event(event));
  session_.events.push_back(std::move(event));
  return {};
}

Result<void> RunningSession::record_left_out(const std::vector<LeftOut>& left_out) {
  for (const auto& one : left_out)
    KAB_CHECK(record({.at_ns = 0, .code = "unavailable", .text = text_of(one)}));
  return {};
}

Finished RunningSession::end(const Result<void>& outcome, model::Stopped stopped) {
  Finished finished;
  if (!outcome) {
    stopped = model::Stopped::kInterrupted;
    if (outcome.error().kind != ErrorKind::kInterrupted) {
      finished.ended_by = outcome.error();
      // A disk that is full takes no event either; the first error is the one that counts.
      static_cast<void>(
          record({.at_ns = elapsed_ns(), .code = "ended", .text = outcome.error().message}));
    }
  }
  session_.stopped = stopped;
  if (auto saved = recorder_.finish(stopped); !saved && !finished.ended_by)
    finished.ended_by = saved.error();
  finished.session = std::move(session_);
  return finished;
}

}  // namespace kab::trial

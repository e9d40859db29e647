// Why a counter could not be had, in words: not supported, not permitted and not counted are
// three different things.
#pragma once

#include <string>

#include "events/event.h"

namespace kab::events {

/// Who asks, where.
struct Asker {
  std::string paranoid;  // the content of kernel.perf_event_paranoid; empty: there is none
  bool is_root = false;
};

Asker this_process();

/// What perf_event_open(2)'s error means for `event`, with what would help. Levels of
/// perf_event_paranoid: Documentation/admin-guide/sysctl/kernel.rst; 3 (Debian, Android) and 4
/// (Ubuntu) are distributions' own and refuse users everything.
model::EventCount refusal_of(const Event& event, int error_number, const Asker& asker);

}  // namespace kab::events

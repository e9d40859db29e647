// Ctrl-C and SIGTERM as a flag that blocking calls watch. The first one asks to stop, cleanly; a
// second one during the clean-up ends kab at once.
#pragma once

namespace kab::sys {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP for its lifetime; one at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
};

/// Whether a stop was asked for (also callable without StopSignals: then false).
bool stop_requested();

/// A descriptor that becomes readable when a stop is asked for; -1 without StopSignals.
int stop_descriptor();

/// For tests and embedding: asks to stop, as a signal would.
void request_stop();

}  // namespace kab::sys

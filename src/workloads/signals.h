// The signals of a process that works with partners: a partner's death interrupts whatever call
// the process blocks in, so that a death is an error and never a hang, at no cost per operation.
#pragma once

#include <csignal>

namespace kab::workloads {

/// While it lives: SIGCHLD starts a 10 ms interval timer whose SIGALRM goes on interrupting
/// blocking calls (one that fell just before the call would be lost), and SIGPIPE is ignored.
/// Restores handlers and mask. One at a time in a process.
class PartnerSignals {
 public:
  PartnerSignals();
  ~PartnerSignals();
  PartnerSignals(const PartnerSignals&) = delete;
  PartnerSignals& operator=(const PartnerSignals&) = delete;

  /// Stops the timer; before looking who died, so that a death in between starts it again.
  void quiet();

 private:
  struct sigaction old_child_ = {};
  struct sigaction old_alarm_ = {};
  struct sigaction old_pipe_ = {};
  sigset_t old_mask_ = {};
};

/// For a forked process that inherited them: SIGCHLD and SIGALRM do what they do by default.
void forget_partner_signals();

}  // namespace kab::workloads

// The system calls of a command that runs in a guest, counted there.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/recording.h"
#include "trial/guest_host.h"
#include "wire/protocol.h"

namespace kab::trial {

struct GuestTally {
  model::Environment environment = {};  // of the guest
  std::string release = {};             // of its kernel
  wire::Tally tally = {};
  int exit_code = 0;  // the command's, 128 + n where a signal ended it
  std::string output = {};
  std::string errors = {};  // the last 4 KiB
};

/// Boots arm 0 of `host`, which has the command's program, and runs `argv` there. Errors as
/// visit_guest(), and kUnavailable where calls cannot be counted or the guest ends before the
/// command does.
Result<GuestTally> tally_in_guest(const GuestHost& host, const std::vector<std::string>& argv);

}  // namespace kab::trial

// One run of a command with samples taken of it and of all that it starts.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "events/sampler.h"
#include "inspect/profile_counter.h"
#include "sys/foreground.h"

namespace kab::inspect {

struct ProfileOrder {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment = {};
  sys::CommandOutput output = sys::CommandOutput::kAsIs;
  std::uint64_t hz = 997;
  events::Chains chains = events::Chains::kNo;
};

struct ProfiledRun {
  sys::Foreground::End end;
  events::SampledBy by = events::SampledBy::kCpuClock;
  ProfileCounter counter;
  bool rate_was_lowered = false;  // by the kernel, while it ran
};

/// Errors: those of events::Sampler::open and sys::Foreground::start; nothing has run then.
Result<ProfiledRun> profile_run(const ProfileOrder& order);

}  // namespace kab::inspect

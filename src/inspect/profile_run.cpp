#include "inspect/profile_run.h"

#include <poll.h>

namespace kab::inspect {
namespace {

// At the highest usual rates a ring buffer holds several times what comes in this time.
constexpr int kPollMs = 50;

bool has_ended(const sys::Foreground& command) {
  pollfd polled{.fd = command.descriptor(), .events = POLLIN, .revents = 0};
  return ::poll(&polled, 1, kPollMs) == 1 && (polled.revents & (POLLIN | POLLHUP)) != 0;
}

void add_all(const std::vector<events::Record>& records, ProfileCounter& counter) {
  for (const auto& record : records) counter.add(record);
}

}  // namespace

Result<ProfiledRun> profile_run(const ProfileOrder& order) {
  const auto rate = events::max_sample_rate();
  KAB_TRY(auto sampler, events::Sampler::open(order.hz, order.chains));
  KAB_TRY(auto command, sys::Foreground::start(order.command, order.output, order.environment));
  ProfiledRun run{.end = {}, .by = sampler.by(), .counter = {}};
  // Without a pidfd there is no way to wait for two things: what fits the buffers is kept.
  while (command.descriptor() >= 0 && !has_ended(command)) add_all(sampler.take(), run.counter);
  run.end = command.wait();
  add_all(sampler.take_last(), run.counter);
  run.rate_was_lowered = events::max_sample_rate() < rate;
  return run;
}

}  // namespace kab::inspect

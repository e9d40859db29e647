#include "checks/unix_peer_lifecycle.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/random.h"
#include "checks/complaints.h"
#include "checks/deadline.h"
#include "checks/peer_churn.h"
#include "checks/peer_stages.h"

namespace kab::checks {
namespace {

constexpr std::array kPartings = {Parting::kConnectsElsewhere, Parting::kFindsItDead,
                                  Parting::kDisconnects, Parting::kShutDown,
                                  Parting::kClientCloses};
constexpr std::array kSleepers = {Sleeper::kInSend, Sleeper::kInPoll};

struct Seen {
  double lives = 0;
  ChurnCounts churn;
};

/// Step by step, for half of the time.
Result<void> live_step_by_step(const SocketCalls& calls, const Conditions& conditions,
                               Random& random, Complaints& complaints, Seen& seen) {
  for (Rounds rounds(conditions); rounds.next() && complaints.none();) {
    for (const Parting parting : kPartings)
      KAB_CHECK(part_under_epoll(calls, parting, random, conditions.patience_ns, complaints));
    for (const Sleeper sleeper : kSleepers)
      KAB_CHECK(close_under_sleeper(calls, sleeper, random, conditions.patience_ns, complaints));
    seen.lives += static_cast<double>(kPartings.size() + kSleepers.size());
  }
  return {};
}

std::vector<Number> numbers_of(const Seen& seen) {
  const auto number = [](std::string name, double value) {
    return Number{.name = std::move(name), .value = value, .unit = ""};
  };
  return {number("lives step by step", seen.lives),
          number("peers replaced", static_cast<double>(seen.churn.peers_replaced)),
          number("reconnections", static_cast<double>(seen.churn.reconnections)),
          number("sends tried", static_cast<double>(seen.churn.sends)),
          number("polls", static_cast<double>(seen.churn.polls))};
}

}  // namespace

Finding check_unix_peer_lifecycle(const SocketCalls& calls, KernelWatch& kernel,
                                  const Conditions& conditions) {
  Seen seen;
  Complaints complaints;
  Random random(conditions.seed);
  Conditions half = conditions;
  half.time_ns = conditions.time_ns / 2;
  half.seed = random.next();
  kernel.new_lines();
  const auto stepped = live_step_by_step(calls, half, random, complaints, seen);
  if (!stepped) return unavailable(stepped.error().message);
  const auto churned = churn_peers(calls, half);
  if (!churned) return unavailable(churned.error().message);
  seen.churn = *churned;
  for (const auto& line : kernel.new_lines())
    if (is_fault(line)) complaints.add("the kernel says: " + line);

  Finding finding{.evidence = complaints.lines(), .numbers = numbers_of(seen)};
  if (!complaints.none()) finding.outcome = Outcome::kFailed;
  if (!kernel.watching)
    finding.evidence.emplace_back(
        "the kernel's log cannot be read here (/dev/kmsg, as root): only crashes and hangs are "
        "noticed");
  return finding;
}

Check describe_unix_peer_lifecycle() {
  return {
      .name = "unix-peer-lifecycle",
      .property = "an AF_UNIX peer may go at any time: who waits is woken, nothing freed is used",
      .run = [](const Conditions& conditions) {
        KernelWatch kernel = watch_kernel();
        return check_unix_peer_lifecycle(kernel_sockets(), kernel, conditions);
      }};
}

}  // namespace kab::checks

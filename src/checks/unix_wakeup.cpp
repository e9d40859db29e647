#include "checks/unix_wakeup.h"

#include <algorithm>
#include <iterator>

#include "base/random.h"
#include "checks/deadline.h"
#include "checks/fan_in.h"
#include "checks/writable_agrees.h"

namespace kab::checks {
namespace {

constexpr std::uint64_t kTurns = 20;          // fillings of one queue
constexpr std::uint64_t kMostMessages = 300;  // of a sender in a round: what goes wrong shows at
                                              // the end of one, when nobody else wakes the sleeper

struct Seen {
  WritableCounts writable;
  FanInCounts fan_in;
};

Result<void> one_round(const SocketCalls& calls, const Conditions& conditions, Random& random,
                       Complaints& writable, FanInFaults& faults, Seen& seen) {
  for (const auto peers : {Peers::kPair, Peers::kOneSided}) {
    KAB_TRY(const auto counts, writable_agrees(calls, peers, kTurns, random.next(), writable));
    seen.writable.sends += counts.sends;
    seen.writable.held_back += counts.held_back;
  }
  for (const auto shape : {Shape::kDatagrams, Shape::kOneEnd}) {
    if (!faults.wakeups.none()) break;
    KAB_TRY(const auto counts, fan_in(calls,
                                      {.shape = shape,
                                       .messages = 1 + random.below(kMostMessages),
                                       .seed = random.next(),
                                       .patience_ns = conditions.patience_ns},
                                      faults));
    seen.fan_in.add(counts);
  }
  return {};
}

/// Not a fault: who was told has lost the room to another, or the kernel was careful.
std::string remark_on(const FanInCounts& seen) {
  return std::to_string(seen.spurious) + " of " + std::to_string(seen.told) +
         " sends after poll or epoll said writable would have blocked all the same (no failure)";
}

std::vector<Number> numbers_of(const Seen& seen) {
  const auto told = static_cast<double>(seen.fan_in.told);
  const auto spurious = static_cast<double>(seen.fan_in.spurious);
  return {
      {.name = "messages received", .value = static_cast<double>(seen.fan_in.received), .unit = ""},
      {.name = "waits for room", .value = static_cast<double>(seen.fan_in.waits), .unit = ""},
      {.name = "told writable", .value = told, .unit = ""},
      {.name = "spurious EAGAIN after writable",
       .value = told > 0 ? 1e6 * spurious / told : 0,
       .unit = "per million"},
      {.name = "sends tried alone", .value = static_cast<double>(seen.writable.sends), .unit = ""},
      {.name = "of these held back although there was room",
       .value = static_cast<double>(seen.writable.held_back),
       .unit = ""}};
}

}  // namespace

Finding check_unix_wakeup(const SocketCalls& calls, const Conditions& conditions) {
  Seen seen;
  Complaints writable;
  FanInFaults faults;
  Random random(conditions.seed);
  for (Rounds rounds(conditions); rounds.next();) {
    const auto done = one_round(calls, conditions, random, writable, faults, seen);
    if (!done) return unavailable(done.error().message);
    if (!faults.wakeups.none()) break;
  }
  Finding finding{.numbers = numbers_of(seen)};
  for (const auto* complaints : {&faults.wakeups, &writable, &faults.order}) {
    if (!complaints->none()) finding.outcome = Outcome::kFailed;
    std::ranges::copy(complaints->lines(), std::back_inserter(finding.evidence));
  }
  finding.evidence.push_back(remark_on(seen.fan_in));
  return finding;
}

Check describe_unix_wakeup() {
  return {.name = "unix-wakeup",
          .property = "a sender that waits for room in an AF_UNIX queue is woken; poll is right",
          .run = [](const Conditions& conditions) {
            return check_unix_wakeup(kernel_sockets(), conditions);
          }};
}

}  // namespace kab::checks

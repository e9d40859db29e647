#include "checks/unix_order.h"

#include <algorithm>
#include <iterator>

#include "base/random.h"
#include "checks/deadline.h"
#include "checks/fan_in.h"

namespace kab::checks {
namespace {

constexpr std::uint64_t kMostMessages = 1500;  // of a sender in a round

}  // namespace

Finding check_unix_order(const SocketCalls& calls, const Conditions& conditions) {
  FanInFaults faults;
  FanInCounts counts;
  Random random(conditions.seed);
  for (Rounds rounds(conditions); rounds.next();) {
    const FanIn how{.shape = rounds.done() % 2 == 1 ? Shape::kDatagrams : Shape::kOneEnd,
                    .messages = 1 + random.below(kMostMessages),
                    .seed = random.next(),
                    .patience_ns = conditions.patience_ns};
    const auto counted = fan_in(calls, how, faults);
    if (!counted) return unavailable(counted.error().message);
    counts.add(*counted);
    if (!faults.wakeups.none()) break;
  }
  Finding finding;
  if (!faults.order.none() || !faults.wakeups.none()) finding.outcome = Outcome::kFailed;
  finding.evidence = faults.order.lines();
  std::ranges::copy(faults.wakeups.lines(), std::back_inserter(finding.evidence));
  finding.numbers = {
      {.name = "messages received", .value = static_cast<double>(counts.received), .unit = ""}};
  return finding;
}

Check describe_unix_order() {
  return {.name = "unix-order",
          .property = "AF_UNIX messages of many senders arrive whole, once, each sender's in order",
          .run = [](const Conditions& conditions) {
            return check_unix_order(kernel_sockets(), conditions);
          }};
}

}  // namespace kab::checks

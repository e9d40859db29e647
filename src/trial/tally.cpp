#include "trial/tally.h"

#include <variant>

#include "base/text.h"
#include "trial/ask.h"

namespace kab::trial {

Result<wire::Tally> count_calls(const std::string& worker, const TallyOrder& order) {
  const wire::Request request{.task = wire::Task::kTally,
                              .workload = order.workload,
                              .params = order.params,
                              .iterations = order.operations,
                              .pin = order.pin};
  KAB_TRY(const auto outcome, ask(worker, request, order.deadline_ns, order.environment));
  if (!outcome.succeeded())
    return fail_unavailable(order.workload + ": kab-worker " + end_of(outcome));
  KAB_TRY(auto reply, reply_in(outcome.output));
  return tally_in(std::move(reply));
}

Result<wire::Tally> tally_in(wire::Reply reply) {
  if (auto* tally = std::get_if<wire::Tally>(&reply)) return std::move(*tally);
  if (const auto* refusal = std::get_if<wire::Refusal>(&reply))
    return std::unexpected(Error{refusal->kind, refusal->reason});
  return fail_unavailable("kab-worker answered another question");
}

std::uint64_t total_calls(const wire::Tally& tally) {
  std::uint64_t total = 0;
  for (const auto& call : tally.calls) total += call.calls;
  return total;
}

std::string fast_path_text(const wire::Tally& tally) {
  const std::uint64_t calls = total_calls(tally);
  // A few calls may come from the batch around the reads; the slow path makes one for each.
  const bool fast = calls < tally.operations / 2;
  std::vector<std::string> names;
  for (const auto& call : tally.calls) names.push_back(call.name);
  return std::string(fast ? "fast path: " : "slow path: ") + std::to_string(calls) +
         " system calls in " + std::to_string(tally.operations) + " reads" +
         (names.empty() ? "" : " (" + joined(names, ", ") + ")");
}

}  // namespace kab::trial

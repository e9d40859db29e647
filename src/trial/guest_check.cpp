#include "trial/guest_check.h"

#include <string_view>
#include <utility>
#include <variant>

#include "base/text.h"
#include "trial/ask.h"
#include "trial/guest_answers.h"
#include "trial/guest_visit.h"

namespace kab::trial {
namespace {

wire::Checked outcome_of(const GuestCheck& check, wire::CheckOutcome outcome,
                         std::string_view why) {
  wire::Checked checked{.outcome = outcome, .property = check.order.check.property};
  for (const auto line : split(why, '\n')) checked.evidence.emplace_back(line);
  return checked;
}

wire::Checked checked_by(const GuestAnswer& answer, const GuestCheck& check) {
  using wire::CheckOutcome;
  if (!answer.refused.empty()) return outcome_of(check, CheckOutcome::kUnavailable, answer.refused);
  if (answer.out_of_time)
    return outcome_of(check, CheckOutcome::kFailed, "hung: did not end in its time");
  if (answer.status != 0)
    return outcome_of(check, CheckOutcome::kFailed,
                      answer.status < 0
                          ? "the worker was killed by signal " + std::to_string(-*answer.status)
                          : "the worker exited " + std::to_string(*answer.status));
  auto reply = reply_in(answer.output);
  if (!reply) return outcome_of(check, CheckOutcome::kFailed, reply.error().message);
  if (auto* checked = std::get_if<wire::Checked>(&*reply)) return std::move(*checked);
  const auto* refusal = std::get_if<wire::Refusal>(&*reply);
  return outcome_of(check, CheckOutcome::kUnavailable,
                    refusal != nullptr ? refusal->reason : "the worker answered something else");
}

}  // namespace

wire::GuestOrder order_to_check(const GuestCheck& check) {
  return question_to_worker(check.abi,
                            {.task = wire::Task::kCheck,
                             .check = check.order.check.name,
                             .time_ns = static_cast<std::uint64_t>(check.order.time_ns),
                             .seed = check.order.seed},
                            check.order.deadline_ns);
}

std::vector<wire::Checked> checked_in(const guest::Boot& boot, std::uint64_t first,
                                      const std::vector<GuestCheck>& checks) {
  std::vector<wire::Checked> results;
  bool lost = false;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const auto answer = answer_to(boot.channel, first + i);
    if (answer.status || !answer.refused.empty()) {
      results.push_back(checked_by(answer, checks[i]));
    } else if (!lost) {
      lost = true;
      results.push_back(outcome_of(checks[i], wire::CheckOutcome::kFailed,
                                   boot.reason.empty() ? "no answer came" : boot.reason));
    } else {
      results.push_back(outcome_of(checks[i], wire::CheckOutcome::kUnavailable,
                                   "not tried: the guest ended at an earlier check"));
    }
  }
  return results;
}

Result<std::vector<wire::Checked>> run_checks_in_guest(const GuestHost& host,
                                                       const std::vector<GuestCheck>& checks) {
  std::vector<wire::GuestOrder> orders;
  for (const auto& check : checks) orders.push_back(order_to_check(check));
  KAB_TRY(const auto boot,
          visit_guest(host, orders, checks.empty() ? 1 : checks.front().order.seed));
  return checked_in(boot, host.first_order(0), checks);
}

}  // namespace kab::trial

#include "trial/check.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/text.h"
#include "model/json.h"
#include "sys/process.h"
#include "trial/ask.h"

namespace kab::trial {
namespace {

constexpr std::int64_t kListDeadlineNs = 10'000'000'000;

wire::Checked without_answer(const CheckOrder& order, wire::CheckOutcome outcome,
                             std::string evidence) {
  return {.outcome = outcome,
          .property = order.check.property,
          .evidence = {std::move(evidence)},
          .numbers = {}};
}

Result<CheckFacts> facts_from(std::string_view line) {
  KAB_TRY(const auto json, model::parse_json(line, "kab-worker --list-checks"));
  return CheckFacts{.name = json.value("name", ""), .property = json.value("property", "")};
}

}  // namespace

Result<std::vector<CheckFacts>> list_checks(const std::string& worker) {
  KAB_TRY(const auto outcome,
          sys::run({.argv = {worker, "--list-checks"}, .deadline_ns = kListDeadlineNs}));
  if (!outcome.succeeded()) return fail_unavailable(worker + " --list-checks " + end_of(outcome));
  std::vector<CheckFacts> known;
  for (const auto line : split(trimmed(outcome.output), '\n')) {
    KAB_TRY(auto facts, facts_from(line));
    known.push_back(std::move(facts));
  }
  return known;
}

Result<std::vector<CheckFacts>> choose_checks(const std::vector<std::string>& names,
                                              const std::vector<CheckFacts>& known) {
  if (names.empty()) return known;
  std::vector<std::string_view> all;
  for (const auto& check : known) all.push_back(check.name);
  std::vector<CheckFacts> chosen;
  for (const auto& name : names) {
    const auto found = std::ranges::find(known, name, &CheckFacts::name);
    if (found == known.end()) {
      const auto near = nearest(name, all);
      return fail_input("unknown check " + in_quotes(name) +
                        (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                        " (kab list checks shows all)");
    }
    chosen.push_back(*found);
  }
  return chosen;
}

Result<wire::Checked> run_check(const std::string& worker, const CheckOrder& order) {
  using wire::CheckOutcome;
  const wire::Request request{.task = wire::Task::kCheck,
                              .check = order.check.name,
                              .time_ns = static_cast<std::uint64_t>(order.time_ns),
                              .seed = order.seed};
  KAB_TRY(const auto outcome, ask(worker, request, order.deadline_ns));
  if (outcome.timed_out)
    return without_answer(
        order, CheckOutcome::kFailed,
        "it hung: kab-worker " + sys::description_of(outcome) + ", and was ended");
  if (!outcome.succeeded())
    return without_answer(order, CheckOutcome::kFailed, "kab-worker " + end_of(outcome));
  auto reply = reply_in(outcome.output);
  if (!reply) return without_answer(order, CheckOutcome::kFailed, reply.error().message);
  if (auto* checked = std::get_if<wire::Checked>(&*reply)) return std::move(*checked);
  const auto* refusal = std::get_if<wire::Refusal>(&*reply);
  return without_answer(
      order, CheckOutcome::kUnavailable,
      refusal != nullptr ? refusal->reason : "kab-worker answered another question");
}

}  // namespace kab::trial

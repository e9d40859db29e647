#include "worker/check.h"

#include <algorithm>

#include "checks/registry.h"
#include "wire/json_line.h"

namespace kab::worker {
namespace {

wire::CheckOutcome outcome_of(checks::Outcome outcome) {
  switch (outcome) {
    case checks::Outcome::kPassed:
      return wire::CheckOutcome::kPassed;
    case checks::Outcome::kFailed:
      return wire::CheckOutcome::kFailed;
    case checks::Outcome::kUnavailable:
      return wire::CheckOutcome::kUnavailable;
  }
  return wire::CheckOutcome::kUnavailable;
}

}  // namespace

Result<wire::Checked> run_check(std::string_view name, std::uint64_t time_ns, std::uint64_t seed) {
  constexpr std::uint64_t kMostNs = 86'400'000'000'000;
  KAB_TRY(const checks::Check check, checks::find_check(name));
  const checks::Conditions conditions{
      .time_ns = static_cast<std::int64_t>(std::min(time_ns, kMostNs)), .seed = seed};
  checks::Finding finding = check.run(conditions);
  wire::Checked reply{.outcome = outcome_of(finding.outcome),
                      .property = std::string(check.property),
                      .evidence = std::move(finding.evidence)};
  for (auto& number : finding.numbers)
    reply.numbers.push_back(
        {.name = std::move(number.name), .value = number.value, .unit = std::move(number.unit)});
  return reply;
}

std::string list_of_checks() {
  std::string lines;
  for (const auto& check : checks::all_checks())
    lines += wire::JsonObject()
                 .add("kab", wire::kVersion)
                 .add("name", check.name)
                 .add("property", check.property)
                 .json() +
             '\n';
  return lines;
}

}  // namespace kab::worker

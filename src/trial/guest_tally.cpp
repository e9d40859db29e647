#include "trial/guest_tally.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "guest/facts.h"
#include "trial/ask.h"
#include "trial/guest_visit.h"
#include "trial/tally.h"

namespace kab::trial {
namespace {

constexpr const char* kTallyPath = "/kab/tally";
constexpr std::uint64_t kLongestNs = 1'800'000'000'000;  // of a command that never ends

std::vector<wire::GuestOrder> orders_for(const std::vector<std::string>& argv) {
  using Kind = wire::GuestOrder::Kind;
  std::vector<std::string> words = {wire::guest_path_of_worker("x86_64"), "--tally", kTallyPath};
  words.insert(words.end(), argv.begin(), argv.end());
  std::vector<wire::GuestOrder> orders = {{.kind = Kind::kCommand,
                                           .argv = std::move(words),
                                           .deadline_ns = kLongestNs,
                                           .start = wire::GuestOrder::Start::kAtOnce},
                                          {.kind = Kind::kCopy, .path = kTallyPath}};
  std::ranges::move(guest::fact_orders(), std::back_inserter(orders));
  return orders;
}

std::string release_in(const model::Environment& environment) {
  for (const auto& [name, value] : environment)
    if (name == "kernel.release") return value;
  return "an unknown kernel";
}

std::string content_in(const guest::Boot& boot, std::uint64_t order) {
  for (const auto& record : boot.channel.records)
    if (record.order == order && record.name == "content") return record.bytes;
  return {};
}

}  // namespace

Result<GuestTally> tally_in_guest(const GuestHost& host, const std::vector<std::string>& argv) {
  KAB_TRY(const auto boot, visit_guest(host, orders_for(argv), 1));
  const auto first = host.first_order(0);
  const auto answer = answer_to(boot.channel, first);
  if (!answer.status && answer.refused.empty())
    return fail_unavailable("the guest ended before the command: " + boot.reason);
  const auto written = content_in(boot, first + 1);
  if (written.empty()) return fail_unavailable("kab-worker --tally " + end_of(answer));
  KAB_TRY(auto reply, reply_in(written));
  KAB_TRY(auto tally, tally_in(std::move(reply)));
  KAB_TRY(auto environment, guest::facts_from(boot.channel, first + 2, host.arm(0).kernel));
  return GuestTally{.environment = environment,
                    .release = release_in(environment),
                    .tally = std::move(tally),
                    .exit_code = static_cast<int>(answer.status.value_or(0)),
                    .output = answer.output,
                    .errors = answer.errors};
}

}  // namespace kab::trial

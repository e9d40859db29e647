#include "trial/guest_visit.h"

#include <utility>

#include "trial/ask.h"
#include "trial/guest_boots.h"

namespace kab::trial {

wire::GuestOrder question_to_worker(const std::string& abi, const wire::Request& request,
                                    std::int64_t deadline_ns) {
  return {.kind = wire::GuestOrder::Kind::kWorker,
          .abi = abi,
          .request = wire::encode(request),
          .deadline_ns = static_cast<std::uint64_t>(deadline_ns),
          .start = wire::GuestOrder::Start::kAtOnce};
}

Result<guest::Boot> visit_guest(const GuestHost& host, const std::vector<wire::GuestOrder>& orders,
                                std::uint64_t seed) {
  std::int64_t deadline_ns = kFirstBootNs;
  for (const auto& order : orders) deadline_ns += static_cast<std::int64_t>(order.deadline_ns);
  KAB_TRY(const auto loaded, host.load(0, orders));
  KAB_TRY(auto boot, host.boot(loaded, seed, deadline_ns));
  if (boot.end == guest::BootEnd::kNotMade) return fail_input(boot.reason);
  if (boot.channel.state == wire::GuestState::kAbsent) return fail_unavailable(boot.reason);
  return boot;
}

Result<wire::Reply> reply_of(const GuestAnswer& answer) {
  if (!answer.refused.empty()) return fail_unavailable(answer.refused);
  if (answer.status != 0 || answer.out_of_time)
    return fail_unavailable("kab-worker " + end_of(answer));
  return reply_in(answer.output);
}

}  // namespace kab::trial

#include "events/available.h"

#include <string>
#include <string_view>

#include "events/event.h"
#include "events/perf_counters.h"
#include "events/sampler.h"

namespace kab::events {
namespace {

Result<void> can_count(std::string_view event) {
  KAB_TRY(auto events, parse_events(event));
  const auto there = PerfCounters(std::move(events)).probe().front();
  if (there.status == model::CountStatus::kCounted) return {};
  return fail_unavailable(std::string(text_of(there.status)) + ": " + there.reason);
}

}  // namespace

Result<void> software_events_available() { return can_count("task-clock"); }

Result<void> hardware_events_available() { return can_count("cycles"); }

Result<void> sampling_available() {
  constexpr std::uint64_t kHz = 100;  // opened and closed again: nothing is sampled
  KAB_CHECK(Sampler::open(kHz, Chains::kNo));
  return {};
}

}  // namespace kab::events

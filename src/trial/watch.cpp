#include "trial/watch.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/number.h"

namespace kab::trial {
namespace {

constexpr std::int64_t kEveryNs = 1'000'000'000;
constexpr std::int64_t kStolenTicksWorthSaying = 5;  // of 100 a second

std::optional<std::string> fact(const sys::Facts& facts, std::string_view key) {
  for (const auto& [name, value] : facts)
    if (name == key) return value;
  return std::nullopt;
}

}  // namespace

std::vector<model::Event> changes_between(const sys::Facts& before, const sys::Facts& after,
                                          std::int64_t at_ns) {
  std::vector<model::Event> events;
  for (const std::string_view key : {"clock.source", "cpu.online", "cpu.throttle_count"}) {
    const auto was = fact(before, key);
    const auto is = fact(after, key);
    if (was && is && was != is)
      events.push_back(
          {at_ns, std::string(key),
           std::string(key) + " changed from " + *was + " to " + *is + " while it ran"});
  }
  const auto stolen_before = parse_int(fact(before, "steal.ticks").value_or(""));
  const auto stolen_after = parse_int(fact(after, "steal.ticks").value_or(""));
  if (stolen_before && stolen_after && *stolen_after - *stolen_before > kStolenTicksWorthSaying)
    events.push_back({at_ns, "steal",
                      "the hypervisor took " + std::to_string(*stolen_after - *stolen_before) +
                          " ticks of CPU time"});
  return events;
}

MachineWatch::MachineWatch() : known_(sys::changing_facts()) {}

std::vector<model::Event> MachineWatch::changes(std::int64_t now_ns) {
  if (now_ns - looked_ns_ < kEveryNs) return {};
  looked_ns_ = now_ns;
  auto now = sys::changing_facts();
  auto events = changes_between(known_, now, now_ns);
  known_ = std::move(now);
  for (auto& line : kernel_log_.new_lines())
    events.push_back({now_ns, "kernel-message", "the kernel said: " + line});
  return events;
}

}  // namespace kab::trial

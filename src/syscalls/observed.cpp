#include "syscalls/observed.h"

#include <cmath>

#include "syscalls/latency_bucket.h"

namespace kab::syscalls {
namespace {

template <class Key>
void add_counts(std::map<Key, std::uint64_t>& sum, const std::map<Key, std::uint64_t>& more) {
  for (const auto& [key, count] : more) sum[key] += count;
}

template <class Key>
std::map<Key, std::uint64_t> counts_since(const std::map<Key, std::uint64_t>& later,
                                          const std::map<Key, std::uint64_t>& earlier) {
  std::map<Key, std::uint64_t> more;
  for (const auto& [key, count] : later) {
    const auto found = earlier.find(key);
    const std::uint64_t before = found == earlier.end() ? 0 : found->second;
    if (count > before) more[key] = count - before;
  }
  return more;
}

CallFacts facts_since(const CallFacts& later, const CallFacts& earlier) {
  CallFacts more = {.calls = later.calls - earlier.calls,
                    .timed = later.timed - earlier.timed,
                    .wall_ns = later.wall_ns - earlier.wall_ns,
                    .by_errno = counts_since(later.by_errno, earlier.by_errno),
                    .latencies = counts_since(later.latencies, earlier.latencies)};
  if (later.cpu_ns) more.cpu_ns = *later.cpu_ns - earlier.cpu_ns.value_or(0);
  if (later.errors) more.errors = *later.errors - earlier.errors.value_or(0);
  return more;
}

const CallFacts* facts_in(const std::map<Owner, FactsByCall>& tally, const Owner& owner,
                          const Call& call) {
  const auto whose = tally.find(owner);
  if (whose == tally.end()) return nullptr;
  const auto found = whose->second.find(call);
  return found == whose->second.end() ? nullptr : &found->second;
}

}  // namespace

void add(CallFacts& sum, const CallFacts& more) {
  sum.calls += more.calls;
  if (more.errors) sum.errors = sum.errors.value_or(0) + *more.errors;
  sum.timed += more.timed;
  sum.wall_ns += more.wall_ns;
  if (more.cpu_ns) sum.cpu_ns = sum.cpu_ns.value_or(0) + *more.cpu_ns;
  add_counts(sum.by_errno, more.by_errno);
  add_counts(sum.latencies, more.latencies);
}

std::map<Owner, FactsByCall> since(const std::map<Owner, FactsByCall>& later,
                                   const std::map<Owner, FactsByCall>& earlier) {
  std::map<Owner, FactsByCall> more;
  for (const auto& [owner, calls] : later) {
    for (const auto& [call, facts] : calls) {
      const auto* before = facts_in(earlier, owner, call);
      if (before == nullptr)
        more[owner][call] = facts;
      else if (facts.calls > before->calls)
        more[owner][call] = facts_since(facts, *before);
    }
  }
  return more;
}

std::optional<double> quantile_ns(const Latencies& latencies, double share) {
  std::uint64_t total = 0;
  for (const auto& [bucket, count] : latencies) total += count;
  if (total == 0) return std::nullopt;
  const double wanted = std::ceil(share * static_cast<double>(total));
  std::uint64_t seen = 0;
  for (const auto& [bucket, count] : latencies) {
    seen += count;
    if (static_cast<double>(seen) < wanted) continue;
    const auto low = static_cast<double>(kab_latency_floor(bucket));
    const auto next = static_cast<double>(kab_latency_floor(bucket + 1));
    return (low + next - 1) / 2;
  }
  return std::nullopt;
}

}  // namespace kab::syscalls

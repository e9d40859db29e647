#include "cli/syscall_report.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/text.h"
#include "syscalls/latency_bucket.h"

namespace kab::cli {
namespace {

using model::SyscallRow;
using syscalls::CallFacts;
using syscalls::FactsByCall;

constexpr double kNsPerSecond = 1e9;
constexpr double kNsPerUs = 1e3;

std::optional<double> in_us(std::optional<double> ns) {
  if (!ns) return std::nullopt;
  return *ns / kNsPerUs;
}

std::string errno_name(int number) {
  const char* name = ::strerrorname_np(number);
  return name == nullptr ? std::to_string(number) : name;
}

// Groups of a power of two: as fine as a reader wants them.
std::vector<model::LatencyGroup> groups_of(const syscalls::Latencies& latencies) {
  std::vector<model::LatencyGroup> groups;
  for (const auto& [bucket, calls] : latencies) {
    const unsigned first = bucket / KAB_BUCKETS_A_POWER * KAB_BUCKETS_A_POWER;
    const auto from = static_cast<double>(kab_latency_floor(first)) / kNsPerUs;
    const auto to = static_cast<double>(kab_latency_floor(first + KAB_BUCKETS_A_POWER)) / kNsPerUs;
    if (groups.empty() || groups.back().from_us != from)
      groups.push_back({.from_us = from, .to_us = to});
    groups.back().calls += calls;
  }
  return groups;
}

SyscallRow row_of(const CallFacts& facts, std::uint64_t wall_of_all_ns, Histograms histograms) {
  SyscallRow row{.calls = facts.calls, .errors = facts.errors};
  if (facts.timed > 0) {
    const auto wall_ns = static_cast<double>(facts.wall_ns);
    row.wall_s = wall_ns / kNsPerSecond;
    row.us_per_call = wall_ns / static_cast<double>(facts.timed) / kNsPerUs;
    if (wall_of_all_ns > 0) row.share = wall_ns / static_cast<double>(wall_of_all_ns);
    if (facts.cpu_ns) row.cpu_s = static_cast<double>(*facts.cpu_ns) / kNsPerSecond;
  }
  row.p50_us = in_us(syscalls::quantile_ns(facts.latencies, 0.5));
  row.p90_us = in_us(syscalls::quantile_ns(facts.latencies, 0.9));
  row.p99_us = in_us(syscalls::quantile_ns(facts.latencies, 0.99));
  for (const auto& [number, count] : facts.by_errno)
    row.by_errno.emplace_back(errno_name(number), count);
  if (histograms == Histograms::kShown) row.latencies = groups_of(facts.latencies);
  return row;
}

CallFacts total_of(const FactsByCall& calls) {
  CallFacts total;
  for (const auto& [call, facts] : calls) add(total, facts);
  return total;
}

void sort_rows(std::vector<SyscallRow>& rows, SortBy sort) {
  const auto by = [&rows](auto key) { std::ranges::stable_sort(rows, std::greater(), key); };
  std::ranges::sort(rows, {}, [](const SyscallRow& row) { return std::pair(row.name, row.abi); });
  switch (sort) {
    case SortBy::kName:
      return;
    case SortBy::kCalls:
      return by([](const SyscallRow& row) { return row.calls; });
    case SortBy::kErrors:
      return by([](const SyscallRow& row) { return row.errors.value_or(0); });
    case SortBy::kAverage:
      return by([](const SyscallRow& row) { return row.us_per_call.value_or(0); });
    case SortBy::kTime:
      return by([](const SyscallRow& row) { return std::pair(row.wall_s.value_or(0), row.calls); });
  }
}

std::string text_of(const syscalls::Owner& owner) {
  if (owner.id == 0) return owner.comm;
  return fmt::format("{} ({})", owner.comm.empty() ? "?" : owner.comm, owner.id);
}

model::SyscallOwner owner_of(const syscalls::Owner& owner, const FactsByCall& calls, SortBy sort,
                             Histograms histograms) {
  model::SyscallOwner result{.name = text_of(owner)};
  auto total = total_of(calls);
  const std::uint64_t wall_ns = total.wall_ns;
  for (const auto& [call, facts] : calls) {
    result.rows.push_back(row_of(facts, wall_ns, histograms));
    result.rows.back().name = name_of(call);
    result.rows.back().abi = text_of(call.abi);
  }
  sort_rows(result.rows, sort);
  total.by_errno.clear();
  result.total = row_of(total, wall_ns, Histograms::kNone);
  result.total.name = "total";
  return result;
}

std::string end_of(int status) {
  if (WIFSIGNALED(status))
    return fmt::format(
        "was killed by signal {} ({})", WTERMSIG(status),
        ::sigdescr_np(WTERMSIG(status)) == nullptr ? "unknown" : ::sigdescr_np(WTERMSIG(status)));
  return fmt::format("exited {}", WEXITSTATUS(status));
}

}  // namespace

Result<SortBy> parse_sort(std::string_view text) {
  constexpr std::pair<std::string_view, SortBy> kKeys[] = {{"time", SortBy::kTime},
                                                           {"calls", SortBy::kCalls},
                                                           {"errors", SortBy::kErrors},
                                                           {"name", SortBy::kName},
                                                           {"avg", SortBy::kAverage}};
  for (const auto& [name, key] : kKeys)
    if (name == text) return key;
  return fail_input("--sort " + in_quotes(text) + ": it is time, calls, errors, name or avg");
}

model::SyscallReport syscall_report(const syscalls::Observed& observed, SortBy sort,
                                    Histograms histograms) {
  model::SyscallReport report{.lost = observed.lost, .remarks = observed.remarks};
  for (const auto& [owner, calls] : observed.tally) {
    report.owners.push_back(owner_of(owner, calls, sort, histograms));
    report.calls += report.owners.back().total.calls;
  }
  if (report.owners.empty()) report.owners.push_back({.total = {.name = "total"}});
  return report;
}

model::SyscallReport syscall_report(const tracing::Report& traced, SortBy sort,
                                    Histograms histograms) {
  auto report = syscall_report(traced.observed, sort, histograms);
  report.backend = text_of(traced.backend);
  report.why_not_bpf = traced.why_not_bpf;
  report.plain_call_ns = traced.cost.plain_ns;
  report.counted_call_ns = traced.cost.counted_ns;
  report.attach_s = static_cast<double>(traced.attach_ns) / kNsPerSecond;
  report.wall_s = static_cast<double>(traced.wall_ns) / kNsPerSecond;
  report.user_s = static_cast<double>(traced.user_ns) / kNsPerSecond;
  report.system_s = static_cast<double>(traced.system_ns) / kNsPerSecond;
  report.end = end_of(traced.observed.status);
  if (!report.owners.front().total.errors && report.calls > 0)
    report.remarks.push_back(
        "errors were not looked at: with --counts-only, ptrace stops a call at its entry alone "
        "(--errors makes it stop twice)");
  return report;
}

std::vector<model::TalliedCall> tallied_calls(const tracing::Report& traced) {
  FactsByCall together;
  for (const auto& [owner, calls] : traced.observed.tally)
    for (const auto& [call, facts] : calls) add(together[call], facts);
  std::vector<model::TalliedCall> rows;
  for (const auto& [call, facts] : together) {
    model::TalliedCall row{.method = std::string(text_of(traced.backend)),
                           .abi = std::string(text_of(call.abi)),
                           .name = name_of(call),
                           .calls = facts.calls,
                           .errors = facts.errors.value_or(0),
                           .operations = 1,
                           .seconds = std::nullopt};
    if (facts.timed > 0) row.seconds = static_cast<double>(facts.wall_ns) / kNsPerSecond;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kab::cli

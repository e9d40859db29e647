// What kab syscalls, stat and profile print, text and JSON, byte for byte.
#include <gtest/gtest.h>

#include "report/count_json.h"
#include "report/count_table.h"
#include "report/golden.h"
#include "report/profile_table.h"
#include "report/syscall_table.h"

namespace kab::report {
namespace {

using model::CountStatus;

model::SyscallRow row(std::string name, std::uint64_t calls, double wall_s, double share) {
  return {.name = std::move(name),
          .abi = "x86_64",
          .calls = calls,
          .errors = 0,
          .wall_s = wall_s,
          .cpu_s = wall_s / 2,
          .share = share,
          .us_per_call = 1e6 * wall_s / static_cast<double>(calls)};
}

model::SyscallReport a_walk() {
  auto found = row("newfstatat", 45'321, 0.090'642, 0.75);
  found.errors = 1;
  found.by_errno = {{"ENOENT", 1}};
  found.p50_us = 1.75;
  found.p90_us = 2.5;
  found.p99_us = 12;
  found.latencies = {{.from_us = 1.536, .to_us = 1.792, .calls = 30'000},
                     {.from_us = 1.792, .to_us = 2.048, .calls = 15'321}};
  auto compat = row("getgid32", 5, 0.000'01, 0.000'08);
  compat.abi = "i386";
  auto unnamed = row("4000", 2, 0.000'002, 0.000'02);
  model::SyscallRow never_returns{.name = "exit_group", .abi = "x86_64", .calls = 1, .errors = 0};
  const auto total = row("total", 90'659, 0.120'856, 1);
  return {.subject = "find /usr",
          .command = {"find", "/usr"},
          .backend = "ptrace",
          .why_not_bpf = "BPF: Operation not permitted; it needs CAP_BPF and CAP_PERFMON",
          .plain_call_ns = 1046,
          .counted_call_ns = 11'500,
          .attach_s = 0,
          .wall_s = 1.25,
          .user_s = 0.25,
          .system_s = 0.75,
          .end = "exited 0",
          .lost = 3,
          .remarks = {"/bin/su is set-user-ID or set-group-ID: being traced, it ran without those "
                      "privileges"},
          .owners = {{.name = "",
                      .rows = {found, row("getdents64", 45'330, 0.030'204, 0.25), compat, unnamed,
                               never_returns},
                      .total = total}},
          .calls = 90'659};
}

TEST(CountingGolden, Syscalls) {
  expect_golden("syscalls.text", syscall_text(a_walk(), {}));
  expect_golden("syscalls.json", syscall_json(a_walk(), "1.0"));
}

model::EventSummary counted(std::string name, std::string unit, double mean) {
  return {.metric = {.name = std::move(name), .unit = std::move(unit)},
          .n = 3,
          .mean = mean,
          .relative_error = 0.0259,
          .standard_deviation = 0.0259 * mean * 1.732,
          .median = 0.99 * mean,
          .interval = Interval{0.89 * mean, 1.11 * mean}};
}

model::EventSummary missing(std::string name, CountStatus status, std::string reason) {
  return {.metric = {.name = std::move(name), .unit = "events"},
          .status = status,
          .reason = std::move(reason)};
}

model::CountReport three_runs() {
  auto kernel = counted("cycles:k", "events", 2'570'544'009);
  kernel.derived = model::DerivedRatio{.value = 61.7, .unit = "% of cycles", .doubt = ""};
  auto shared = counted("branches", "events", 700'000'000);
  shared.least_running_share = 0.25;
  auto faults = counted("page-faults", "events", 117);
  faults.source = "getrusage";
  return {.command = "find /usr",
          .runs = 3,
          .events = {counted("task-clock", "ns", 929'883'686), counted("cycles", "events", 4.165e9),
                     kernel, shared, faults,
                     missing("r01c2", CountStatus::kNotSupported,
                             "this machine shows no such hardware counter"),
                     missing("sched:sched_switch", CountStatus::kNotPermitted,
                             "tracepoints are found in /sys/kernel/tracing/events, which only root "
                             "may read"),
                     missing("L1-dcache-loads", CountStatus::kNotCounted,
                             "it never had a counter: others hold them all")},
          .times = {counted("elapsed", "s", 0.929883686), counted("user", "s", 0.25),
                    counted("system", "s", 0.67)},
          .remarks = {{"failed", "1 of 3 runs failed; the last one's status is 0"}}};
}

TEST(CountingGolden, Stat) {
  expect_golden("stat.text", count_table(three_runs(), {}));
  model::CountedRuns runs{
      .events = {{.name = "page-faults", .unit = "events"}, {.name = "cycles", .unit = "events"}},
      .groups = {0, 1},
      .runs = {{.elapsed_s = 0.93,
                .user_s = 0.25,
                .system_s = 0.67,
                .counts = {{.status = CountStatus::kCounted, .value = 117},
                           {.status = CountStatus::kNotSupported, .reason = "none here"}}}}};
  expect_golden("stat.json", count_json(three_runs(), runs, {0}, "1.0"));
}

model::Profile profile(std::string name, double copying) {
  return {.name = std::move(name),
          .runs = 5,
          .samples = 1000,
          .cpu_s = 1.25,
          .rows = {{.dso = "[kernel]",
                    .symbol = "_copy_to_iter",
                    .count = static_cast<std::uint64_t>(1000 * copying),
                    .share = copying,
                    .time_s = 1.25 * copying,
                    .interval = Interval{copying - 0.02, copying + 0.02}},
                   {.dso = "/usr/lib/x86_64-linux-gnu/libc.so.6",
                    .symbol = "",
                    .count = 250,
                    .share = 0.25,
                    .time_s = 0.3125,
                    .interval = std::nullopt},
                   {.dso = "[vdso]",
                    .symbol = "__vdso_clock_gettime",
                    .count = 3,
                    .share = 0.003,
                    .time_s = 0.00375,
                    .interval = std::nullopt}}};
}

model::ProfileReport one_profile() {
  return {.command = "dd if=/dev/zero of=/dev/null",
          .sampled_by = "cpu-clock at 997 Hz",
          .profiles = {profile("profile", 0.517)},
          .diff = std::nullopt,
          .remarks = {{"skid", "no hardware cycles here, so sampled by a timer's interrupt"}}};
}

model::ProfileReport two_profiles() {
  auto report = one_profile();
  report.profiles = {profile("old", 0.517), profile("new", 0.41)};
  report.diff = model::ProfileDiff{.baseline = report.profiles[0],
                                   .arm = report.profiles[1],
                                   .rows = {{.dso = "[kernel]",
                                             .symbol = "_copy_to_iter",
                                             .baseline_share = 0.517,
                                             .arm_share = 0.41,
                                             .baseline_s = 0.646,
                                             .arm_s = 0.513,
                                             .difference_s = -0.133,
                                             .interval = Interval{-0.15, -0.116}},
                                            {.dso = "[kernel]",
                                             .symbol = "new_function",
                                             .baseline_share = 0,
                                             .arm_share = 0.1,
                                             .baseline_s = 0,
                                             .arm_s = 0.125,
                                             .difference_s = 0.125,
                                             .interval = std::nullopt}}};
  return report;
}

TEST(CountingGolden, Profile) {
  expect_golden("profile.text", profile_table(one_profile(), {}));
  expect_golden("profile.json", profile_json(one_profile(), "1.0"));
}

TEST(CountingGolden, ProfileDifference) {
  expect_golden("profile-diff.text", profile_table(two_profiles(), {}));
  expect_golden("profile-diff.json", profile_json(two_profiles(), "1.0"));
}

}  // namespace
}  // namespace kab::report

#include "trial/clock_paths.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

#include "base/text.h"
#include "trial/ask.h"
#include "trial/tally.h"

namespace kab::trial {
namespace {

constexpr std::int64_t kDeadlineNs = 30'000'000'000;

/// The median over batches; the reason where there are none.
Result<double> time_of(const std::string& worker, const model::VdsoPath& path) {
  constexpr std::uint64_t kReadings = 5000;
  constexpr std::uint32_t kBatches = 9;
  KAB_TRY(const auto outcome, ask(worker,
                                  {.task = wire::Task::kMeasure,
                                   .workload = path.workload,
                                   .params = {{"path", path.path}},
                                   .iterations = kReadings,
                                   .batches = kBatches,
                                   .warmup_iterations = kReadings},
                                  kDeadlineNs));
  if (!outcome.succeeded()) return fail_unavailable("kab-worker " + end_of(outcome));
  std::vector<double> each;
  for (const auto line : split(trimmed(outcome.output), '\n')) {
    KAB_TRY(const auto reply, wire::decode_reply(line));
    if (const auto* refusal = std::get_if<wire::Refusal>(&reply))
      return fail_unavailable(refusal->reason);
    const auto* batch = std::get_if<wire::Batch>(&reply);
    if (batch != nullptr && batch->iterations != 0)
      each.push_back(static_cast<double>(batch->elapsed_ns) /
                     static_cast<double>(batch->iterations));
  }
  if (each.empty()) return fail_unavailable("kab-worker measured nothing");
  const auto middle = each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2);
  std::ranges::nth_element(each, middle);
  return *middle;
}

Result<void> walk(const std::string& worker, model::VdsoPath& path) {
  const auto counted = count_calls(worker, {.workload = path.workload,
                                            .params = {{"path", path.path}},
                                            .pin = {},
                                            .deadline_ns = kDeadlineNs});
  if (!counted && counted.error().kind == ErrorKind::kInterrupted)
    return std::unexpected(counted.error());
  note_calls(counted, path);
  const auto ns = time_of(worker, path);
  if (!ns && ns.error().kind == ErrorKind::kInterrupted) return std::unexpected(ns.error());
  if (ns)
    path.ns = *ns;
  else if (path.unavailable.empty())
    path.unavailable = ns.error().message;
  return {};
}

}  // namespace

std::vector<model::VdsoPath> ways_to_clocks(const std::string& abi,
                                            const std::vector<WorkloadFacts>& known) {
  std::vector<model::VdsoPath> paths;
  for (const auto& workload : known) {
    if (workload.description.value("family", "") != "clocks") continue;
    for (const auto* way : {"vdso", "libc", "syscall"})
      paths.push_back({.abi = abi, .workload = workload.name, .path = way});
  }
  return paths;
}

void note_calls(const Result<wire::Tally>& counted, model::VdsoPath& path) {
  if (!counted) {
    // The row that it stands in names the workload.
    const auto start = path.workload + ": ";
    const auto& reason = counted.error().message;
    path.unavailable = reason.starts_with(start) ? reason.substr(start.size()) : reason;
    return;
  }
  path.operations = counted->operations;
  path.calls = total_calls(*counted);
  for (const auto& call : counted->calls) path.call_names.push_back(call.name);
}

Result<std::vector<model::VdsoPath>> measure_clock_paths(const std::string& worker,
                                                         const std::string& abi,
                                                         const std::vector<WorkloadFacts>& known) {
  auto paths = ways_to_clocks(abi, known);
  for (auto& path : paths) KAB_CHECK(walk(worker, path));
  return paths;
}

CheckOrder order_of_agreement() {
  return {.check = {.name = "clock-agree", .property = {}},
          .time_ns = 200'000'000,
          .seed = 1,
          .deadline_ns = kDeadlineNs};
}

std::vector<model::VdsoFinding> judge_agreement(const wire::Checked& checked,
                                                const std::string& abi) {
  if (checked.outcome == wire::CheckOutcome::kPassed) return {};
  const bool failed = checked.outcome == wire::CheckOutcome::kFailed;
  return {{.code = "clocks-disagree",
           .weight = failed ? model::VdsoWeight::kFinding : model::VdsoWeight::kNote,
           .text = failed ? "the vDSO and the system call tell different times (" + abi + ")"
                          : "whether the clocks agree could not be tried (" + abi + ")",
           .evidence = checked.evidence,
           .why = failed ? "programs that mix both ways see time jump" : ""}};
}

}  // namespace kab::trial

#include "trial/live_host.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

#include <sys/resource.h>

#include "base/text.h"
#include "events/command_count.h"
#include "sys/process.h"
#include "trial/catalogue.h"
#include "trial/process_counts.h"
#include "wire/protocol.h"

namespace kab::trial {
namespace {

bool records_latencies(const SlotRequest& slot) {
  return std::ranges::find(slot.params, std::pair<std::string, std::string>("latency", "on")) !=
         slot.params.end();
}

// The answer of one worker process, its lines sorted out.
struct Answer {
  wire::Hello hello;
  std::vector<wire::Batch> batches;
  wire::Done done;
  std::int64_t wall_ns = 0;
};

wire::Request request_of(const SlotRequest& slot, wire::Task task) {
  return {.task = task,
          .workload = slot.workload,
          .params = slot.params,
          .iterations = slot.calibration.iterations,
          .batches = slot.calibration.batches,
          .warmup_iterations = slot.calibration.warmup_iterations,
          .batch_ns = 0,
          .pin = slot.pin};
}

std::string last_line(std::string_view text) {
  const auto lines = split(trimmed(text), '\n');
  return std::string(trimmed(lines.back()));
}

// Most workloads begin a refusal with their own name.
std::string named(const std::string& workload, const std::string& reason) {
  const std::string start = workload + ": ";
  return reason.starts_with(start) ? reason : start + reason;
}

Result<Answer> answer_from(const sys::Outcome& outcome, const SlotRequest& slot) {
  Answer answer{.hello = {}, .batches = {}, .done = {}, .wall_ns = outcome.wall_ns};
  bool done = false;
  for (const auto line : split(outcome.output, '\n')) {
    if (trimmed(line).empty()) continue;
    KAB_TRY(auto reply, wire::decode_reply(line));
    if (auto* refusal = std::get_if<wire::Refusal>(&reply))
      return std::unexpected(Error{refusal->kind, named(slot.workload, refusal->reason)});
    if (auto* hello = std::get_if<wire::Hello>(&reply)) answer.hello = std::move(*hello);
    if (auto* batch = std::get_if<wire::Batch>(&reply)) answer.batches.push_back(*batch);
    if (auto* end = std::get_if<wire::Done>(&reply)) {
      answer.done = std::move(*end);
      done = true;
    }
  }
  if (done && outcome.succeeded()) return answer;
  return fail_unavailable(slot.workload + ": kab-worker " + sys::description_of(outcome) +
                          (outcome.errors.empty() ? "" : ": " + last_line(outcome.errors)));
}

Result<Answer> ask(const std::string& worker, const SlotRequest& slot,
                   const wire::Request& request) {
  KAB_TRY(const auto outcome, sys::run({.argv = {worker},
                                        .environment = slot.environment,
                                        .cpus = {},
                                        .input = wire::encode(request),
                                        .deadline_ns = slot.deadline_ns}));
  return answer_from(outcome, slot);
}

// Both are short by nature; one that hangs must not keep kab from putting the host back.
constexpr std::int64_t kHookDeadlineNs = 60'000'000'000;

// Teardown also runs when a stop was asked for: it undoes what setup did.
Result<void> run_hook(const std::string& script, std::string_view which, const SlotRequest& slot,
                      sys::OnStop on_stop) {
  if (script.empty()) return {};
  KAB_TRY(const auto outcome, sys::run({.argv = {"/bin/sh", "-c", script},
                                        .environment = slot.environment,
                                        .deadline_ns = kHookDeadlineNs,
                                        .on_stop = on_stop}));
  if (outcome.succeeded()) return {};
  return fail_unavailable(std::string(which) + " command " + in_quotes(script) + " " +
                          sys::description_of(outcome) +
                          (outcome.errors.empty() ? "" : ": " + last_line(outcome.errors)));
}

model::UserCopies copies_of(const wire::Hello& hello) {
  return {.copies = hello.copies.copies,
          .bytes = hello.copies.bytes,
          .checked_copies = hello.copies.checked_copies,
          .checked_bytes = hello.copies.checked_bytes};
}

// Those that the subject has as metrics; each is a value of its own, whatever the iterations.
void add_further_readings(const std::vector<std::pair<std::string, double>>& further,
                          const std::vector<model::Metric>& metrics, std::uint32_t batch,
                          std::vector<model::Reading>& readings) {
  for (const auto& [name, value] : further) {
    const auto known = std::ranges::find(metrics, name, &model::Metric::name);
    if (known == metrics.end()) continue;
    readings.push_back({.metric = static_cast<std::uint32_t>(known - metrics.begin()),
                        .batch = batch,
                        .iterations = 1,
                        .total = value});
  }
}

rusage used_by_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return usage;
}

// Of a whole process: a command is one, a worker's are those of its warm-up and batches.
std::uint64_t operations_of(const SlotRequest& slot, const SlotResult& result) {
  if (slot.workload.empty()) return 1;
  std::uint64_t operations = slot.calibration.warmup_iterations;
  for (const auto& reading : result.readings)
    if (reading.metric == 0) operations += reading.iterations;
  return operations;
}

double seconds(std::int64_t ns) { return static_cast<double>(ns) / 1e9; }

}  // namespace

Result<std::string> LiveHost::worker_for(const std::string& abi) {
  auto& known = abi == "i386" ? worker_i386_ : worker_;
  if (known.empty()) {
    KAB_TRY(known, find_worker(abi));
  }
  return known;
}

Result<Calibrated> LiveHost::calibrate(const SlotRequest& slot, std::int64_t batch_ns) {
  if (slot.workload.empty()) return Calibrated{};
  KAB_TRY(const auto worker, worker_for(slot.abi));
  auto request = request_of(slot, wire::Task::kCalibrate);
  request.batch_ns = static_cast<std::uint64_t>(batch_ns);
  KAB_TRY(const auto answer, ask(worker, slot, request));
  return Calibrated{.calibration = {.iterations = answer.done.iterations,
                                    .batches = slot.calibration.batches,
                                    .warmup_iterations = answer.done.iterations,
                                    .timer_resolution_ns = answer.hello.timer_resolution_ns,
                                    .timer_cost_ns = answer.hello.timer_cost_ns,
                                    .empty_loop_ns = answer.hello.empty_loop_ns},
                    .bytes_per_operation = answer.hello.bytes_per_operation,
                    .copies = copies_of(answer.hello),
                    .recording_ns = records_latencies(slot) ? answer.hello.recording_ns : 0};
}

Result<SlotResult> LiveHost::measure(const SlotRequest& slot) {
  KAB_TRY(auto timed, run_once(slot, Counting::kNo));
  if (counters_ == nullptr || timed.status == model::SampleStatus::kFailed) return timed;
  KAB_TRY(auto counted, run_once(slot, Counting::kYes));
  counted.duration_ns += timed.duration_ns;
  counted.inside_ns += timed.inside_ns;
  if (counted.status == model::SampleStatus::kFailed) {
    counted.failure += " (the second process of the sample, whose events are counted)";
    return counted;
  }
  std::ranges::move(counted.readings, std::back_inserter(timed.readings));
  timed.notes = std::move(counted.notes);
  timed.duration_ns = counted.duration_ns;
  timed.inside_ns = counted.inside_ns;
  return timed;
}

// Between the slot's setup and teardown, neither of which is counted.
Result<SlotResult> LiveHost::run_once(const SlotRequest& slot, Counting counting) {
  KAB_CHECK(run_hook(slot.setup, "setup", slot, sys::OnStop::kEnd));
  auto result = counting == Counting::kYes ? run_counted(slot) : run_process(slot);
  auto cleaned = run_hook(slot.teardown, "teardown", slot, sys::OnStop::kFinish);
  if (!result) return result;
  if (!cleaned) return std::unexpected(std::move(cleaned).error());
  return result;
}

Result<SlotResult> LiveHost::run_process(const SlotRequest& slot) {
  return slot.workload.empty() ? measure_command(slot) : measure_worker(slot);
}

// Its readings are the counts: what it took of time is nobody's.
Result<SlotResult> LiveHost::run_counted(const SlotRequest& slot) {
  const auto before = used_by_children();
  counters_->begin();
  auto result = run_process(slot);
  auto counts = counters_->end();
  if (!result || result->status == model::SampleStatus::kFailed) return result;
  events::fill_in_from(used_between(before, used_by_children()), counters_->events(), counts);
  const auto operations = operations_of(slot, *result);
  result->readings.clear();
  add_counts(slot, counters_->events(), counts, operations, *result);
  return result;
}

Result<SlotResult> LiveHost::measure_worker(const SlotRequest& slot) {
  KAB_TRY(const auto worker, worker_for(slot.abi));
  KAB_TRY(const auto answer, ask(worker, slot, request_of(slot, wire::Task::kMeasure)));
  SlotResult result;
  result.cpus = answer.done.cpus;
  result.duration_ns = answer.wall_ns;
  result.inside_ns = answer.done.inside_ns;
  for (std::uint32_t i = 0; i < answer.batches.size(); ++i) {
    result.readings.push_back({.metric = 0,
                               .batch = i,
                               .iterations = answer.batches[i].iterations,
                               .total = static_cast<double>(answer.batches[i].elapsed_ns)});
    add_further_readings(answer.batches[i].further, slot.metrics, i, result.readings);
  }
  return result;
}

Result<SlotResult> LiveHost::measure_command(const SlotRequest& slot) {
  KAB_TRY(const auto outcome, sys::run({.argv = slot.command,
                                        .environment = slot.environment,
                                        .cpus = slot.pin,
                                        .input = {},
                                        .deadline_ns = slot.deadline_ns}));
  SlotResult result;
  result.duration_ns = outcome.wall_ns;
  result.inside_ns = outcome.wall_ns;
  const auto fail = [&](std::string why) {
    result.status = model::SampleStatus::kFailed;
    result.failure = std::move(why);
    return result;
  };
  if (!outcome.succeeded())
    return fail(sys::description_of(outcome) +
                (trimmed(outcome.errors).empty() ? "" : ": " + last_line(outcome.errors)));
  std::uint32_t metric = 0;
  if (number_) {
    const auto number = number_->source.number_in(outcome.output);
    if (!number) return fail(number.error().message);
    result.readings.push_back({.metric = metric++, .batch = 0, .iterations = 1, .total = *number});
  }
  for (const auto ns : {outcome.wall_ns, outcome.user_ns, outcome.system_ns})
    result.readings.push_back(
        {.metric = metric++, .batch = 0, .iterations = 1, .total = seconds(ns)});
  return result;
}

}  // namespace kab::trial

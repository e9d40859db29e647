#include "worker/session.h"

#include <algorithm>
#include <string>
#include <utility>

#include <sched.h>

#include "worker/check.h"
#include "worker/measure.h"
#include "worker/resident.h"
#include "worker/tally.h"
#include "worker/timer.h"
#include "workloads/pin.h"
#include "workloads/registry.h"
#include "workloads/user_copies.h"

namespace kab::worker {
namespace {

using workloads::Instance;
using workloads::ParamValues;
using workloads::Workload;

/// A request whose words have been checked, and the workload they name.
struct Prepared {
  Workload workload;
  ParamValues params;
};

Result<Prepared> prepare(const wire::Request& request) {
  KAB_TRY(Workload workload, workloads::find_workload(request.workload));
  KAB_TRY(ParamValues params, ParamValues::resolve(workload.name, workload.params, request.params));
  if (std::ranges::count(workload.abis, workloads::kAbi) == 0)
    return fail_unavailable(request.workload + ": not for " + std::string(workloads::kAbi));
  if (request.batches > kMostBatches)
    return fail_input("batches: " + std::to_string(request.batches) + " is more than " +
                      std::to_string(kMostBatches));
  if (request.task != wire::Task::kCalibrate && request.iterations == 0)
    return fail_input("iterations: a batch has at least 1");
  return Prepared{.workload = std::move(workload), .params = std::move(params)};
}

wire::UserCopies copies_of(const Prepared& prepared) {
  const auto totals = workloads::totals_of(prepared.workload.copies(prepared.params));
  return {.copies = totals.copies,
          .bytes = totals.bytes,
          .checked_copies = totals.checked_copies,
          .checked_bytes = totals.checked_bytes};
}

wire::Hello hello_of(const Prepared& prepared, const TimerFacts& timer) {
  return {.abi = std::string(workloads::kAbi),
          .bytes_per_operation = prepared.workload.bytes_per_operation(prepared.params),
          .copies = copies_of(prepared),
          .timer_resolution_ns = timer.resolution_ns,
          .timer_cost_ns = timer.cost_ns,
          .empty_loop_ns = timer.empty_loop_ns,
          .recording_ns = timer.recording_ns};
}

wire::Done done_of(const Instance& instance) {
  wire::Done done;
  done.cpus.push_back(::sched_getcpu());
  if (instance.partners) {
    const std::vector<int> others = instance.partners->cpus();
    done.cpus.insert(done.cpus.end(), others.begin(), others.end());
  }
  done.resident_kb = peak_resident_kb();
  return done;
}

// A batch that the parameters fix is run once, so that what comes after is warm; others are sought.
Result<Calibrated> batch_length(const wire::Request& request, const Prepared& prepared,
                                const TimerFacts& timer, Instance& instance, Now& now) {
  const std::uint64_t fixed = prepared.workload.batch(prepared.params);
  if (fixed == 0)
    return calibrate(instance.run, target_ns(request.batch_ns, timer.resolution_ns), now);
  KAB_TRY(const Measured once, measure(instance, {.batches = 0, .warmup_iterations = fixed}, now));
  return Calibrated{.iterations = fixed, .inside_ns = once.inside_ns};
}

Result<void> carry_out(const wire::Request& request, const Prepared& prepared,
                       const TimerFacts& timer, Instance& instance,
                       std::vector<wire::Reply>& replies) {
  Now now = &now_ns;
  if (request.task == wire::Task::kCalibrate) {
    KAB_TRY(const Calibrated calibrated, batch_length(request, prepared, timer, instance, now));
    wire::Done done = done_of(instance);
    done.iterations = calibrated.iterations;
    done.inside_ns = calibrated.inside_ns;
    replies.emplace_back(std::move(done));
    return {};
  }
  const Plan plan{.iterations = request.iterations,
                  .batches = request.batches,
                  .warmup_iterations = request.warmup_iterations};
  KAB_TRY(const Measured measured, measure(instance, plan, now));
  wire::Done done = done_of(instance);
  done.iterations = request.iterations;
  done.inside_ns = measured.inside_ns;
  replies.insert(replies.end(), measured.batches.begin(), measured.batches.end());
  replies.emplace_back(std::move(done));
  return {};
}

Result<std::vector<wire::Reply>> answer_or_error(std::string_view request_line) {
  KAB_TRY(const wire::Request request, wire::decode_request(request_line));
  if (request.task == wire::Task::kCheck) {
    KAB_TRY(wire::Checked checked, run_check(request.check, request.time_ns, request.seed));
    return std::vector<wire::Reply>{std::move(checked)};
  }
  KAB_TRY(const Prepared prepared, prepare(request));
  // First of all, so that memory is touched and partners are forked where they will run.
  if (const auto own = workloads::cpu_of_role(request.pin, 0)) KAB_CHECK(workloads::pin_to(*own));
  if (request.task == wire::Task::kTally) {
    KAB_TRY(wire::Tally counted,
            tally(prepared.workload, prepared.params, request.pin, request.iterations));
    return std::vector<wire::Reply>{std::move(counted)};
  }
  KAB_TRY(Instance instance, prepared.workload.make(prepared.params, request.pin));
  const TimerFacts timer = measure_timer();
  std::vector<wire::Reply> replies = {hello_of(prepared, timer)};
  KAB_CHECK(carry_out(request, prepared, timer, instance, replies));
  return replies;
}

}  // namespace

std::vector<wire::Reply> answer(std::string_view request_line) {
  auto replies = answer_or_error(request_line);
  if (replies) return std::move(*replies);
  return {wire::Refusal{.kind = replies.error().kind, .reason = replies.error().message}};
}

}  // namespace kab::worker

#include "trial/guest_answers.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/number.h"
#include "base/text.h"

namespace kab::trial {
namespace {

std::string last_line(std::string_view text) {
  const auto lines = split(trimmed(text), '\n');
  return std::string(trimmed(lines.back()));
}

// Most workloads begin a refusal with their own name.
std::string named(const std::string& workload, const std::string& reason) {
  const std::string start = workload + ": ";
  return reason.starts_with(start) ? reason : start + reason;
}

SlotResult failed(std::string why) {
  SlotResult result;
  result.status = model::SampleStatus::kFailed;
  result.failure = std::move(why);
  return result;
}

void add_further(const wire::Batch& batch, std::uint32_t index, const SlotRequest& slot,
                 std::vector<model::Reading>& readings) {
  for (const auto& [name, value] : batch.further) {
    const auto known = std::ranges::find(slot.metrics, name, &model::Metric::name);
    if (known == slot.metrics.end()) continue;
    readings.push_back({.metric = static_cast<std::uint32_t>(known - slot.metrics.begin()),
                        .batch = index,
                        .iterations = 1,
                        .total = value});
  }
}

SlotResult sample_of_worker(const GuestAnswer& answer, const SlotRequest& slot) {
  const auto replies = replies_in(answer, slot);
  if (!replies) return failed(replies.error().message);
  SlotResult result;
  std::uint32_t index = 0;
  for (const auto& reply : *replies) {
    if (const auto* done = std::get_if<wire::Done>(&reply)) result.cpus = done->cpus;
    const auto* batch = std::get_if<wire::Batch>(&reply);
    if (batch == nullptr) continue;
    result.readings.push_back({.metric = 0,
                               .batch = index,
                               .iterations = batch->iterations,
                               .total = static_cast<double>(batch->elapsed_ns)});
    add_further(*batch, index++, slot, result.readings);
  }
  return result;
}

SlotResult sample_of_command(const GuestAnswer& answer, model::Lane lane,
                             const std::optional<NumberMetric>& number) {
  if (answer.status != 0 || !answer.refused.empty()) return failed(end_of(answer));
  SlotResult result;
  std::uint32_t metric = 0;
  const auto add = [&](double total) {
    result.readings.push_back({.metric = metric++, .batch = 0, .iterations = 1, .total = total});
  };
  if (number) {
    const auto found = number->source.number_in(answer.output);
    if (!found) return failed(found.error().message);
    add(*found);
  }
  for (const auto ns : answer.times_ns) {
    add(lane == model::Lane::kCount ? static_cast<double>(ns) : static_cast<double>(ns) / 1e9);
    if (lane == model::Lane::kCount) break;  // the rest is by ticks
  }
  return result;
}

}  // namespace

std::string end_of(const GuestAnswer& answer) {
  if (!answer.refused.empty()) return answer.refused;
  if (answer.out_of_time) return "ran out of its time in the guest";
  if (!answer.status) return "did not end in the guest";
  const auto how = *answer.status < 0 ? "was killed by signal " + std::to_string(-*answer.status)
                                      : "exited " + std::to_string(*answer.status);
  return how + (trimmed(answer.errors).empty() ? "" : ": " + last_line(answer.errors));
}

GuestAnswer answer_to(const wire::GuestChannel& channel, std::uint64_t order) {
  GuestAnswer answer;
  for (const auto& record : channel.records) {
    if (record.order != order) continue;
    if (record.name == "end") answer.status = record.status;
    if (record.name == "output") answer.output = record.bytes;
    if (record.name == "errors") answer.errors = record.bytes;
    if (record.name == "refused") answer.refused = record.bytes;
    if (record.name == "quiet") answer.quiet = record.status == 1;
    if (record.name == "deadline") answer.out_of_time = true;
    if (record.name != "times") continue;
    for (const auto word : words(record.bytes))
      answer.times_ns.push_back(parse_int(word).value_or(0));
  }
  return answer;
}

Result<std::vector<wire::Reply>> replies_in(const GuestAnswer& answer, const SlotRequest& slot) {
  if (!answer.refused.empty()) return fail_unavailable(named(slot.workload, answer.refused));
  std::vector<wire::Reply> replies;
  bool done = false;
  for (const auto line : split(answer.output, '\n')) {
    if (trimmed(line).empty()) continue;
    KAB_TRY(auto reply, wire::decode_reply(line));
    if (auto* refusal = std::get_if<wire::Refusal>(&reply))
      return std::unexpected(Error{refusal->kind, named(slot.workload, refusal->reason)});
    done = done || std::holds_alternative<wire::Done>(reply);
    replies.push_back(std::move(reply));
  }
  if (done && answer.status == 0) return replies;
  return fail_unavailable(slot.workload + ": kab-worker " + end_of(answer));
}

Result<Calibrated> calibrated_by(const GuestAnswer& answer, const SlotRequest& slot) {
  KAB_TRY(const auto replies, replies_in(answer, slot));
  Calibrated found;
  for (const auto& reply : replies) {
    if (const auto* hello = std::get_if<wire::Hello>(&reply)) {
      found.calibration.timer_resolution_ns = hello->timer_resolution_ns;
      found.calibration.timer_cost_ns = hello->timer_cost_ns;
      found.calibration.empty_loop_ns = hello->empty_loop_ns;
      found.bytes_per_operation = hello->bytes_per_operation;
      found.copies = {.copies = hello->copies.copies,
                      .bytes = hello->copies.bytes,
                      .checked_copies = hello->copies.checked_copies,
                      .checked_bytes = hello->copies.checked_bytes};
    }
    if (const auto* done = std::get_if<wire::Done>(&reply)) {
      found.calibration.iterations = done->iterations;
      found.calibration.warmup_iterations = done->iterations;
    }
  }
  return found;
}

SlotResult sample_in(const GuestAnswer& answer, const SlotRequest& slot, model::Lane lane,
                     const std::optional<NumberMetric>& number) {
  return slot.workload.empty() ? sample_of_command(answer, lane, number)
                               : sample_of_worker(answer, slot);
}

}  // namespace kab::trial

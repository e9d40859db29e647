#include "model/recording.h"

#include <algorithm>

#include "base/text.h"

namespace kab::model {

std::string_view text_of(Lane lane) {
  switch (lane) {
    case Lane::kTime:
      return "time";
    case Lane::kCount:
      return "count";
  }
  return "time";
}

std::string_view text_of(Stopped stopped) {
  switch (stopped) {
    case Stopped::kVerdicts:
      return "verdicts";
    case Stopped::kBudget:
      return "budget";
    case Stopped::kRepeat:
      return "repeat";
    case Stopped::kInterrupted:
      return "interrupted";
  }
  return "interrupted";
}

std::string_view text_of(SessionKind kind) {
  switch (kind) {
    case SessionKind::kTrial:
      return "trial";
    case SessionKind::kRun:
      return "run";
  }
  return "trial";
}

std::string_view text_of(Slot slot) {
  switch (slot) {
    case Slot::kArm:
      return "arm";
    case Slot::kAA:
      return "A/A";
  }
  return "arm";
}

std::string_view text_of(SampleStatus status) {
  switch (status) {
    case SampleStatus::kOk:
      return "ok";
    case SampleStatus::kFailed:
      return "failed";
  }
  return "failed";
}

Result<Lane> parse_lane(std::string_view text) {
  if (text == "time") return Lane::kTime;
  if (text == "count") return Lane::kCount;
  return fail_input("lane " + in_quotes(text) + " is not understood; say time or count");
}

Result<Stopped> parse_stopped(std::string_view text) {
  for (const auto one :
       {Stopped::kVerdicts, Stopped::kBudget, Stopped::kRepeat, Stopped::kInterrupted})
    if (text == text_of(one)) return one;
  return fail_input("end of recording " + in_quotes(text) + " is not understood");
}

Result<SessionKind> parse_session_kind(std::string_view text) {
  for (const auto one : {SessionKind::kTrial, SessionKind::kRun})
    if (text == text_of(one)) return one;
  return fail_input("kind of recording " + in_quotes(text) + " is not understood");
}

std::optional<double> value_of(const Sample& sample, std::uint32_t metric) {
  if (sample.status != SampleStatus::kOk) return std::nullopt;
  std::vector<double> per_operation;
  for (const auto& reading : sample.readings)
    if (reading.metric == metric)
      per_operation.push_back(reading.total / static_cast<double>(reading.iterations));
  if (per_operation.empty()) return std::nullopt;
  const auto middle = per_operation.begin() + static_cast<std::ptrdiff_t>(per_operation.size() / 2);
  std::ranges::nth_element(per_operation, middle);
  if (per_operation.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(per_operation.begin(), middle)) / 2;
}

}  // namespace kab::model

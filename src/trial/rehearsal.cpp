// Every slot once, before anything is recorded.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "trial/left_out.h"
#include "trial/runner.h"

namespace kab::trial {
namespace {

constexpr std::string_view kShellDidNotFind = "exited 127";

Error failed_in(const Plan& plan, const SlotRequest& slot, const SlotResult& result) {
  const auto& arm = plan.session.arms[slot.arm].arm.name;
  const bool through_shell = slot.command.size() == 3 && slot.command[0] == "/bin/sh";
  const auto command =
      through_shell ? in_quotes(slot.command[2]) : in_quotes(shell_words(slot.command));
  const auto kind = through_shell && result.failure.starts_with(kShellDidNotFind)
                        ? ErrorKind::kInput
                        : ErrorKind::kUnavailable;
  return {kind,
          "arm " + arm + ": command " + command + ": " + result.failure +
              (kind == ErrorKind::kInput
                   ? "; check the command's name"
                   : "; a failed command is never a sample (--keep-failed goes on and marks it)")};
}

// The slots of one subject, once each.
Result<std::vector<std::int64_t>> try_slots(const Plan& plan, std::size_t subject,
                                            const Surroundings& around) {
  std::vector<std::int64_t> durations;
  for (const auto& slot : plan.slots[subject]) {
    KAB_CHECK(around.settings.apply(slot.arm));
    KAB_TRY(const auto result, around.host.measure(slot));
    if (result.status == model::SampleStatus::kFailed && plan.failed == FailedSamples::kStop)
      return std::unexpected(failed_in(plan, slot, result));
    durations.push_back(result.duration_ns);
  }
  return durations;
}

}  // namespace

Result<Rehearsal> rehearse(Plan& plan, const Surroundings& around) {
  Rehearsal rehearsal;
  for (std::size_t subject = 0; subject < plan.slots.size();) {
    if (around.on_progress) around.on_progress({});
    auto durations = try_slots(plan, subject, around);
    if (durations) {
      rehearsal.duration_ns.push_back(std::move(*durations));
      ++subject;
      continue;
    }
    if (plan.absent == Absent::kStop || !says_absent(plan, subject, durations.error()))
      return std::unexpected(std::move(durations).error());
    leave_out(plan, subject, durations.error(), rehearsal.left_out);
  }
  KAB_CHECK(check_something_left(plan, rehearsal.left_out));
  return rehearsal;
}

}  // namespace kab::trial

// Every slot once, before anything is recorded.
#include <algorithm>
#include <utility>

#include "base/text.h"
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

void note_absent(const model::Subject& subject, const Error& error,
                 std::vector<LeftOut>& left_out) {
  // A worker begins its reasons with the workload's name, which is said for all of them together.
  const std::string own = subject.name + ": ";
  const auto reason =
      error.message.starts_with(own) ? error.message.substr(own.size()) : error.message;
  auto known = std::ranges::find(left_out, reason, &LeftOut::reason);
  if (known == left_out.end()) known = left_out.insert(known, {.subjects = {}, .reason = reason});
  known->subjects.push_back(title_of(subject));
}

// A command that a suite names is input of nobody's: where it is not there, it is unavailable.
bool says_absent(const Plan& plan, std::size_t subject, const Error& error) {
  const bool is_command = !plan.session.subjects[subject].command.empty();
  return error.kind == ErrorKind::kUnavailable || (is_command && error.kind == ErrorKind::kInput);
}

void take_out(Plan& plan, std::size_t subject) {
  const auto at = static_cast<std::ptrdiff_t>(subject);
  plan.session.subjects.erase(plan.session.subjects.begin() + at);
  plan.slots.erase(plan.slots.begin() + at);
  for (std::uint32_t i = 0; i < plan.slots.size(); ++i)
    for (auto& slot : plan.slots[i]) slot.subject = i;
}

}  // namespace

std::string text_of(const LeftOut& left_out) {
  constexpr std::size_t kNamed = 4;
  const auto& all = left_out.subjects;
  const std::vector<std::string> first(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kNamed)));
  std::string text = joined(first, ", ");
  if (all.size() > kNamed) text += " and " + std::to_string(all.size() - kNamed) + " more";
  return text + ": " + left_out.reason;
}

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
    note_absent(plan.session.subjects[subject], durations.error(), rehearsal.left_out);
    take_out(plan, subject);
  }
  if (!plan.slots.empty()) return rehearsal;
  std::vector<std::string> reasons;
  for (const auto& one : rehearsal.left_out) reasons.push_back(text_of(one));
  return fail_unavailable("nothing of this suite can run here: " + joined(reasons, "; "));
}

}  // namespace kab::trial

#include "trial/left_out.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"

namespace kab::trial {
namespace {

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

bool says_absent(const Plan& plan, std::size_t subject, const Error& error) {
  const bool is_command = !plan.session.subjects[subject].command.empty();
  return error.kind == ErrorKind::kUnavailable || (is_command && error.kind == ErrorKind::kInput);
}

void leave_out(Plan& plan, std::size_t subject, const Error& error,
               std::vector<LeftOut>& left_out) {
  note_absent(plan.session.subjects[subject], error, left_out);
  take_out(plan, subject);
}

Result<void> check_something_left(const Plan& plan, const std::vector<LeftOut>& left_out) {
  if (!plan.slots.empty()) return {};
  std::vector<std::string> reasons;
  for (const auto& one : left_out) reasons.push_back(text_of(one));
  return fail_unavailable("nothing of this suite can run here: " + joined(reasons, "; "));
}

}  // namespace kab::trial

#include "analysis/order_effect.h"

#include <cmath>
#include <vector>

#include "analysis/conclusion.h"
#include "analysis/series.h"
#include "stats/mann_whitney.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

// Appends, for one arm's turn, log(value / median) of those taken first and last.
void collect(const model::Session& session, std::uint32_t subject, std::uint32_t blocks,
             std::uint32_t arm, model::Slot slot, std::vector<double>& first,
             std::vector<double>& last) {
  const auto turns = values_in_time(session, subject, 0, arm, slot, blocks);
  const auto values = plain(turns);
  if (values.empty() || !all_positive(values, {})) return;
  const double middle = *stats::median(values);
  const auto last_position =
      static_cast<std::uint32_t>(session.arms.size() + (session.with_aa ? 1 : 0) - 1);
  for (const auto& turn : turns) {
    const double deviation = std::log(turn.value / middle);
    if (turn.position == 0) first.push_back(deviation);
    if (turn.position == last_position) last.push_back(deviation);
  }
}

}  // namespace

model::OrderEffect order_effect(const model::Session& session, std::uint32_t subject,
                                std::uint32_t blocks) {
  model::OrderEffect effect{
      .workload = session.subjects[subject].name, .last_minus_first = {}, .interval = {}};
  std::vector<double> first;
  std::vector<double> last;
  for (std::uint32_t arm = 0; arm < session.arms.size(); ++arm)
    collect(session, subject, blocks, arm, model::Slot::kArm, first, last);
  if (session.with_aa) collect(session, subject, blocks, 0, model::Slot::kAA, first, last);
  if (const auto shift = stats::shift_estimate(first, last))
    effect.last_minus_first = std::expm1(*shift);
  if (const auto interval = stats::shift_interval(first, last, 0.95))
    effect.interval = {std::expm1(interval->low), std::expm1(interval->high)};
  return effect;
}

}  // namespace kab::analysis

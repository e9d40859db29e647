#include "analysis/residual.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "analysis/conclusion.h"
#include "base/number.h"

namespace kab::analysis {
namespace {

// Batches are some thousands of operations long: further digits are those of one instruction.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

}  // namespace

double residual_spread(const model::Session& session, std::uint32_t subject) {
  std::vector<double> values;
  for (const auto& sample : session.samples)
    if (sample.subject == subject && sample.arm == 0)
      if (const auto value = model::value_of(sample, 0)) values.push_back(*value);
  if (values.empty()) return 0;
  const auto [low, high] = std::ranges::minmax(values);
  return rounded(high - low);
}

void judge_beyond_residual(model::Comparison& comparison, double residual) {
  if (!comparison.interval || !comparison.baseline_median || !comparison.change) return;
  const double base = *comparison.baseline_median;
  const double low = rounded(comparison.interval->low * base);
  const double high = rounded(comparison.interval->high * base);
  const bool lower_is_better = comparison.metric.better == model::Better::kLower;
  std::erase_if(comparison.remarks, [](const auto& said) { return said.code == "real-but-small"; });
  if (low > residual) {
    comparison.verdict = lower_is_better ? model::Verdict::kSlower : model::Verdict::kFaster;
  } else if (high < -residual) {
    comparison.verdict = lower_is_better ? model::Verdict::kFaster : model::Verdict::kSlower;
  } else if (low >= -residual && high <= residual) {
    comparison.verdict = model::Verdict::kSame;
  } else {
    comparison.verdict = model::Verdict::kUndecided;
  }
  remark(comparison, "residual",
         residual == 0 ? "boots of the baseline do not differ among themselves"
                       : "boots of the baseline differ among themselves by up to " +
                             shortest(residual) + " instructions/op: less is taken for the same");
}

}  // namespace kab::analysis

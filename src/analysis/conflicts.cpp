#include "analysis/conflicts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "analysis/words.h"

namespace kab::analysis {
namespace {

bool same_runs(const model::Comparison& a, const model::Comparison& b) {
  return a.workload == b.workload && a.abi == b.abi && a.params == b.params &&
         a.baseline == b.baseline && a.arm == b.arm;
}

// The size of a change for the worse, on logs: comparable between metrics of either direction.
struct Worsening {
  double size = 0;
  Interval interval;
};

std::optional<Worsening> worsening_of(const model::Comparison& one) {
  if (!one.change || !one.interval || *one.change <= -1 || one.interval->low <= -1)
    return std::nullopt;
  const Interval logs{.low = std::log1p(one.interval->low), .high = std::log1p(one.interval->high)};
  const double size = std::log1p(*one.change);
  if (one.metric.better == model::Better::kLower) return Worsening{size, logs};
  return Worsening{-size, {.low = -logs.high, .high = -logs.low}};
}

bool opposite(const model::Comparison& a, const model::Comparison& b) {
  using enum model::Verdict;
  return (a.verdict == kFaster && b.verdict == kSlower) ||
         (a.verdict == kSlower && b.verdict == kFaster);
}

bool far_apart(const model::Comparison& a, const model::Comparison& b) {
  constexpr double kTimes = 5;
  const double apart = std::log(1.1);
  const auto x = worsening_of(a);
  const auto y = worsening_of(b);
  if (!x || !y) return false;
  if (x->interval.low <= y->interval.high && y->interval.low <= x->interval.high) return false;
  const double smaller = std::min(std::abs(x->size), std::abs(y->size));
  const double larger = std::max(std::abs(x->size), std::abs(y->size));
  return larger >= kTimes * smaller && std::abs(x->size - y->size) > apart;
}

std::string said_by(const model::Comparison& one) {
  return one.metric.name + " says " + std::string(text_of(one.verdict)) +
         (one.change ? " (" + signed_percent(*one.change) + ")" : "");
}

}  // namespace

std::vector<model::Remark> conflicting_metrics(std::span<const model::Comparison> comparisons) {
  std::vector<model::Remark> warnings;
  for (const auto& primary : comparisons) {
    if (!primary.primary) continue;
    for (const auto& other : comparisons) {
      if (other.primary || !same_runs(primary, other)) continue;
      if (!opposite(primary, other) && !far_apart(primary, other)) continue;
      warnings.push_back({"metrics-disagree",
                          model::title_of(primary.workload, primary.params) + ", " + primary.arm +
                              ": " + said_by(primary) + ", " + said_by(other) + "; " +
                              primary.metric.name + " is the primary metric, nothing is averaged"});
    }
  }
  return warnings;
}

}  // namespace kab::analysis

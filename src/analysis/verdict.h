// From an interval to a verdict: beyond the thresholds, inside them, or neither.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/interval.h"
#include "base/result.h"
#include "model/judgement.h"
#include "model/threshold.h"

namespace kab::analysis {

/// The size of a change with its intervals, on the scales that thresholds speak of.
struct Effect {
  std::optional<double> log_ratio;       // Hodges-Lehmann, ln(arm / baseline)
  std::optional<Interval> log_interval;  // nothing: no ratio, or n too small
  std::optional<double> difference;      // arm - baseline, in the metric's unit
  std::optional<Interval> difference_interval;
};

/// The verdict of method.md for a metric of direction `better`: `slower` or `faster` when the
/// interval lies beyond every threshold on that side, `same` when it lies inside one of them, else
/// `undecided`. A relative threshold d stands for ±ln(1 + d) on the log scale. kInput when a
/// threshold's unit does not fit the metric.
Result<model::Verdict> verdict_of(const Effect& effect,
                                  const std::vector<model::Threshold>& thresholds,
                                  const model::Metric& metric);

/// Whether the interval that decides leaves out 0.
bool excludes_zero(const Effect& effect);

/// The word for a change in this direction: "slower" or "faster".
std::string_view direction_word(double change, model::Better better);

}  // namespace kab::analysis

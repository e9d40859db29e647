#include "analysis/recovery.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>

#include "analysis/conclusion.h"
#include "stats/recovery.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

std::optional<double> loss_of(const model::Comparison& one) {
  if (!one.change || !one.interval || *one.change <= -1) return std::nullopt;
  const double log_ratio = std::log1p(*one.change);
  return one.metric.better == model::Better::kLower ? log_ratio : -log_ratio;
}

bool leaves_out_zero(const Interval& interval) { return interval.low > 0 || interval.high < 0; }

std::string whole_percent(double share) {
  char text[64];
  std::snprintf(text, sizeof text, "%.0f", 100 * share);
  return std::string(text) == "-0" ? "0" : text;
}

std::string text_of(const model::Recovery& recovery) {
  if (!recovery.share) return "how much of the loss is made good cannot be told";
  const std::string share = whole_percent(*recovery.share) + " %";
  if (!recovery.interval)
    return "recovers " + share + " of the loss, without an interval: not clear enough";
  const auto [low, high] = *recovery.interval;
  const std::string size =
      share + " [" + whole_percent(low) + ", " + whole_percent(high) + "] of the loss";
  if (low <= 0 && high >= 1) return "recovers " + size + ": anything from nothing to all of it";
  if (high < 0) return "recovers nothing, " + size;
  if (low <= 0) return "is not shown to recover anything, " + size;
  if (high < 1) return "recovers " + size + ", not all of it";
  if (low > 1) return "recovers more than the loss, " + size;
  return "recovers " + size + "; all of it is possible";
}

model::Recovery recovery_of(const model::Comparison& lost, const model::Comparison& by,
                            const stats::ChangeRatio& ratio, double level) {
  const double log_loss = std::log1p(*lost.change);
  const auto share = [&](double r) { return 1 - std::expm1(r * log_loss) / std::expm1(log_loss); };
  model::Recovery recovery{.workload = lost.workload,
                           .abi = lost.abi,
                           .params = lost.params,
                           .metric = lost.metric,
                           .baseline = lost.baseline,
                           .lost = lost.arm,
                           .by = by.arm,
                           .share = {},
                           .interval = {},
                           .level = level,
                           .text = {}};
  if (std::isfinite(share(ratio.estimate))) recovery.share = share(ratio.estimate);
  if (ratio.interval) {  // a larger ratio is a smaller share
    const Interval shares{.low = share(ratio.interval->high), .high = share(ratio.interval->low)};
    if (std::isfinite(shares.low) && std::isfinite(shares.high)) recovery.interval = shares;
  }
  recovery.text = text_of(recovery);
  return recovery;
}

std::vector<double> mean_logs_of_groups(const GroupedValues& side) {
  std::vector<double> means;
  for (const auto& [group, values] : by_group(side)) means.push_back(*stats::mean(logs_of(values)));
  return means;
}

}  // namespace

std::optional<LossAndOthers> worst_loss(std::span<const model::Comparison> of_one_subject) {
  if (of_one_subject.size() < 2) return std::nullopt;
  std::optional<std::size_t> worst;
  for (std::size_t i = 0; i < of_one_subject.size(); ++i) {
    const auto loss = loss_of(of_one_subject[i]);
    if (!loss || *loss <= 0 || !leaves_out_zero(*of_one_subject[i].interval)) continue;
    if (!worst || *loss > *loss_of(of_one_subject[*worst])) worst = i;
  }
  if (!worst) return std::nullopt;
  LossAndOthers found{.lost = *worst, .others = {}};
  for (std::size_t i = 0; i < of_one_subject.size(); ++i)
    if (i != *worst && loss_of(of_one_subject[i])) found.others.push_back(i);
  return found;
}

std::optional<model::Recovery> paired_recovery(const model::Comparison& lost,
                                               const model::Comparison& by,
                                               const PairedLoss& values, double level) {
  if (!all_positive(values.baseline, values.second) || !all_positive(values.lost, values.by))
    return std::nullopt;
  auto base = logs_of(values.baseline);
  const auto second = logs_of(values.second);
  for (std::size_t i = 0; i < second.size(); ++i) base[i] = std::midpoint(base[i], second[i]);
  auto log_lost = logs_of(values.lost);
  auto log_by = logs_of(values.by);
  for (std::size_t i = 0; i < base.size(); ++i) {
    log_lost[i] -= base[i];
    log_by[i] -= base[i];
  }
  const auto ratio = stats::paired_change_ratio(log_lost, log_by, level);
  if (!ratio) return std::nullopt;
  return recovery_of(lost, by, *ratio, level);
}

std::optional<model::Recovery> unpaired_recovery(const model::Comparison& lost,
                                                 const model::Comparison& by,
                                                 const UnpairedLoss& values, double level) {
  if (!all_positive(values.baseline.values, {}) ||
      !all_positive(values.lost.values, values.by.values))
    return std::nullopt;
  const bool in_groups = std::min({by_group(values.baseline).size(), by_group(values.lost).size(),
                                   by_group(values.by).size()}) >= 2;
  const auto logs = [&](const GroupedValues& side) {
    return in_groups ? mean_logs_of_groups(side) : logs_of(side.values);
  };
  const auto ratio = stats::unpaired_change_ratio(logs(values.baseline), logs(values.lost),
                                                  logs(values.by), level);
  if (!ratio) return std::nullopt;
  return recovery_of(lost, by, *ratio, level);
}

}  // namespace kab::analysis

#include "analysis/verdict.h"

#include <algorithm>
#include <cmath>

namespace kab::analysis {
namespace {

enum class Place { kAbove, kBelow, kInside, kAcross };

Place place_of(const Interval& interval, double limit) {
  if (interval.low > limit) return Place::kAbove;
  if (interval.high < -limit) return Place::kBelow;
  if (interval.low >= -limit && interval.high <= limit) return Place::kInside;
  return Place::kAcross;
}

Result<Place> place_of(const Effect& effect, const model::Threshold& threshold,
                       const model::Metric& metric) {
  switch (threshold.kind) {
    case model::Threshold::Kind::kRelative:
      return effect.log_interval ? place_of(*effect.log_interval, std::log1p(threshold.value))
                                 : Place::kAcross;
    case model::Threshold::Kind::kAbsolute: {
      KAB_TRY(const double limit, model::absolute_in(threshold, metric.unit));
      return effect.difference_interval ? place_of(*effect.difference_interval, limit)
                                        : Place::kAcross;
    }
  }
  return Place::kAcross;
}

}  // namespace

Result<model::Verdict> verdict_of(const Effect& effect,
                                  const std::vector<model::Threshold>& thresholds,
                                  const model::Metric& metric) {
  std::vector<Place> places;
  for (const auto& threshold : thresholds) {
    KAB_TRY(const Place place, place_of(effect, threshold, metric));
    places.push_back(place);
  }
  const auto all_are = [&](Place wanted) {
    return !places.empty() && std::ranges::all_of(places, [&](Place p) { return p == wanted; });
  };
  const bool lower_is_better = metric.better == model::Better::kLower;
  if (all_are(Place::kAbove))
    return lower_is_better ? model::Verdict::kSlower : model::Verdict::kFaster;
  if (all_are(Place::kBelow))
    return lower_is_better ? model::Verdict::kFaster : model::Verdict::kSlower;
  if (std::ranges::find(places, Place::kInside) != places.end()) return model::Verdict::kSame;
  return model::Verdict::kUndecided;
}

bool excludes_zero(const Effect& effect) {
  const auto& decides = effect.log_interval ? effect.log_interval : effect.difference_interval;
  return decides && (decides->low > 0 || decides->high < 0);
}

std::string_view direction_word(double change, model::Better better) {
  return (change > 0) == (better == model::Better::kLower) ? "slower" : "faster";
}

}  // namespace kab::analysis

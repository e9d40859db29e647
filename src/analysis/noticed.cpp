#include "analysis/noticed.h"

#include <algorithm>
#include <cmath>

#include "analysis/words.h"
#include "stats/summary.h"
#include "stats/trend.h"

namespace kab::analysis {
namespace {

constexpr double kSurelyReal = 0.001;   // p below which a trend is worth a line
constexpr double kWorthSaying = 0.005;  // relative size below which it is not
constexpr std::size_t kNamedOutliers = 8;
constexpr std::size_t kTooManyToName = 1000;  // a fixed score always trips in thousands of values
constexpr double kUsualShare = 0.005;         // of long-tailed values, in thousands

std::string outlier_text(std::span<const double> values, std::span<const std::size_t> places) {
  if (values.size() > kTooManyToName) {
    const double share = static_cast<double>(places.size()) / static_cast<double>(values.size());
    return percent(share) + " of " + std::to_string(values.size()) +
           " values lie far from the rest" +
           (share < kUsualShare ? ", as a few of so many always do" : "") + "; none is dropped";
  }
  std::string text = count_of(places.size(), "outlier") + " (sample ";
  for (std::size_t i = 0; i < std::min(places.size(), kNamedOutliers); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(places[i] + 1);
  if (places.size() > kNamedOutliers) text += ", ...";
  return text + "); none is dropped";
}

}  // namespace

std::vector<model::Remark> noticed_trends(std::span<const double> in_time, const std::string& who) {
  std::vector<model::Remark> found;
  const auto middle = stats::median(in_time);
  if (!middle || *middle == 0) return found;
  if (stats::first_value(in_time) == stats::FirstValue::kOdd)
    found.push_back({"first-sample", who + ": the first sample stands apart from the rest (" +
                                         signed_percent(in_time.front() / *middle - 1) + ")"});
  const auto step = stats::step_change(in_time);
  const auto drift = stats::drift(in_time);
  const bool stepped =
      step && step->p < kSurelyReal && std::abs(step->size / *middle) > kWorthSaying;
  const bool drifted =
      drift && drift->p < kSurelyReal && std::abs(drift->total / *middle) > kWorthSaying;
  // A step is also a trend: the one that explains more of the movement is named.
  if (stepped && (!drifted || std::abs(step->size) > 0.75 * std::abs(drift->total))) {
    found.push_back({"step", who + ": values step by " + signed_percent(step->size / *middle) +
                                 " at sample " + std::to_string(step->index + 1)});
  } else if (drifted) {
    found.push_back({"drift", who + ": values drift by " + signed_percent(drift->total / *middle) +
                                  " from the first sample to the last"});
  }
  return found;
}

std::vector<model::Remark> noticed_shape(std::span<const double> in_time, const std::string& who) {
  std::vector<model::Remark> found;
  if (const auto modes = stats::modes(in_time); modes.count > 1) {
    found.push_back({"modes", who + ": values form two groups (" + percent(modes.share_below) +
                                  " below the gap): no single number describes a run"});
  }
  if (const auto places = stats::outliers(in_time); !places.empty())
    found.push_back({"outliers", who + ": " + outlier_text(in_time, places)});
  return found;
}

}  // namespace kab::analysis

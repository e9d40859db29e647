// What happens over time within one set of values: drift, steps, odd first value, outliers, modes.
// Of more than 100,000 values drift and steps are looked for in the medians of 10,000 stretches of
// equal length, and modes in 100,000 values spread over all.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/interval.h"

namespace kab::stats {

struct Drift {
  double slope_per_value = 0;  // Theil-Sen, in the values' unit
  double total = 0;            // slope × (n - 1)
  double p = 1;                // Mann-Kendall, normal with tie correction (Mann 1945, Kendall 1975)
};
/// Monotone trend in time order. Nothing for n < 8. For n over 500 the slope uses an evenly
/// spaced subset; the p uses all values, or all stretches (O(n log n)).
std::optional<Drift> drift(std::span<const double> in_time_order);

struct Step {
  std::size_t index = 0;  // first value after the step
  double size = 0;        // median after - median before
  double p = 1;           // Pettitt's approximation (Pettitt 1979)
};
/// The most likely single step change (at the start of a stretch, where there are stretches).
/// Nothing for n < 10.
std::optional<Step> step_change(std::span<const double> in_time_order);

/// Indices of values whose modified z score |x - median| / scaled MAD exceeds 3.5 (Iglewicz &
/// Hoaglin 1993), on both sides. Where the MAD is 0, the mean absolute deviation × 1.2533 stands
/// in; where that is 0 too there are none.
std::vector<std::size_t> outliers(std::span<const double> values);

/// Whether the first value stands apart from the rest: its modified z score against the others
/// exceeds 5. False for n < 8.
enum class FirstValue { kLikeTheRest, kOdd };
FirstValue first_value(std::span<const double> in_time_order);

/// Number of clear modes, by Hartigan's dip statistic (Hartigan & Hartigan 1985) against its
/// uniform null at 1 %, then the deepest gap between the two halves: 1, or 2 with the border. n <
/// 12 gives 1.
struct Modes {
  std::size_t count = 1;
  double border = 0;       // between the two, when count is 2
  double share_below = 1;  // share of values under the border
};
Modes modes(std::span<const double> values);

}  // namespace kab::stats

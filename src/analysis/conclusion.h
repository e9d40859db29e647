// From values and an effect to what a Comparison says: shared by the paired and the unpaired
// analysis.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/policy.h"
#include "analysis/verdict.h"
#include "base/result.h"
#include "model/judgement.h"

namespace kab::analysis {

/// Whether logs can be taken of every value: all positive, on both sides.
bool all_positive(std::span<const double> baseline, std::span<const double> arm);

/// Natural logarithms, one by one.
std::vector<double> logs_of(std::span<const double> values);

/// n, medians and spreads of both sides, and the remarks that follow from them alone (no spread,
/// baseline of zero, values that are not positive).
void describe_sides(model::Comparison& comparison, std::span<const double> baseline,
                    std::span<const double> arm);

/// What the interval at this n means for planning; from the observed spread.
struct Outlook {
  std::optional<double> detectable;          // smallest change this n can show, as a fraction
  std::optional<std::size_t> values_needed;  // in all a side, for a verdict at the threshold
  std::size_t smallest_n = 0;                // below it there is no interval at the level
};

/// Change, interval, verdict, and the remarks that follow from them.
Result<void> conclude(model::Comparison& comparison, const Effect& effect, const Outlook& outlook,
                      const Policy& policy);

void remark(model::Comparison& comparison, std::string code, std::string text);

}  // namespace kab::analysis

// The size of change that matters: "1%", "5ns", "2insn"; several must all be exceeded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::model {

struct Threshold {
  enum class Kind { kRelative, kAbsolute };
  Kind kind = Kind::kRelative;
  double value = 0.01;  // kRelative: a share of the baseline; kAbsolute: in `unit`
  std::string unit;     // kAbsolute: "ns", "us", "ms", "s", "insn", or the metric's own unit
  std::string text;     // as the user wrote it
};

/// One threshold. A relative one lies in [0 %, 100 %), an absolute one is finite and >= 0.
Result<Threshold> parse_threshold(std::string_view text);

/// "1%", or "1%,5ns".
Result<std::vector<Threshold>> parse_thresholds(std::string_view text);

/// The default, 1 %.
std::vector<Threshold> default_thresholds();

/// The default of the count lane: 0, or what boots of the baseline differ by among themselves.
/// "residual" where thresholds are read; 0 for what is not counted.
inline constexpr std::string_view kResidual = "residual";
std::vector<Threshold> residual_threshold();

/// `threshold` in the unit of a metric ("ns/op" takes ns, us, ms, s; "s" likewise;
/// "instructions/op" takes insn; any unit takes itself). kInput when the two do not fit.
Result<double> absolute_in(const Threshold& threshold, std::string_view metric_unit);

}  // namespace kab::model

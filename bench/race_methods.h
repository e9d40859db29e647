// The methods of the verdict race: each takes the same wall time's worth of samples and answers
// "different from 0?" by a p value and by its own rule at 5 %.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/recording.h"

namespace kab::bench {

struct Answer {
  double p = 1;
  bool alarm = false;   // the method's own rule: something differs
  bool slower = false;  // kab only: `slower` at its default threshold
};

/// kab's judgement of the first `blocks` blocks of a trial, as if it had been that long.
Result<Answer> by_kab(const model::Session& trial, std::uint32_t blocks);

/// Welch's t on the means, as hyperfine's scripts have it.
Answer by_welch(std::span<const double> first, std::span<const double> second);

/// Student's t with pooled variance, which is ministat's test.
Answer by_pooled_t(std::span<const double> first, std::span<const double> second);

/// The rank test that benchstat uses.
Answer by_rank(std::span<const double> first, std::span<const double> second);

}  // namespace kab::bench

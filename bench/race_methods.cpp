#include "race_methods.h"

#include <cmath>

#include "analysis/judge_trial.h"
#include "stats/distributions.h"
#include "stats/mann_whitney.h"
#include "stats/welch.h"

namespace kab::bench {
namespace {

constexpr double kLevel = 0.95;

struct Moments {
  double n = 0;
  double mean = 0;
  double squares = 0;  // sum of squared deviations
};

Moments moments_of(std::span<const double> values) {
  Moments moments{.n = static_cast<double>(values.size())};
  for (const double value : values) moments.mean += value / moments.n;
  for (const double value : values) moments.squares += std::pow(value - moments.mean, 2);
  return moments;
}

Answer answer_of(double p) { return {.p = p, .alarm = p < 1 - kLevel}; }

model::Session first_blocks(const model::Session& trial, std::uint32_t blocks) {
  model::Session session = trial;
  std::erase_if(session.samples,
                [&](const model::Sample& sample) { return sample.block >= blocks; });
  session.planned_blocks = blocks;
  session.looks = {blocks};
  session.stopped = model::Stopped::kRepeat;
  return session;
}

Result<model::Comparison> judged(const model::Session& session, const std::string& threshold) {
  KAB_TRY(const auto limit, model::parse_threshold(threshold));
  KAB_TRY(auto judgement, analysis::judge_trial(session, {.thresholds = {{limit}}}));
  return judgement.comparisons.front();
}

}  // namespace

Result<Answer> by_kab(const model::Session& trial, std::uint32_t blocks) {
  const auto session = first_blocks(trial, blocks);
  KAB_TRY(const auto at_zero, judged(session, "0%"));
  KAB_TRY(const auto at_default, judged(session, "1%"));
  return Answer{.p = at_zero.p.value_or(1),
                .alarm = at_zero.verdict == model::Verdict::kSlower ||
                         at_zero.verdict == model::Verdict::kFaster,
                .slower = at_default.verdict == model::Verdict::kSlower};
}

Answer by_welch(std::span<const double> first, std::span<const double> second) {
  const auto result = stats::welch(first, second, kLevel);
  return answer_of(result ? result->p : 1);
}

Answer by_pooled_t(std::span<const double> first, std::span<const double> second) {
  const auto a = moments_of(first);
  const auto b = moments_of(second);
  const double freedom = a.n + b.n - 2;
  if (freedom <= 0) return {};
  const double error = std::sqrt((a.squares + b.squares) / freedom * (1 / a.n + 1 / b.n));
  if (!(error > 0)) return {};
  return answer_of(stats::student_two_sided_p((b.mean - a.mean) / error, freedom));
}

Answer by_rank(std::span<const double> first, std::span<const double> second) {
  return answer_of(stats::mann_whitney_p(first, second).value_or(1));
}

}  // namespace kab::bench

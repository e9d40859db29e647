#include "stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "stats/cut.h"
#include "stats/distributions.h"
#include "stats/order_statistics.h"
#include "stats/ranks.h"

namespace kab::stats {
namespace {

// P(W = w) for w up to `limit`, where W adds each rank with probability 1/2. Probabilities, not
// counts: 2^n leaves the range of a double.
std::vector<double> null_distribution(std::span<const std::uint64_t> ranks, std::uint64_t limit) {
  std::vector<double> probability(limit + 1, 0.0);
  probability[0] = 1;
  std::uint64_t reached = 0;
  for (const std::uint64_t rank : ranks) {
    reached = std::min(limit, reached + rank);
    for (std::uint64_t w = reached + 1; w-- > rank;)
      probability[w] = (probability[w] + probability[w - rank]) / 2;
    for (std::uint64_t w = 0; w < std::min(rank, reached + 1); ++w) probability[w] /= 2;
  }
  return probability;
}

struct SignedRanks {
  std::vector<std::uint64_t> ranks;  // of the non-zero differences, doubled
  std::uint64_t positive = 0;        // their sum over positive differences
  std::uint64_t total = 0;
};

SignedRanks signed_ranks(std::span<const double> differences) {
  std::vector<double> magnitudes(differences.size());
  std::transform(differences.begin(), differences.end(), magnitudes.begin(),
                 [](double d) { return std::abs(d); });
  const auto all = doubled_midranks(magnitudes);
  SignedRanks result;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (differences[i] == 0) continue;
    result.ranks.push_back(all[i]);
    result.total += all[i];
    if (differences[i] > 0) result.positive += all[i];
  }
  return result;
}

double exact_p(SignedRanks ranked) {
  std::uint64_t smaller = std::min(ranked.positive, ranked.total - ranked.positive);
  const bool whole = std::all_of(ranked.ranks.begin(), ranked.ranks.end(),
                                 [](std::uint64_t rank) { return rank % 2 == 0; });
  if (whole) {  // no half ranks: undoubled, the counting takes half the time
    for (auto& rank : ranked.ranks) rank /= 2;
    smaller /= 2;
  }
  const auto tail = null_distribution(ranked.ranks, smaller);
  return std::min(1.0, 2 * std::accumulate(tail.begin(), tail.end(), 0.0));
}

// Mean and variance hold with ties and zeros alike: each rank is in the sum with probability 1/2.
double normal_p(const SignedRanks& ranked) {
  double variance = 0;
  for (const std::uint64_t rank : ranked.ranks)
    variance += static_cast<double>(rank) * static_cast<double>(rank) / 4;
  const double off_mean =
      std::abs(static_cast<double>(ranked.positive) - static_cast<double>(ranked.total) / 2);
  constexpr double kContinuity = 1;  // half a rank, doubled
  return normal_two_sided_p(std::max(0.0, off_mean - kContinuity) / std::sqrt(variance));
}

std::uint64_t cut(std::uint64_t n, double level) {
  const std::uint64_t averages = n * (n + 1) / 2;
  if (n <= kSignedRankExactUpTo) {
    std::vector<std::uint64_t> ranks(n);
    std::iota(ranks.begin(), ranks.end(), std::uint64_t{1});
    return exact_cut(null_distribution(ranks, averages / 2), level);
  }
  const double mean = static_cast<double>(averages) / 2;
  return normal_cut(mean, std::sqrt(mean * static_cast<double>(2 * n + 1) / 6), level);
}

}  // namespace

std::optional<double> signed_rank_p(std::span<const double> differences) {
  if (differences.empty()) return std::nullopt;
  SignedRanks ranked = signed_ranks(differences);
  if (ranked.ranks.empty()) return 1;
  if (differences.size() > kSignedRankExactUpTo) return normal_p(ranked);
  return exact_p(std::move(ranked));
}

std::optional<double> hodges_lehmann(std::span<const double> differences) {
  if (differences.empty()) return std::nullopt;
  const auto sorted = sorted_copy(differences);
  const std::uint64_t n = sorted.size();
  const std::uint64_t averages = n * (n + 1) / 2;
  const double low = kth_walsh_average(sorted, (averages + 1) / 2);
  return averages % 2 == 1 ? low : std::midpoint(low, kth_walsh_average(sorted, averages / 2 + 1));
}

std::optional<Interval> signed_rank_interval(std::span<const double> differences, double level) {
  const std::uint64_t n = differences.size();
  const std::uint64_t k = cut(n, level);
  if (n == 0 || k == 0) return std::nullopt;
  const auto sorted = sorted_copy(differences);
  return Interval{.low = kth_walsh_average(sorted, k),
                  .high = kth_walsh_average(sorted, n * (n + 1) / 2 + 1 - k)};
}

std::size_t signed_rank_smallest_n(double level) {
  // There is a cut when W = 0 alone, of probability 2^-n, may be left out.
  std::size_t n = 1;
  for (double none_positive = 0.5; exact_cut({&none_positive, 1}, level) == 0; ++n)
    none_positive /= 2;
  return n;
}

}  // namespace kab::stats

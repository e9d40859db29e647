#include "stats/mann_whitney_null.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "stats/cut.h"
#include "stats/distributions.h"

namespace kab::stats {
namespace {

constexpr double kMostSteps = 3e7;
constexpr std::uint64_t kMostNumbers = 3'000'000;

// log 0! … log n!
std::vector<double> log_factorials(std::uint64_t n) {
  std::vector<double> sums(n + 1, 0.0);
  for (std::uint64_t i = 1; i <= n; ++i) sums[i] = sums[i - 1] + std::log(static_cast<double>(i));
  return sums;
}

// Counts subsets group by group. Each value is chosen with probability `share`, independently, and
// the result is conditioned on the right number of chosen ones: so nothing overflows, as counts of
// subsets would from about 1,000 values on.
class TiedCounting {
 public:
  TiedCounting(std::uint64_t all, std::uint64_t chosen, std::uint64_t u2)
      : all_(all),
        chosen_(chosen),
        u2_(u2),
        share_(static_cast<double>(chosen) / static_cast<double>(all)),
        log_factorial_(log_factorials(all)),
        probability_(chosen + 1, std::vector<double>(u2 + 1, 0.0)) {
    probability_[0][0] = 1;
  }

  void add_group(std::uint64_t size) {
    std::vector<double> weights(std::min(size, chosen_) + 1);
    for (std::uint64_t c = 0; c < weights.size(); ++c) weights[c] = binomial(size, c);
    // Rows from which even all values still to come cannot lead to `chosen` are not needed.
    const std::uint64_t to_come = all_ - seen_ - size;
    const std::uint64_t first = chosen_ - std::min(chosen_, to_come);
    // Downwards, so that the rows read are still those from before this group.
    for (std::uint64_t j = std::min(chosen_, seen_ + size) + 1; j-- > first;)
      extend_row(j, size, weights);
    seen_ += size;
  }

  double tail() const {
    const auto& row = probability_[chosen_];
    return std::accumulate(row.begin(), row.end(), 0.0) / binomial(seen_, chosen_);
  }

 private:
  // Probability of exactly c chosen among t.
  double binomial(std::uint64_t t, std::uint64_t c) const {
    if (t == 1) return c == 1 ? share_ : 1 - share_;
    return std::exp(log_factorial_[t] - log_factorial_[c] - log_factorial_[t - c] +
                    static_cast<double>(c) * std::log(share_) +
                    static_cast<double>(t - c) * std::log1p(-share_));
  }

  // The largest 2U that row j can hold before the new group.
  std::uint64_t reach(std::uint64_t j) const {
    return j > seen_ ? 0 : std::min(2 * j * (seen_ - j), u2_);
  }

  // Row j: j chosen so far, of which c <= j come from the new group. 2U grows by twice the pairs
  // with the values not chosen before, and by one for each pair within the group.
  void extend_row(std::uint64_t j, std::uint64_t size, std::span<const double> weights) {
    auto& row = probability_[j];
    for (std::uint64_t u = 0; u <= reach(j); ++u) row[u] *= weights[0];
    for (std::uint64_t c = 1; c < weights.size() && c <= j; ++c) {
      const std::uint64_t before = j - c;
      if (before > seen_) continue;
      const std::uint64_t growth = 2 * c * (seen_ - before) + c * (size - c);
      if (growth > u2_) continue;
      const std::uint64_t reached = std::min(reach(before), u2_ - growth);
      const auto& source = probability_[before];
      for (std::uint64_t u = 0; u <= reached; ++u) row[u + growth] += weights[c] * source[u];
    }
  }

  std::uint64_t all_;
  std::uint64_t chosen_;
  std::uint64_t u2_;
  std::uint64_t seen_ = 0;
  double share_;
  std::vector<double> log_factorial_;
  std::vector<std::vector<double>> probability_;  // [number chosen][2U]
};

}  // namespace

std::optional<std::vector<double>> untied_u_null(std::uint64_t n, std::uint64_t m,
                                                 std::uint64_t limit) {
  const std::uint64_t smaller = std::min(n, m);
  const std::uint64_t larger = std::max(n, m);
  const bool too_long = static_cast<double>(smaller) * static_cast<double>(limit + 1) > kMostSteps;
  if (too_long || limit >= kMostNumbers) return std::nullopt;
  std::vector<double> probability(limit + 1, 0.0);
  probability[0] = 1;
  for (std::uint64_t i = 1; i <= smaller; ++i) {
    for (std::uint64_t u = limit + 1; u-- > larger + i;)
      probability[u] -= probability[u - larger - i];
    for (std::uint64_t u = i; u <= limit; ++u) probability[u] += probability[u - i];
    // Keeps the sum over all u at 1.
    const double scale = static_cast<double>(i) / static_cast<double>(larger + i);
    for (double& value : probability) value *= scale;
  }
  return probability;
}

std::optional<double> u_tail(std::span<const std::uint64_t> tie_sizes, std::uint64_t chosen,
                             std::uint64_t u2) {
  const std::uint64_t all = std::accumulate(tie_sizes.begin(), tie_sizes.end(), std::uint64_t{0});
  if (tie_sizes.size() == all) {
    const auto untied = untied_u_null(chosen, all - chosen, u2 / 2);
    if (!untied) return std::nullopt;
    return std::accumulate(untied->begin(), untied->end(), 0.0);
  }
  // On average a row is reached to about a quarter of its length.
  const double steps =
      static_cast<double>(all) * static_cast<double>(chosen) * static_cast<double>(u2 + 1) / 4;
  if (steps > kMostSteps) return std::nullopt;
  TiedCounting counting(all, chosen, u2);
  for (const std::uint64_t size : tie_sizes) counting.add_group(size);
  return counting.tail();
}

std::uint64_t u_cut(std::uint64_t n, std::uint64_t m, double level) {
  const std::uint64_t half = n * m / 2;
  if (const auto lower_half = untied_u_null(n, m, half)) return exact_cut(*lower_half, level);
  const auto pairs = static_cast<double>(n) * static_cast<double>(m);
  return normal_cut(pairs / 2, std::sqrt(pairs / 12 * static_cast<double>(n + m + 1)), level);
}

double u_normal_p(std::uint64_t n, std::uint64_t m, double tied, double u2) {
  const auto pairs = static_cast<double>(n) * static_cast<double>(m);
  const auto all = static_cast<double>(n + m);
  const double variance = pairs / 12 * (all + 1 - tied / (all * (all - 1)));
  const double off_mean = std::abs(u2 - pairs) / 2;
  return normal_two_sided_p(std::max(0.0, off_mean - 0.5) / std::sqrt(variance));
}

}  // namespace kab::stats

// The search for the k-th of values that can only be counted: by interpolation, which for smooth
// counts needs about ten of them, and by bisection where interpolation does not help.
#pragma once

#include <algorithm>
#include <cstdint>

namespace kab::stats {

/// Places [from, to] that hold the k-th value: `below` values stand before `from`, `up_to` at or
/// before `to`; below < k <= up_to.
struct Bracket {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t below = 0;
  std::uint64_t up_to = 0;
};

/// `bracket` narrowed until it is a single place or holds at most `enough` values.
/// count_up_to(place) gives the number of values at or before a place; between(from, to, share) the
/// place at `share` (0 … 1) of the way. Every round keeps at most half of the places or of the
/// values.
template <class Count, class Between>
Bracket narrowed(Bracket bracket, std::uint64_t k, std::uint64_t enough, const Count& count_up_to,
                 const Between& between) {
  constexpr double kMargin = 0.1;  // how far to both sides of the guess
  double margin = kMargin;
  const auto look_at = [&](std::uint64_t place) {
    if (place < bracket.from || place >= bracket.to) return;
    const std::uint64_t count = count_up_to(place);
    if (count >= k) {
      bracket.to = place;
      bracket.up_to = count;
    } else {
      bracket.from = place + 1;
      bracket.below = count;
    }
  };
  while (bracket.from < bracket.to && bracket.up_to - bracket.below > enough) {
    const Bracket before = bracket;
    const auto values = static_cast<double>(before.up_to - before.below);
    const double share = static_cast<double>(k - before.below) / values;
    look_at(between(before.from, before.to, std::max(0.0, share - margin)));
    look_at(between(before.from, before.to, std::min(1.0, share + margin)));
    const auto left = static_cast<double>(bracket.up_to - bracket.below);
    if (left <= 4 * margin * values) {
      margin = std::max(margin * margin, 1e-4);
    } else {
      look_at(bracket.from + (bracket.to - bracket.from) / 2);
      margin = kMargin;
    }
  }
  return bracket;
}

}  // namespace kab::stats

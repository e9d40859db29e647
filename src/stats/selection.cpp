#include "stats/selection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "stats/scaling.h"
#include "stats/subset.h"

namespace kab::stats {
namespace {

constexpr std::size_t kMany = std::size_t{1} << 16;
constexpr std::size_t kSample = std::size_t{1} << 14;
constexpr std::size_t kMargin = 320;  // five standard deviations of a place in the sample
constexpr std::size_t kChunk = 4096;

Neighbours in_unsorted(std::vector<double>& values, std::size_t place) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), at, values.end());
  const auto next = std::min_element(at + 1, values.end());
  return {.at = *at, .next = next == values.end() ? *at : *next};
}

// How the values lie to a low and a high one: only those between are kept.
struct Split {
  std::size_t below = 0;
  std::size_t at_low = 0;
  std::size_t at_high = 0;
  std::vector<double> between;
};

template <class Seen>
Split split_at(std::span<const double> values, double low, double high, Seen seen) {
  Split split;
  std::size_t kept = 0;
  for (std::size_t first = 0; first < values.size(); first += kChunk) {
    if (split.between.size() < kept + kChunk) split.between.resize(2 * kept + kChunk);
    for (const double value : values.subspan(first, std::min(kChunk, values.size() - first))) {
      const double one = seen(value);
      split.below += one < low ? 1 : 0;
      split.at_low += one == low ? 1 : 0;
      split.at_high += one == high ? 1 : 0;
      split.between[kept] = one;  // without a branch: what is not between is written over
      kept += static_cast<std::size_t>((one > low) & (one < high));
    }
  }
  split.between.resize(kept);
  if (high == low) split.at_high = 0;
  return split;
}

// Nothing where the sample, which may be unlike the rest, did not bracket the place.
template <class Seen>
std::optional<Neighbours> by_sample(std::span<const double> values, std::size_t place, Seen seen) {
  auto sample = subset(values, kSample);
  for (double& value : sample) value = seen(value);
  std::sort(sample.begin(), sample.end());
  const auto expected =
      static_cast<std::size_t>(static_cast<double>(place) / static_cast<double>(values.size()) *
                               static_cast<double>(kSample));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double low = expected < kMargin ? -kInfinity : sample[expected - kMargin];
  const double high = expected + kMargin < kSample ? sample[expected + kMargin] : kInfinity;
  auto split = split_at(values, low, high, seen);
  const std::size_t before_high = split.below + split.at_low + split.between.size();
  if (place < split.below || place >= before_high + split.at_high) return std::nullopt;
  const auto last = before_high + split.at_high == values.size();
  if (place + 1 == before_high + split.at_high && !last) return std::nullopt;
  const auto at = [&](std::size_t wanted) {
    if (wanted < split.below + split.at_low) return low;
    if (wanted >= before_high) return high;
    return in_unsorted(split.between, wanted - split.below - split.at_low).at;
  };
  return Neighbours{.at = at(place), .next = at(std::min(place + 1, values.size() - 1))};
}

template <class Seen>
Neighbours selected(std::span<const double> values, std::size_t place, Seen seen) {
  if (values.size() >= kMany)
    if (const auto found = by_sample(values, place, seen)) return *found;
  std::vector<double> scratch(values.size());
  std::transform(values.begin(), values.end(), scratch.begin(), seen);
  return in_unsorted(scratch, place);
}

}  // namespace

Neighbours neighbours(std::span<const double> values, std::size_t place) {
  return selected(values, place, [](double value) { return value; });
}

Neighbours neighbours_of_distances(std::span<const double> values, double centre,
                                   std::size_t place) {
  return selected(values, place,
                  [centre](double value) { return finite(std::abs(value - centre)); });
}

}  // namespace kab::stats

#include "stats/weighted.h"

#include <algorithm>
#include <unordered_map>

#include "stats/subset.h"

namespace kab::stats {
namespace {

constexpr std::size_t kLookedAt = 2048;
constexpr std::size_t kMostDifferent = std::size_t{1} << 16;

bool seem_few(std::span<const double> values) {
  auto some = subset(values, kLookedAt);
  std::sort(some.begin(), some.end());
  return std::unique(some.begin(), some.end()) - some.begin() <
         static_cast<std::ptrdiff_t>(some.size() / 2);
}

}  // namespace

void Weighted::add(double value, std::uint64_t count) {
  values_.push_back(value);
  from_.push_back(count);
}

void Weighted::finish() {
  from_.push_back(0);
  for (std::size_t i = values_.size(); i-- > 0;) from_[i] += from_[i + 1];
}

Weighted Weighted::of_sorted(std::span<const double> sorted) {
  Weighted weighted;
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t end = first + 1;
    while (end < sorted.size() && sorted[end] == sorted[first]) ++end;
    weighted.add(sorted[first], end - first);
    first = end;
  }
  weighted.finish();
  return weighted;
}

std::optional<Weighted> Weighted::of_few_different(std::span<const double> values) {
  if (values.size() < kLookedAt || !seem_few(values)) return std::nullopt;
  std::unordered_map<double, std::uint64_t> counts;
  for (const double value : values) {
    ++counts[value];
    if (counts.size() > kMostDifferent) return std::nullopt;
  }
  std::vector<double> different;
  different.reserve(counts.size());
  for (const auto& [value, count] : counts) different.push_back(value);
  std::sort(different.begin(), different.end());
  Weighted weighted;
  for (const double value : different) weighted.add(value, counts[value]);
  weighted.finish();
  return weighted;
}

Weighted Weighted::of(std::span<const double> values) {
  if (auto few = of_few_different(values)) return *std::move(few);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return of_sorted(sorted);
}

}  // namespace kab::stats

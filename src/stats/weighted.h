// Different values in ascending order, each with how often it occurs: what order statistics of
// pairs are counted on. Millions of readings of a coarse clock become a few thousand of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kab::stats {

class Weighted {
 public:
  /// Of values in any order. O(n log n), and O(n) where few of many values differ.
  static Weighted of(std::span<const double> values);
  /// Of values in ascending order.
  static Weighted of_sorted(std::span<const double> sorted);
  /// As of(), but nothing when, by a look at some of them, more than a few of the values differ.
  static std::optional<Weighted> of_few_different(std::span<const double> values);

  /// Ascending, all different.
  std::span<const double> values() const { return values_; }
  /// How many there are of values()[i].
  std::uint64_t count(std::size_t i) const { return from_[i] - from_[i + 1]; }
  /// How many stand at place i or after; 0 at values().size().
  std::uint64_t count_from(std::size_t i) const { return from_[i]; }
  std::uint64_t total() const { return from_.front(); }

 private:
  void add(double value, std::uint64_t count);
  void finish();  // counts become counts of what stands there or after

  std::vector<double> values_;
  std::vector<std::uint64_t> from_;
};

}  // namespace kab::stats

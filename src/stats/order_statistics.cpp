#include "stats/order_statistics.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "stats/bracket.h"
#include "stats/scaling.h"

namespace kab::stats {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;

// Whole numbers in the order of the doubles they stand for.
std::uint64_t place_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kSignBit) != 0 ? ~bits : bits | kSignBit;
}
double at_place(std::uint64_t place) {
  return std::bit_cast<double>((place & kSignBit) != 0 ? place & ~kSignBit : ~place);
}

// Halved before adding, so that it cannot overflow; rounding keeps it monotone in both arguments.
double average(double a, double b) { return a / 2 + b / 2; }
double difference(double b, double a) { return finite(b - a); }

// A pair's value, and how many pairs have it.
struct Listed {
  double value = 0;
  std::uint64_t count = 1;
};

// The averages (x_i + x_j) / 2, i <= j, of ascending values.
class Averages {
 public:
  explicit Averages(std::span<const double> sorted) : sorted_(sorted) {}

  std::uint64_t total() const { return std::uint64_t{sorted_.size()} * (sorted_.size() + 1) / 2; }
  std::uint64_t values() const { return sorted_.size(); }

  std::uint64_t count_up_to(double bound) const {
    std::uint64_t count = 0;
    std::size_t end = sorted_.size();
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      end = end_up_to(i, end, bound);
      if (end <= i) break;
      count += end - i;
    }
    return count;
  }

  std::vector<Listed> list(double above, double up_to) const {
    std::vector<Listed> listed;
    std::size_t first = sorted_.size();
    std::size_t end = sorted_.size();
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      first = end_up_to(i, first, above);
      end = end_up_to(i, end, up_to);
      for (std::size_t j = std::max(first, i); j < end; ++j)
        listed.push_back({.value = average(sorted_[i], sorted_[j])});
    }
    return listed;
  }

 private:
  // Partners of i from `end` on give averages over the bound; `end` comes from a smaller i.
  std::size_t end_up_to(std::size_t i, std::size_t end, double bound) const {
    while (end > i && average(sorted_[i], sorted_[end - 1]) > bound) --end;
    return end;
  }

  std::span<const double> sorted_;
};

// The differences b_j - a_i of two sets.
class Differences {
 public:
  Differences(const Weighted& a, const Weighted& b) : a_(a), b_(b) {}

  std::uint64_t total() const { return a_.total() * b_.total(); }
  std::uint64_t values() const { return a_.values().size() + b_.values().size(); }

  std::uint64_t count_up_to(double bound) const {
    std::uint64_t count = 0;
    std::size_t first = 0;
    for (std::size_t j = 0; j < b_.values().size(); ++j) {
      first = first_up_to(b_.values()[j], first, bound);
      if (first == a_.values().size()) break;
      count += b_.count(j) * a_.count_from(first);
    }
    return count;
  }

  std::vector<Listed> list(double above, double up_to) const {
    std::vector<Listed> listed;
    std::size_t first = 0;
    std::size_t end = 0;
    for (std::size_t j = 0; j < b_.values().size(); ++j) {
      const double value = b_.values()[j];
      first = first_up_to(value, first, up_to);
      end = first_up_to(value, end, above);
      for (std::size_t i = first; i < end; ++i)
        listed.push_back(
            {.value = difference(value, a_.values()[i]), .count = b_.count(j) * a_.count(i)});
    }
    return listed;
  }

 private:
  // Partners of `value` before the returned one give differences over the bound.
  std::size_t first_up_to(double value, std::size_t first, double bound) const {
    const auto a = a_.values();
    while (first < a.size() && difference(value, a[first]) > bound) ++first;
    return first;
  }

  const Weighted& a_;
  const Weighted& b_;
};

double kth_of(std::vector<Listed> listed, std::uint64_t k) {
  std::sort(listed.begin(), listed.end(),
            [](const Listed& one, const Listed& other) { return one.value < other.value; });
  auto at = listed.begin();
  for (; k > at->count; ++at) k -= at->count;
  return at->value;
}

// Halved, since the difference of two large values may overflow.
std::uint64_t place_between(std::uint64_t from, std::uint64_t to, double share) {
  const double low = at_place(from);
  const double high = at_place(to);
  const double guess = low / 2 + (high / 2 - low / 2) * share;
  return std::clamp(place_of(finite(2 * guess)), from, to);
}

// The k-th of `pairs`, all of which lie in [low, high]: narrowed down until so few are left that
// they can be listed.
template <class Pairs>
double kth(const Pairs& pairs, double low, double high, std::uint64_t k) {
  const Bracket all{.from = place_of(low == 0 ? -0.0 : low),  // both zeros are counted as one
                    .to = place_of(high),
                    .below = 0,
                    .up_to = pairs.total()};
  const auto found = narrowed(
      all, k, pairs.values() / 2 + 16,
      [&](std::uint64_t place) { return pairs.count_up_to(at_place(place)); }, place_between);
  if (found.from == found.to) return at_place(found.from) + 0.0;  // -0 becomes 0
  return kth_of(pairs.list(at_place(found.from - 1), at_place(found.to)), k - found.below) + 0.0;
}

}  // namespace

std::vector<double> sorted_copy(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double kth_walsh_average(std::span<const double> sorted, std::uint64_t k) {
  return kth(Averages(sorted), average(sorted.front(), sorted.front()),
             average(sorted.back(), sorted.back()), k);
}

double kth_difference(std::span<const double> sorted_a, std::span<const double> sorted_b,
                      std::uint64_t k) {
  return kth_difference(Weighted::of_sorted(sorted_a), Weighted::of_sorted(sorted_b), k);
}

double kth_difference(const Weighted& a, const Weighted& b, std::uint64_t k) {
  return kth(Differences(a, b), difference(b.values().front(), a.values().back()),
             difference(b.values().back(), a.values().front()), k);
}

}  // namespace kab::stats

#include "stats/order_statistics.h"

#include <algorithm>
#include <bit>
#include <cstddef>

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

  std::vector<double> list(double above, double up_to) const {
    std::vector<double> listed;
    std::size_t first = sorted_.size();
    std::size_t end = sorted_.size();
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      first = end_up_to(i, first, above);
      end = end_up_to(i, end, up_to);
      for (std::size_t j = std::max(first, i); j < end; ++j)
        listed.push_back(average(sorted_[i], sorted_[j]));
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

// The differences b_j - a_i of two ascending sets.
class Differences {
 public:
  Differences(std::span<const double> a, std::span<const double> b) : a_(a), b_(b) {}

  std::uint64_t total() const { return std::uint64_t{a_.size()} * b_.size(); }
  std::uint64_t values() const { return a_.size() + b_.size(); }

  std::uint64_t count_up_to(double bound) const {
    std::uint64_t count = 0;
    std::size_t first = 0;
    for (const double value : b_) {
      first = first_up_to(value, first, bound);
      if (first == a_.size()) break;
      count += a_.size() - first;
    }
    return count;
  }

  std::vector<double> list(double above, double up_to) const {
    std::vector<double> listed;
    std::size_t first = 0;
    std::size_t end = 0;
    for (const double value : b_) {
      first = first_up_to(value, first, up_to);
      end = first_up_to(value, end, above);
      for (std::size_t i = first; i < end; ++i) listed.push_back(difference(value, a_[i]));
    }
    return listed;
  }

 private:
  // Partners of `value` before the returned one give differences over the bound.
  std::size_t first_up_to(double value, std::size_t first, double bound) const {
    while (first < a_.size() && difference(value, a_[first]) > bound) ++first;
    return first;
  }

  std::span<const double> a_;
  std::span<const double> b_;
};

// The k-th of `pairs`, all of which lie in [low, high]: bisection, until so few are left that they
// can be listed.
template <class Pairs>
double kth(const Pairs& pairs, double low, double high, std::uint64_t k) {
  std::uint64_t from = place_of(low == 0 ? -0.0 : low);  // both zeros are counted as one
  std::uint64_t to = place_of(high);
  std::uint64_t below = 0;  // number of pairs before place `from`
  std::uint64_t up_to = pairs.total();
  while (from < to && up_to - below > 2 * pairs.values()) {
    const std::uint64_t middle = from + (to - from) / 2;
    const std::uint64_t count = pairs.count_up_to(at_place(middle));
    if (count >= k) {
      to = middle;
      up_to = count;
    } else {
      from = middle + 1;
      below = count;
    }
  }
  if (from == to) return at_place(from) + 0.0;  // -0 becomes 0
  auto left = pairs.list(at_place(from - 1), at_place(to));
  const auto wanted = left.begin() + static_cast<std::ptrdiff_t>(k - below - 1);
  std::nth_element(left.begin(), wanted, left.end());
  return *wanted + 0.0;
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
  return kth(Differences(sorted_a, sorted_b), difference(sorted_b.front(), sorted_a.back()),
             difference(sorted_b.back(), sorted_a.front()), k);
}

}  // namespace kab::stats

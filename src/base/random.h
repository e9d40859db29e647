// A seeded random stream, the same on every machine and standard library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace kab {

/// xoshiro256** (Blackman & Vigna 2018), its state filled from the seed by SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t next();

  /// Uniform in [0, bound), without bias (rejection); bound > 0.
  std::uint64_t below(std::uint64_t bound);

  /// Uniform in [0, 1).
  double uniform();

  /// Standard normal (Marsaglia's polar method).
  double normal();

  /// A uniformly random permutation of 0 … count-1 (Fisher & Yates).
  std::vector<std::size_t> permutation(std::size_t count);

 private:
  std::array<std::uint64_t, 4> state_;
};

/// A seed nobody chose, from the kernel.
std::uint64_t fresh_seed();

}  // namespace kab

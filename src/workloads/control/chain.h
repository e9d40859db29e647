// A chain of multiplications, each waiting for the one before: time that depends on nothing but the
// processor's clock.
#pragma once

#include <cstddef>

namespace kab::workloads {

/// Goes on from `value` by `steps` multiplications.
[[gnu::always_inline]] inline std::size_t chain(std::size_t value, std::size_t steps) {
  for (; steps > 0; --steps) {
    value = value * 1'664'525 + 1'013'904'223;
    asm volatile("" : "+r"(value));  // keeps the chain a chain
  }
  return value;
}

}  // namespace kab::workloads

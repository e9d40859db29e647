// The file that kab's QEMU plugin writes and kab reads: what was executed in each measured region.
// docs/count-lane.md describes it byte by byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kab::guest {

/// How often each address was executed, by rising address.
using AddressCounts = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// One measured region: a batch of a workload, or a command.
struct CountedRegion {
  std::uint64_t order = 0;   // number of the guest's order, from 0
  std::uint64_t region = 0;  // within its order, from 0
  std::uint64_t user = 0;    // instructions executed; a repeated string instruction is one
  std::uint64_t kernel = 0;
  std::uint64_t user_strings = 0;  // iterations of string instructions
  std::uint64_t kernel_strings = 0;
  AddressCounts addresses = {};  // of the kernel: their counts add up to `kernel`
  AddressCounts strings = {};    // iterations by address, the kernel's

  bool operator==(const CountedRegion&) const = default;
};

inline constexpr std::string_view kCountMagic = "kabcount1\n";

/// A record with its length in front.
std::string encode(const CountedRegion& region);

}  // namespace kab::guest

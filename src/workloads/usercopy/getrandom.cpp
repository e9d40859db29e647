// getrandom: get_random_bytes_user() hands out the generator's blocks by copies of constant sizes.
#include <vector>

#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

constexpr std::uint64_t kKeyBytes = 32;  // CHACHA_KEY_SIZE: up to so many come from the key itself
constexpr std::uint64_t kBlockBytes = 64;  // CHACHA_BLOCK_SIZE

double copies_of(std::uint64_t size) {
  if (size <= kKeyBytes) return 1;
  const auto blocks = (size + kBlockBytes - 1) / kBlockBytes;
  return static_cast<double>(blocks);
}

// By number: newer C libraries ask the vDSO.
Result<Instance> make_getrandom(const ParamValues& params, std::span<const int>) {
  std::vector<char> bytes(static_cast<std::size_t>(params.number("size")));
  return tried_call_loop("getrandom", [bytes = std::move(bytes)]() mutable {
    return ::syscall(SYS_getrandom, bytes.data(), bytes.size(), GRND_NONBLOCK) > 0;
  });
}

}  // namespace

Workload describe_getrandom() {
  return {
      .name = "getrandom",
      .summary = "getrandom() of a few bytes: copies of constant sizes, never checked",
      .operation = "one getrandom() of `size` bytes",
      .params = {{.name = "size",
                  .default_value = "16",
                  .meaning = "bytes",
                  .range = Range{.min = 1, .max = 4096}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "getrandom", .per_operation = 1}};
      },
      .bytes_per_operation =
          [](const ParamValues& params) { return static_cast<double>(params.number("size")); },
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        const std::uint64_t size = params.number("size");
        const double copies = copies_of(size);
        return {constant_copy("block", static_cast<double>(size) / copies, copies)};
      },
      .make = &make_getrandom,
  };
}

}  // namespace kab::workloads

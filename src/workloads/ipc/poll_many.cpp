// poll-many: one poll() over many descriptors, of which the last is ready: the kernel looks at
// each.
#include <cerrno>
#include <utility>

#include <poll.h>

#include "workloads/ipc/descriptors.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Result<Instance> make_poll_many(const ParamValues& params, std::span<const int>) {
  KAB_TRY(auto descriptors, open_descriptors(params));
  std::vector<pollfd> asked;
  for (const auto& fd : descriptors)
    asked.push_back({.fd = fd.get(), .events = POLLIN, .revents = 0});
  Instance instance;
  instance.run = [descriptors = std::move(descriptors),
                  asked = std::move(asked)](std::uint64_t n) mutable -> Result<void> {
    auto* const first = asked.data();
    const auto count = static_cast<nfds_t>(asked.size());
    if (repeat(n, [first, count] { return ::poll(first, count, 0) == 1; })) return {};
    return fail_unavailable("poll: " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_poll_many() {
  return {
      .name = "poll-many",
      .summary = "poll() over many descriptors of which one is ready",
      .operation = "one poll() that need not wait",
      .params = {descriptors_param(16'384)},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "poll", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        const auto count = static_cast<double>(params.number("descriptors"));
        return {{.what = "array of struct pollfd", .bytes = 8 * count},
                {.what = "revents",
                 .bytes = 2,
                 .per_operation = count,
                 .check = CopyCheck::kUnchecked}};
      },
      .make = &make_poll_many,
  };
}

}  // namespace kab::workloads

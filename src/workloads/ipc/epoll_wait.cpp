// epoll-wait: asks an epoll set what is ready. What it costs should not depend on how many
// descriptors are in the set; one of them is ready.
#include <cerrno>
#include <utility>

#include <sys/epoll.h>

#include "workloads/ipc/descriptors.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Result<Instance> make_epoll_wait(const ParamValues& params, std::span<const int>) {
  KAB_TRY(auto descriptors, open_descriptors(params));
  Fd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail_unavailable("epoll_create1: " + errno_text(errno));
  for (const auto& fd : descriptors) {
    epoll_event event = {.events = EPOLLIN, .data = {}};
    if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd.get(), &event) != 0)
      return fail_unavailable("epoll_ctl: " + errno_text(errno));
  }
  Instance instance;
  instance.run = [descriptors = std::move(descriptors),
                  epoll = std::move(epoll)](std::uint64_t n) -> Result<void> {
    epoll_event ready;
    if (repeat(n, [&ready, fd = epoll.get()] { return ::epoll_wait(fd, &ready, 1, 0) == 1; }))
      return {};
    return fail_unavailable("epoll_wait: " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_epoll_wait() {
  return {
      .name = "epoll-wait",
      .summary = "epoll_wait() on a set of which one descriptor is ready",
      .operation = "one epoll_wait() that need not wait",
      .params = {descriptors_param(16'384)},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "epoll_wait", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {{.what = "struct epoll_event", .bytes = 12, .check = CopyCheck::kUnchecked}};
      },
      .make = &make_epoll_wait,
  };
}

}  // namespace kab::workloads

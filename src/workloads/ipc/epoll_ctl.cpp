// epoll-ctl: changes one member of an epoll set among others: its events, or whether it is one.
#include <cerrno>
#include <utility>

#include <sys/epoll.h>

#include "workloads/ipc/descriptors.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

bool control(int epoll, int operation, int fd) {
  epoll_event event = {.events = EPOLLIN, .data = {}};
  return ::epoll_ctl(epoll, operation, fd, &event) == 0;
}

Result<Instance> make_epoll_ctl(const ParamValues& params, std::span<const int>) {
  KAB_TRY(auto descriptors, open_descriptors(params));
  Fd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail_unavailable("epoll_create1: " + errno_text(errno));
  for (const auto& fd : descriptors)
    if (!control(epoll.get(), EPOLL_CTL_ADD, fd.get()))
      return fail_unavailable("epoll_ctl: " + errno_text(errno));
  Instance instance;
  instance.run = [descriptors = std::move(descriptors), epoll = std::move(epoll),
                  modify = params.text("change") == "events"](std::uint64_t n) -> Result<void> {
    const int set = epoll.get();
    const int fd = descriptors.front().get();
    const bool done =
        modify ? repeat(n, [set, fd] { return control(set, EPOLL_CTL_MOD, fd); })
               : repeat(n, [set, fd] {
                   return control(set, EPOLL_CTL_DEL, fd) && control(set, EPOLL_CTL_ADD, fd);
                 });
    return done ? Result<void>() : fail_unavailable("epoll_ctl: " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_epoll_ctl() {
  return {
      .name = "epoll-ctl",
      .summary = "epoll_ctl(): events of a member changed, or a member taken out and put back",
      .operation = "one change (EPOLL_CTL_MOD), or EPOLL_CTL_DEL and EPOLL_CTL_ADD",
      .params = {{.name = "change",
                  .default_value = "events",
                  .meaning = "what is changed: a member's events, or that it is a member",
                  .choices = "events|member"},
                 descriptors_param(16'384)},
      .calls = [](const ParamValues& params) -> std::vector<ExpectedCall> {
        return {
            {.name = "epoll_ctl", .per_operation = params.text("change") == "events" ? 1.0 : 2.0}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {{.what = "struct epoll_event", .bytes = 12, .check = CopyCheck::kConstant}};
      },
      .make = &make_epoll_ctl,
  };
}

}  // namespace kab::workloads

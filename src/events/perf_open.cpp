#include "events/perf_open.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace kab::events {

perf_event_attr attr_of(const Event& event) {
  perf_event_attr attr{};
  attr.size = sizeof attr;
  attr.type = event.type;
  attr.config = event.config;
  attr.config1 = event.config1;
  attr.config2 = event.config2;
  attr.exclude_kernel = event.mode == Mode::kUser ? 1 : 0;
  attr.exclude_user = event.mode == Mode::kKernel ? 1 : 0;
  // A hypervisor's own cycles are not the kernel's; user and kernel together stay the whole.
  attr.exclude_hv = 1;
  return attr;
}

Fd open_on_this_thread(perf_event_attr attr, int cpu, int leader) {
  return Fd(static_cast<int>(
      ::syscall(SYS_perf_event_open, &attr, 0, cpu, leader, PERF_FLAG_FD_CLOEXEC)));
}

}  // namespace kab::events

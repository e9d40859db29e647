#include "events/refusal.h"

#include <cerrno>

#include <linux/perf_event.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"

namespace kab::events {
namespace {

using model::CountStatus;

constexpr const char* kSysctl = "kernel.perf_event_paranoid";

// The level that lets a user without privileges count this event of his own processes.
int level_needed(const Event& event) { return event.mode == Mode::kUser ? 2 : 1; }

std::string permission_text(const Event& event, const Asker& asker) {
  const auto level = parse_int(asker.paranoid);
  const int needed = level_needed(event);
  const std::string as_root = "run as root or with CAP_PERFMON";
  if (asker.is_root || !level || *level <= needed)
    return "perf_event_open is refused although " + std::string(kSysctl) + "=" + asker.paranoid +
           " allows it: a seccomp filter (a container's), a security module, or a root without "
           "CAP_PERFMON";
  std::string text = std::string(kSysctl) + "=" + asker.paranoid;
  if (*level > 2)
    return text + " keeps all events from users; set it to " + std::to_string(needed) +
           " or less, or " + as_root;
  text += " keeps kernel mode from users; set it to 1 or less, or " + as_root;
  if (event.mode == Mode::kBoth && event.type != PERF_TYPE_SOFTWARE &&
      event.type != PERF_TYPE_TRACEPOINT)
    text += " (user mode alone, with :u, is allowed)";
  return text;
}

std::string support_text(const Event& event) {
  switch (event.type) {
    case PERF_TYPE_SOFTWARE:
      return "this kernel has no such event";
    case PERF_TYPE_TRACEPOINT:
      return "this kernel has no such tracepoint";
    default:
      return "this machine shows no such hardware counter";
  }
}

}  // namespace

Asker this_process() {
  return {.paranoid = read_line_or_empty("/proc/sys/kernel/perf_event_paranoid"),
          .is_root = ::geteuid() == 0};
}

model::EventCount refusal_of(const Event& event, int error_number, const Asker& asker) {
  switch (error_number) {
    case EACCES:
    case EPERM:
      return {.status = CountStatus::kNotPermitted, .reason = permission_text(event, asker)};
    case ENOSYS:
      return {.status = CountStatus::kNotSupported,
              .reason = "this kernel has no perf events (CONFIG_PERF_EVENTS)"};
    case ENOENT:
    case ENODEV:
    case ENXIO:
    case EOPNOTSUPP:
    case EINVAL:
      return {.status = CountStatus::kNotSupported, .reason = support_text(event)};
    case EBUSY:
      return {.status = CountStatus::kNotCounted,
              .reason = "somebody else holds the counters (EBUSY)"};
    case EMFILE:
    case ENFILE:
      return {.status = CountStatus::kNotCounted,
              .reason = "too many open files for one counter more; raise ulimit -n"};
    default:
      return {.status = CountStatus::kNotCounted,
              .reason = "perf_event_open: " + errno_text(error_number)};
  }
}

}  // namespace kab::events

#include "tracing/observe.h"

#include <cerrno>
#include <csignal>
#include <utility>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "sys/clock.h"
#include "syscalls/entry_filter.h"
#include "syscalls/waiting_child.h"
#include "tracing/bpf_tally.h"
#include "tracing/calibration.h"

namespace kab::tracing {
namespace {

using syscalls::Going;
using syscalls::Observed;
using syscalls::PtraceTrace;
using syscalls::Stops;

constexpr std::uint64_t kPlainCalls = 4'000;
constexpr std::uint64_t kTracedCalls = 100;  // each costs two stops and four context switches
constexpr int kPollMs = 50;

std::int64_t now_ns() { return sys::RawClock().now_ns(); }

std::int64_t ns_of(const timeval& time) {
  return time.tv_sec * 1'000'000'000LL + time.tv_usec * 1'000LL;
}

/// The CPU time of children that ended between its construction and into().
class ChildrenUsage {
 public:
  void into(Report& report) const {
    const auto after = now();
    report.user_ns = ns_of(after.ru_utime) - ns_of(before_.ru_utime);
    report.system_ns = ns_of(after.ru_stime) - ns_of(before_.ru_stime);
  }

 private:
  static rusage now() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return usage;
  }
  rusage before_ = now();
};

/// Orphans of the command become children of kab for its lifetime, so that it can wait for them.
class Subreaper {
 public:
  Subreaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
  ~Subreaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
  Subreaper(const Subreaper&) = delete;
  Subreaper& operator=(const Subreaper&) = delete;
};

/// Hands out summaries when their time has come.
class Summaries {
 public:
  explicit Summaries(const Request& request) : request_(request) {}

  template <class Read>
  void maybe(const Read& read) {
    if (!request_.on_summary || request_.every.count() <= 0) return;
    if (now_ns() - last_ns_ < request_.every.count()) return;
    last_ns_ = now_ns();
    if (const Result<Observed> observed = read(); observed) request_.on_summary(*observed);
  }

 private:
  const Request& request_;
  std::int64_t last_ns_ = now_ns();
};

Going asked(const Request& request, bool first_ended) {
  const Going wanted = request.often ? request.often() : Going::kOn;
  return request.process != 0 || first_ended ? wanted : Going::kOn;
}

/// Interrupts waits ten times a second, so that somebody looks up from them.
class Ticks {
 public:
  Ticks() {
    struct sigaction action{};
    action.sa_handler = [](int) {};
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGALRM, &action, &before_);
    const itimerval often = {.it_interval = {0, 100'000}, .it_value = {0, 100'000}};
    ::setitimer(ITIMER_REAL, &often, nullptr);
  }
  ~Ticks() {
    const itimerval never{};
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before_, nullptr);
  }
  Ticks(const Ticks&) = delete;
  Ticks& operator=(const Ticks&) = delete;

 private:
  struct sigaction before_{};
};

void tell(const Request& request, pid_t started) {
  if (request.on_start) request.on_start(started);
}

/// Reaps children until none is left, or, with a process, until that has ended.
void wait_for_end(const Request& request, pid_t first, int& status, const auto& now_and_then) {
  const Fd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, first, 0)));
  for (bool first_ended = false;;) {
    int one = 0;
    const pid_t got = request.process != 0 ? 0 : ::waitpid(-1, &one, WNOHANG);
    if (got < 0 && errno == ECHILD) return;
    if (got == first) {
      status = one;
      first_ended = true;
      tell(request, -1);
    }
    if (got > 0) continue;
    pollfd end = {.fd = first_ended ? -1 : pidfd.get(), .events = POLLIN, .revents = 0};
    const int ready = ::poll(&end, 1, kPollMs);
    if (ready > 0 && request.process != 0) return;
    now_and_then();
    if (asked(request, first_ended) == Going::kEnd) return;
  }
}

Result<Report> observe_by_bpf(const Request& request, const BpfTally& tally, Report report) {
  KAB_TRY(report.cost.counted_ns, time_of_a_call(kPlainCalls, [&](pid_t child) -> Result<void> {
            KAB_CHECK(tally.mark(child));
            int status = 0;
            ::kill(child, SIGCONT);
            syscalls::wait_for(child, status, 0);
            return {};
          }));
  KAB_TRY(const auto calibration, tally.read());
  const auto read = [&]() -> Result<Observed> {
    KAB_TRY(auto observed, tally.read());
    observed.tally = syscalls::since(observed.tally, calibration.tally);
    return observed;
  };
  const Subreaper orphans;
  pid_t first = request.process;
  if (first == 0) {
    KAB_TRY(first, syscalls::start_waiting(request.body));
    tell(request, first);
  }
  const ChildrenUsage usage;
  const std::int64_t started_ns = now_ns();
  const auto marked = tally.mark(first);
  if (request.process == 0) ::kill(first, marked ? SIGCONT : SIGKILL);
  int status = 0;
  Summaries summaries(request);
  if (marked) wait_for_end(request, first, status, [&] { summaries.maybe(read); });
  report.wall_ns = now_ns() - started_ns;
  usage.into(report);
  KAB_CHECK(marked);
  KAB_TRY(report.observed, read());
  report.observed.status = status;
  return report;
}

/// Under ptrace counts alone need half the stops, where a filter can be installed.
Stops stops_for(const Request& request) {
  const auto& watch = request.watch;
  const bool entries = request.process == 0 && watch.timing == syscalls::Timing::kNone &&
                       watch.errors == syscalls::ErrorDetail::kNone;
  return entries && syscalls::entry_filter_works() ? Stops::kEntries : Stops::kBothSides;
}

syscalls::Body with_filter(const syscalls::Body& body) {
  constexpr int kOwnFailure = 125;
  return [&body] { return syscalls::install_entry_filter() ? body() : kOwnFailure; };
}

Result<void> trace_to_the_end(PtraceTrace& trace, pid_t child) {
  KAB_CHECK(trace.follow(child));
  return trace.until_end({});
}

Result<double> traced_call_ns(const Request& request, Stops stops) {
  const auto prepare = [&] {
    if (stops == Stops::kEntries) static_cast<void>(syscalls::install_entry_filter());
  };
  return time_of_a_call(
      kTracedCalls,
      [&](pid_t child) {
        PtraceTrace trace(request.watch, stops);
        return trace_to_the_end(trace, child);
      },
      prepare);
}

Result<Report> observe_by_ptrace(const Request& request, Report report) {
  report.backend = Backend::kPtrace;
  const Stops stops = stops_for(request);
  KAB_TRY(report.cost.counted_ns, traced_call_ns(request, stops));
  PtraceTrace trace(request.watch, stops);
  const ChildrenUsage usage;
  const std::int64_t started_ns = now_ns();
  if (request.process != 0) {
    KAB_CHECK(trace.attach(request.process));
  } else {
    const auto body = stops == Stops::kEntries ? with_filter(request.body) : request.body;
    KAB_TRY(const pid_t child, syscalls::start_waiting(body));
    tell(request, child);
    KAB_CHECK(trace.follow(child));
  }
  const Ticks ticks;
  Summaries summaries(request);
  KAB_CHECK(trace.until_end([&] {
    summaries.maybe([&]() -> Result<Observed> { return trace.observed(); });
    return asked(request, trace.first_ended());
  }));
  report.wall_ns = now_ns() - started_ns;
  usage.into(report);
  report.observed = trace.observed();
  return report;
}

}  // namespace

std::string_view text_of(Backend backend) { return backend == Backend::kBpf ? "bpf" : "ptrace"; }

Result<Report> observe(const Request& request) {
  Report report;
  KAB_TRY(report.cost.plain_ns, time_of_a_call(kPlainCalls, {}));
  if (request.backend == Backend::kPtrace) return observe_by_ptrace(request, std::move(report));
  const std::int64_t begun_ns = now_ns();
  const auto tally =
      BpfTally::start(request.watch, request.process != 0 ? Whom::kRunning : Whom::kChild);
  report.attach_ns = now_ns() - begun_ns;
  if (tally) return observe_by_bpf(request, *tally, std::move(report));
  if (request.backend) return std::unexpected(tally.error());
  report.why_not_bpf = tally.error().message;
  report.attach_ns = 0;
  return observe_by_ptrace(request, std::move(report));
}

Result<void> bpf_available() {
  KAB_CHECK(BpfTally::start({}, Whom::kChild));
  return {};
}

std::optional<std::string> why_no_bpf() {
  const auto there = bpf_available();
  if (there) return std::nullopt;
  return there.error().message;
}

}  // namespace kab::tracing

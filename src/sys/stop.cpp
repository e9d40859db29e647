#include "sys/stop.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include <sys/eventfd.h>
#include <unistd.h>

namespace kab::sys {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// timeout(1) and service managers send one request twice (to the process and to its group);
// repeats within this time are the same request, not the impatient second one.
constexpr std::int64_t kOneRequestNs = 100'000'000;

// A signal handler reaches nothing but globals; all of them are lock-free.
std::atomic<int> stop_event{-1};
std::atomic<bool> requested{false};
std::atomic<std::int64_t> requested_at_ns{0};
std::array<struct sigaction, kSignals.size()> previous_actions;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t monotonic_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// Async-signal-safe. Whether this was the first request.
bool ask_to_stop() {
  const int event = stop_event.load();
  if (event < 0 || requested.load()) return false;
  requested_at_ns.store(monotonic_ns());
  requested.store(true);
  const std::uint64_t one = 1;
  // Cannot block: the counter is far from full. Nothing could be done about a failure here.
  [[maybe_unused]] const ssize_t put = ::write(event, &one, sizeof one);
  return true;
}

void on_signal(int signal) {
  const int saved = errno;
  if (!ask_to_stop() && monotonic_ns() - requested_at_ns.load() > kOneRequestNs) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // pending until this handler returns, then it ends the process
  }
  errno = saved;
}

}  // namespace

StopSignals::StopSignals() {
  requested.store(false);
  stop_event.store(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &previous_actions[i]);
    // Ignored from outside (nohup, a shell's background job) stays ignored.
    if (previous_actions[i].sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_handler = on_signal;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(kSignals[i], &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &previous_actions[i], nullptr);
  requested.store(false);
  if (const int event = stop_event.exchange(-1); event >= 0) ::close(event);
}

bool stop_requested() { return requested.load(); }

int stop_descriptor() { return stop_event.load(); }

void request_stop() { ask_to_stop(); }

}  // namespace kab::sys

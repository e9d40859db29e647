#include "sys/supervision.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <span>
#include <utility>

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/clock.h"
#include "sys/stop.h"

namespace kab::sys {
namespace {

constexpr std::size_t kErrorsKept = 4096;
constexpr std::size_t kChunk = 65536;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr short kCanRead = POLLIN | POLLHUP | POLLERR;

std::int64_t now_ns() { return RawClock().now_ns(); }

std::int64_t nanoseconds_of(const timeval& time) {
  return std::int64_t{time.tv_sec} * kSecond + std::int64_t{time.tv_usec} * 1000;
}

/// ppoll until `until_ns` of CLOCK_MONOTONIC_RAW; an interrupting signal is a return with nothing.
void poll_until(std::span<pollfd> polled, std::int64_t until_ns) {
  timespec timeout{};
  if (until_ns != kNever) {
    const std::int64_t left = std::max<std::int64_t>(until_ns - now_ns(), 0);
    timeout = {.tv_sec = left / kSecond, .tv_nsec = left % kSecond};
  }
  if (::ppoll(polled.data(), polled.size(), until_ns == kNever ? nullptr : &timeout, nullptr) < 0)
    for (auto& one : polled) one.revents = 0;
}

}  // namespace

Supervision::Supervision(const Command& command, std::int64_t started_ns, Child child,
                         Streams streams)
    : command_(command),
      started_ns_(started_ns),
      child_(std::move(child)),
      streams_(std::move(streams)) {
  outcome_.deadline_ns = command.deadline_ns;
  if (command.deadline_ns > 0 && command.deadline_ns < kNever - started_ns)
    act_at_ns_ = started_ns + command.deadline_ns;
}

Result<Outcome> Supervision::until_end() {
  while (ended_ns_ == 0) wait_once();
  // Pipes that something left behind still holds open never end: take what is in them by now.
  take_what_is_left(streams_.output);
  take_what_is_left(streams_.errors);
  child_.signal_group(SIGKILL);
  record(child_.reap());
  if (interrupted_) return fail_interrupted("interrupted while " + command_.argv[0] + " ran");
  return std::move(outcome_);
}

void Supervision::wait_once() {
  // poll skips negative descriptors, so every entry has its fixed place.
  const bool heeds_stop = command_.on_stop == OnStop::kEnd && !interrupted_;
  std::array<pollfd, 5> polled = {{
      {.fd = child_.descriptor(), .events = POLLIN, .revents = 0},
      {.fd = streams_.output.get(), .events = POLLIN, .revents = 0},
      {.fd = streams_.errors.get(), .events = POLLIN, .revents = 0},
      {.fd = streams_.input.get(), .events = POLLOUT, .revents = 0},
      {.fd = heeds_stop ? stop_descriptor() : -1, .events = POLLIN, .revents = 0},
  }};
  poll_until(polled, act_at_ns_);
  const std::int64_t now = now_ns();
  if ((polled[0].revents & kCanRead) != 0) {
    ended_ns_ = now;
    return;
  }
  if ((polled[1].revents & kCanRead) != 0) read_some(streams_.output, kChunk);
  if ((polled[2].revents & kCanRead) != 0) read_some(streams_.errors, kChunk);
  if (polled[3].revents != 0) feed();
  if ((polled[4].revents & kCanRead) != 0) begin_to_stop(now);
  act_on_time(now);
}

void Supervision::act_on_time(std::int64_t now) {
  if (now < act_at_ns_) return;
  outcome_.timed_out = !interrupted_;
  kill_group();
}

void Supervision::begin_to_stop(std::int64_t now) {
  interrupted_ = true;
  child_.signal_group(SIGTERM);
  act_at_ns_ = std::min(act_at_ns_, now + command_.stop_grace_ns);
}

void Supervision::kill_group() {
  child_.signal_group(SIGKILL);
  act_at_ns_ = kNever;
}

void Supervision::read_some(Fd& stream, std::size_t most) {
  std::array<char, kChunk> chunk;
  const ssize_t got = ::read(stream.get(), chunk.data(), std::min(most, chunk.size()));
  if (got > 0) {
    take(stream, {chunk.data(), static_cast<std::size_t>(got)});
  } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
    stream.reset();
  }
}

void Supervision::take(const Fd& stream, std::string_view bytes) {
  if (&stream == &streams_.errors) {
    outcome_.errors.append(bytes);
    if (outcome_.errors.size() > kErrorsKept)
      outcome_.errors.erase(0, outcome_.errors.size() - kErrorsKept);
    return;
  }
  const std::size_t room = command_.output_limit - outcome_.output.size();
  outcome_.output.append(bytes.substr(0, room));
  if (bytes.size() <= room) return;
  outcome_.overflowed = true;
  kill_group();
}

void Supervision::take_what_is_left(Fd& stream) {
  int available = 0;
  if (!stream || ::ioctl(stream.get(), FIONREAD, &available) != 0) return;
  for (auto left = static_cast<std::size_t>(std::max(available, 0)); left > 0;) {
    const std::size_t now = std::min(left, kChunk);
    read_some(stream, now);
    left -= now;
  }
}

void Supervision::feed() {
  const std::string_view rest = std::string_view(command_.input).substr(fed_);
  const ssize_t put = ::write(streams_.input.get(), rest.data(), rest.size());
  if (put > 0) fed_ += static_cast<std::size_t>(put);
  // A child that does not want all of its input is no error of kab's; its exit code will tell.
  const bool refused = put < 0 && errno != EAGAIN && errno != EINTR;
  if (refused || fed_ == command_.input.size()) streams_.input.reset();
}

void Supervision::record(const Child::End& end) {
  outcome_.wall_ns = ended_ns_ - started_ns_;
  if (WIFSIGNALED(end.status)) outcome_.signal = WTERMSIG(end.status);
  if (WIFEXITED(end.status)) outcome_.exit_code = WEXITSTATUS(end.status);
  outcome_.user_ns = nanoseconds_of(end.usage.ru_utime);
  outcome_.system_ns = nanoseconds_of(end.usage.ru_stime);
  outcome_.resident_kb = end.usage.ru_maxrss;
}

}  // namespace kab::sys

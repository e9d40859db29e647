#include "worker/guest_child.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "wire/guest_marks.h"
#include "workloads/raw_clock.h"

namespace kab::worker {
namespace {

using workloads::now_ns;

constexpr std::size_t kMostOutput = std::size_t{4} << 20;
constexpr std::size_t kMostErrors = 4096;

struct Pipe {
  Fd read_end;
  Fd write_end;
};

Result<void> open_pipe(Pipe& pipe) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail_unavailable("cannot open a pipe: " + errno_text(errno));
  pipe.read_end = Fd(ends[0]);
  pipe.write_end = Fd(ends[1]);
  return {};
}

std::vector<std::string> argv_of(const wire::GuestOrder& order) {
  if (order.kind == wire::GuestOrder::Kind::kCommand) return order.argv;
  return std::vector<std::string>(1,
                                  order.abi == "i386" ? "/kab/kab-worker-i386" : "/kab/kab-worker");
}

std::vector<std::string> environment_of(const wire::GuestOrder& order) {
  constexpr std::array<std::string_view, 4> kUsual = {
      "HOME=/", "TERM=dumb", "LC_ALL=C.UTF-8",
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"};
  std::vector<std::string> entries(kUsual.begin(), kUsual.end());
  for (const auto& [name, value] : order.environment) {
    std::erase_if(entries, [&](const auto& entry) { return entry.starts_with(name + "="); });
    entries.push_back(name + "=" + value);
  }
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct Streams {
  Pipe input;
  Pipe output;
  Pipe errors;
  Pipe exec_failure;  // takes errno where there was no exec
};

[[noreturn]] void become(const Streams& streams, char* const* argv, char* const* environment) {
  ::setpgid(0, 0);
  ::signal(SIGPIPE, SIG_DFL);
  const int ends[] = {streams.input.read_end.get(), streams.output.write_end.get(),
                      streams.errors.write_end.get()};
  for (int stream = 0; stream < 3; ++stream)
    if (ends[stream] < 0 || ::dup2(ends[stream], stream) < 0) ::_exit(127);
  // A name is looked for as a shell would; a path is not handed to a shell when the kernel refuses
  // it, as execvpe() would do.
  if (std::string_view(argv[0]).find('/') != std::string_view::npos) {
    ::execve(argv[0], argv, environment);
  } else {
    ::execvpe(argv[0], argv, environment);
  }
  const int reason = errno;
  (void)!::write(streams.exec_failure.write_end.get(), &reason, sizeof reason);
  ::_exit(127);
}

void read_into(Fd& stream, std::string& text, std::size_t most, std::size_t keep_last) {
  char buffer[65536];
  const ssize_t got = ::read(stream.get(), buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) return stream.reset();
  text.append(buffer, static_cast<std::size_t>(got));
  if (text.size() <= most) return;
  if (keep_last > 0) {
    text.erase(0, text.size() - keep_last);
  } else {
    text.resize(most);
  }
}

int poll_timeout_ms(std::uint64_t deadline_ns, std::int64_t started) {
  if (deadline_ns == 0) return -1;
  const auto left = static_cast<std::int64_t>(deadline_ns) - (now_ns() - started);
  return left <= 0 ? 0 : static_cast<int>(left / 1'000'000 + 1);
}

// What is in it by now; whoever still holds the other end is not waited for.
void drain(Fd& stream, std::string& text, std::size_t most, std::size_t keep_last) {
  ::fcntl(stream.get(), F_SETFL, O_NONBLOCK);
  while (stream) read_into(stream, text, most, keep_last);
}

/// Until the child has ended or the time is up. Where a kernel cannot tell of the end (before 5.3),
/// until both streams are closed.
Deadline read_until_end(Streams& streams, GuestChildEnd& end, pid_t pid, std::uint64_t deadline_ns,
                        std::int64_t started) {
  auto& output = streams.output.read_end;
  auto& errors = streams.errors.read_end;
  const Fd ended(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  while (ended || output || errors) {
    pollfd all[3] = {
        {output.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}, {ended.get(), POLLIN, 0}};
    const int ready = ::poll(all, 3, poll_timeout_ms(deadline_ns, started));
    if (ready == 0) return Deadline::kPassed;
    if (ready < 0) continue;
    if (all[0].revents != 0) read_into(output, end.output, kMostOutput, 0);
    if (all[1].revents != 0) read_into(errors, end.errors, 2 * kMostErrors, kMostErrors);
    if (all[2].revents != 0) break;
  }
  drain(output, end.output, kMostOutput, 0);
  drain(errors, end.errors, 2 * kMostErrors, kMostErrors);
  return Deadline::kKept;
}

std::int64_t ns_of(const timeval& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1000;
}

Result<void> check_started(const Streams& streams, const std::string& program) {
  int reason = 0;
  if (::read(streams.exec_failure.read_end.get(), &reason, sizeof reason) != sizeof reason)
    return {};
  if (reason == ENOEXEC)
    return fail_unavailable("cannot run " + program + ": " + errno_text(reason) +
                            "; this kernel does not run programs of that ABI");
  return fail_unavailable("cannot run " + program + " in the guest: " + errno_text(reason));
}

// A worker marks its batches; a command knows nothing of marks and is measured as a whole.
template <wire::Mark mark>
void mark_command(const wire::GuestOrder& order) {
  if (order.kind == wire::GuestOrder::Kind::kCommand) wire::set_mark<mark>();
}

}  // namespace

Result<GuestChildEnd> run_guest_child(const wire::GuestOrder& order) {
  Streams streams;
  for (Pipe* pipe : {&streams.input, &streams.output, &streams.errors, &streams.exec_failure})
    KAB_CHECK(open_pipe(*pipe));
  auto argv = argv_of(order);
  auto environment = environment_of(order);
  const auto argv_pointers = pointers_to(argv);
  const auto environment_pointers = pointers_to(environment);
  GuestChildEnd end;
  const std::int64_t started = now_ns();
  mark_command<wire::Mark::kBegin>(order);
  const pid_t pid = ::fork();
  if (pid < 0) return fail_unavailable("cannot fork: " + errno_text(errno));
  if (pid == 0) become(streams, argv_pointers.data(), environment_pointers.data());
  streams.input.read_end.reset();
  streams.output.write_end.reset();
  streams.errors.write_end.reset();
  streams.exec_failure.write_end.reset();
  // A request fits into a pipe, so this never waits for a child that does not read.
  if (!order.request.empty())
    (void)write_all(streams.input.write_end.get(), order.request, "the request");
  streams.input.write_end.reset();
  end.deadline = read_until_end(streams, end, pid, order.deadline_ns, started);
  if (end.deadline == Deadline::kPassed) ::kill(-pid, SIGKILL);
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  mark_command<wire::Mark::kEnd>(order);
  end.wall_ns = now_ns() - started;
  end.user_ns = ns_of(usage.ru_utime);
  end.system_ns = ns_of(usage.ru_stime);
  end.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  KAB_CHECK(check_started(streams, argv.front()));
  return end;
}

}  // namespace kab::worker

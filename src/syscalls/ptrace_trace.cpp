#include "syscalls/ptrace_trace.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <linux/audit.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"
#include "syscalls/entry_filter.h"
#include "syscalls/latency_bucket.h"
#include "syscalls/waiting_child.h"

namespace kab::syscalls {
namespace {

constexpr int kSyscallStop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD
constexpr long kFollow = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                         PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;

// What the kernel returns inside when it will make the call again, or hands to restart_syscall();
// the program never sees it (include/linux/errno.h).
constexpr std::int64_t kFirstRestart = -516;
constexpr std::int64_t kLastRestart = -512;

// Stops between two looks at what the caller wants.
constexpr unsigned kStopsBetweenLooks = 512;

long ptrace_at(__ptrace_request request, pid_t pid, std::uintptr_t address, std::uintptr_t number) {
  return ::ptrace(request, pid, reinterpret_cast<void*>(address), reinterpret_cast<void*>(number));
}

Abi abi_of(std::uint32_t audit_arch) {
  if (audit_arch == AUDIT_ARCH_X86_64) return Abi::kX86_64;
  return audit_arch == AUDIT_ARCH_I386 ? Abi::kI386 : Abi::kOther;
}

std::unexpected<Error> not_here(std::string_view what, int error_number) {
  return fail_unavailable(
      "cannot trace a child here: ptrace(" + std::string(what) + "): " + errno_text(error_number) +
      (error_number == EPERM ? "; it is traced already, or a sandbox forbids it" : ""));
}

std::int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

std::string proc(pid_t pid, std::string_view file) {
  return "/proc/" + std::to_string(pid) + "/" + std::string(file);
}

// The time that a thread which is stopped was on a CPU, in ns: the first number of its schedstat.
std::optional<std::uint64_t> cpu_ns(const Fd& schedstat) {
  std::array<char, 64> text{};
  const ssize_t got = ::pread(schedstat.get(), text.data(), text.size(), 0);
  if (got <= 0) return std::nullopt;
  const std::string_view line(text.data(), static_cast<std::size_t>(got));
  return parse_uint(line.substr(0, line.find(' ')));
}

std::uint32_t process_of(pid_t thread) {
  const auto status = read_file(proc(thread, "status"));
  const std::string_view key = "\nTgid:";
  const auto at = status ? status->find(key) : std::string::npos;
  if (at == std::string::npos) return static_cast<std::uint32_t>(thread);
  const auto rest = std::string_view(*status).substr(at + key.size());
  const auto number = parse_uint(trimmed(rest.substr(0, rest.find('\n'))));
  return static_cast<std::uint32_t>(number.value_or(static_cast<std::uint64_t>(thread)));
}

// A traced program gets no privileges from its file, unless the tracer has them anyway.
std::optional<std::string> privilege_lost_by(pid_t pid) {
  const auto exe = proc(pid, "exe");
  struct stat file{};
  if (::geteuid() == 0 || ::stat(exe.c_str(), &file) != 0) return std::nullopt;
  if ((file.st_mode & (S_ISUID | S_ISGID)) == 0 || file.st_uid == ::geteuid()) return std::nullopt;
  std::array<char, 4096> name{};
  const ssize_t length = ::readlink(exe.c_str(), name.data(), name.size());
  return std::string(name.data(), static_cast<std::size_t>(length < 0 ? 0 : length)) +
         " is set-user-ID or set-group-ID: being traced, it ran without those privileges";
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(proc(process, "task"), none))
    threads.push_back(static_cast<pid_t>(parse_int(entry.path().filename().string()).value_or(0)));
  return threads;
}

}  // namespace

long PtraceTrace::options() const {
  return kFollow | (stops_ == Stops::kEntries ? PTRACE_O_TRACESECCOMP : 0);
}

Result<void> PtraceTrace::follow(pid_t child) {
  first_ = child;
  const auto wanted = static_cast<std::uintptr_t>(options() | PTRACE_O_EXITKILL);
  if (ptrace_at(PTRACE_SEIZE, child, 0, wanted) == 0) {
    task_of(child);
    ptrace_at(PTRACE_INTERRUPT, child, 0, 0);
    ::kill(child, SIGCONT);
    return {};
  }
  const int why = errno;
  int status = 0;
  ::kill(child, SIGKILL);
  wait_for(child, status, 0);
  return not_here("PTRACE_SEIZE", why);
}

Result<void> PtraceTrace::attach(pid_t process) {
  first_ = process;
  const auto wanted = static_cast<std::uintptr_t>(options());
  // A thread may start another while its list is read, until all that can are stopped.
  for (bool found = true; found;) {
    found = false;
    for (const pid_t thread : threads_of(process)) {
      if (tasks_.contains(thread)) continue;
      if (ptrace_at(PTRACE_SEIZE, thread, 0, wanted) != 0) {
        if (errno == ESRCH && thread != process) continue;
        return fail_unavailable("cannot trace process " + std::to_string(process) +
                                ": ptrace(PTRACE_SEIZE): " + errno_text(errno) +
                                "; it must be yours and not traced already, and "
                                "kernel.yama.ptrace_scope may ask for root");
      }
      task_of(thread);
      ptrace_at(PTRACE_INTERRUPT, thread, 0, 0);
      found = true;
    }
  }
  if (tasks_.empty()) return fail_input("there is no process " + std::to_string(process));
  return {};
}

Result<void> PtraceTrace::until_end(const Often& often) {
  for (unsigned stops = 0; !tasks_.empty(); ++stops) {
    int status = 0;
    const pid_t pid = ::waitpid(-1, &status, __WALL);
    if (pid < 0 && errno != EINTR) break;
    if (pid > 0 && WIFSTOPPED(status)) on_stop(pid, status);
    if (pid > 0 && !WIFSTOPPED(status)) on_end(pid, status);
    if (pid > 0 && stops % kStopsBetweenLooks != 0) continue;
    if (often && often() == Going::kEnd) {
      let_go();
      break;
    }
  }
  if (failure_) return not_here("PTRACE_GET_SYSCALL_INFO", *failure_);
  return {};
}

Observed PtraceTrace::observed() const {
  Observed result{.status = first_status_, .remarks = {remarks_.begin(), remarks_.end()}};
  for (const auto& [owner, calls] : tally_) {
    if (calls.empty()) continue;
    Owner named = owner;
    const auto last = names_.find(owner.id);
    if (owner.id != 0 && last != names_.end()) named.comm = last->second;
    result.tally[named] = calls;
  }
  return result;
}

void PtraceTrace::on_stop(pid_t pid, int status) {
  const int signal = WSTOPSIG(status);
  const int event = status >> 16;
  if (signal == kSyscallStop) return on_call(pid);
  if (event == PTRACE_EVENT_STOP && signal != SIGTRAP) {
    // A group stop: it stays stopped, and heeds SIGCONT, as if nobody watched.
    ptrace_at(PTRACE_LISTEN, pid, 0, 0);
    return;
  }
  if (event == PTRACE_EVENT_SECCOMP) on_entry_message(pid);
  if (event == PTRACE_EVENT_EXEC) on_exec(pid);
  if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE)
    on_fork(pid);
  go_on(pid, event != 0 ? 0 : signal);
}

void PtraceTrace::on_call(pid_t pid) {
  __ptrace_syscall_info call{};
  if (ptrace_at(PTRACE_GET_SYSCALL_INFO, pid, sizeof call,
                reinterpret_cast<std::uintptr_t>(&call)) <= 0) {
    // ESRCH: it was killed meanwhile, and its end comes next.
    if (errno != ESRCH) failure_ = errno;
  } else if (call.op == PTRACE_SYSCALL_INFO_ENTRY) {
    on_entry(pid, {.abi = abi_of(call.arch), .number = call.entry.nr});
  } else if (call.op == PTRACE_SYSCALL_INFO_EXIT) {
    on_return(pid, call.exit.is_error != 0 ? call.exit.rval : 0);
  }
  go_on(pid, 0);
}

void PtraceTrace::on_entry_message(pid_t pid) {
  unsigned long message = 0;
  if (ptrace_at(PTRACE_GETEVENTMSG, pid, 0, reinterpret_cast<std::uintptr_t>(&message)) != 0)
    return;
  auto entered = call_of_message(message);
  __ptrace_syscall_info call{};
  if (!entered && ptrace_at(PTRACE_GET_SYSCALL_INFO, pid, sizeof call,
                            reinterpret_cast<std::uintptr_t>(&call)) > 0)
    entered = Call{.abi = abi_of(call.arch), .number = call.seccomp.nr};
  if (entered) ++(*task_of(pid).facts)[*entered].calls;
}

void PtraceTrace::on_entry(pid_t pid, const Call& call) {
  auto& task = task_of(pid);
  auto& facts = (*task.facts)[call];
  ++facts.calls;
  if (!facts.errors) facts.errors = 0;
  task.in = call;
  if (watch_.timing == Timing::kNone) return;
  task.cpu_at_entry_ns = cpu_ns(task.schedstat);
  task.entered_ns = now_ns();
}

void PtraceTrace::on_return(pid_t pid, std::int64_t error) {
  const std::int64_t returned_ns = watch_.timing == Timing::kNone ? 0 : now_ns();
  auto& task = task_of(pid);
  if (!task.in) return;
  auto& facts = (*task.facts)[*task.in];
  task.in.reset();
  if (error < 0 && (error < kFirstRestart || error > kLastRestart)) {
    ++*facts.errors;
    if (watch_.errors == ErrorDetail::kByErrno) ++facts.by_errno[static_cast<int>(-error)];
  }
  if (watch_.timing == Timing::kNone) return;
  const auto wall_ns = static_cast<std::uint64_t>(returned_ns - task.entered_ns);
  ++facts.timed;
  facts.wall_ns += wall_ns;
  if (watch_.latencies == LatencyDetail::kHistogram) ++facts.latencies[kab_latency_bucket(wall_ns)];
  const auto cpu = cpu_ns(task.schedstat);
  if (cpu && task.cpu_at_entry_ns)
    facts.cpu_ns = facts.cpu_ns.value_or(0) + (*cpu - *task.cpu_at_entry_ns);
}

/// The new one is waited for from now on, so that the end of all is not seen too early.
void PtraceTrace::on_fork(pid_t pid) {
  unsigned long message = 0;
  if (ptrace_at(PTRACE_GETEVENTMSG, pid, 0, reinterpret_cast<std::uintptr_t>(&message)) == 0)
    task_of(static_cast<pid_t>(message));
}

/// A thread that executes a program takes over the number of its process.
void PtraceTrace::on_exec(pid_t pid) {
  unsigned long message = 0;
  ptrace_at(PTRACE_GETEVENTMSG, pid, 0, reinterpret_cast<std::uintptr_t>(&message));
  const auto former = static_cast<pid_t>(message);
  if (former != pid) {
    const auto found = tasks_.find(former);
    const auto in = found == tasks_.end() ? std::nullopt : found->second.in;
    const auto entered_ns = found == tasks_.end() ? 0 : found->second.entered_ns;
    tasks_.erase(former);
    auto& task = task_of(pid);
    task.in = in;
    task.entered_ns = entered_ns;
    task.cpu_at_entry_ns.reset();
  }
  auto& task = task_of(pid);
  name(pid, task);
  if (auto remark = privilege_lost_by(pid)) remarks_.insert(std::move(*remark));
}

void PtraceTrace::on_end(pid_t pid, int status) {
  tasks_.erase(pid);
  if (pid != first_) return;
  first_ended_ = true;
  first_status_ = status;
}

void PtraceTrace::go_on(pid_t pid, int signal) {
  ptrace_at(stops_ == Stops::kEntries ? PTRACE_CONT : PTRACE_SYSCALL, pid, 0,
            static_cast<std::uintptr_t>(signal));
}

void PtraceTrace::let_go() {
  for (const auto& [pid, task] : tasks_) {
    int status = 0;
    ptrace_at(PTRACE_INTERRUPT, pid, 0, 0);
    if (wait_for(pid, status, __WALL) != pid) continue;
    if (!WIFSTOPPED(status)) {
      if (pid == first_) first_status_ = status;
      continue;
    }
    const int signal = WSTOPSIG(status);
    const bool deliver = (status >> 16) == 0 && signal != kSyscallStop;
    ptrace_at(PTRACE_DETACH, pid, 0, deliver ? static_cast<std::uintptr_t>(signal) : 0);
  }
  tasks_.clear();
}

PtraceTrace::Task& PtraceTrace::task_of(pid_t pid) {
  const auto [at, added] = tasks_.try_emplace(pid);
  if (added) {
    name(pid, at->second);
    if (watch_.timing == Timing::kWall)
      at->second.schedstat = Fd(::open(proc(pid, "schedstat").c_str(), O_RDONLY | O_CLOEXEC));
  }
  return at->second;
}

/// Finds out whose the calls of a task are.
void PtraceTrace::name(pid_t pid, Task& task) {
  const auto comm =
      watch_.per == Per::kTree ? std::string() : read_line_or_empty(proc(pid, "comm"));
  switch (watch_.per) {
    case Per::kTree:
      break;
    case Per::kProcess:
      task.owner.id = process_of(pid);
      break;
    case Per::kThread:
      task.owner.id = static_cast<std::uint32_t>(pid);
      break;
    case Per::kComm:
      task.owner.comm = comm;
      break;
  }
  if (task.owner.id != 0 && !comm.empty() &&
      (watch_.per == Per::kThread || task.owner.id == static_cast<std::uint32_t>(pid)))
    names_[task.owner.id] = comm;
  task.facts = &tally_[task.owner];
}

}  // namespace kab::syscalls

#include "sys/foreground.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "sys/clock.h"
#include "sys/exec_failure.h"
#include "sys/program.h"

namespace kab::sys {
namespace {

constexpr std::array kRelayed = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// A signal handler reaches nothing but globals; all of them are lock-free.
std::atomic<pid_t> running_pid{-1};
std::atomic<bool> signal_came{false};
std::atomic<int> held_signal{0};  // came while nobody was there to pass it on to
std::array<struct sigaction, kRelayed.size()> actions_before;

void relay(int signal, siginfo_t* sent, void*) {
  const int saved = errno;
  signal_came.store(true);
  // From the terminal (SI_KERNEL) it went to the whole process group.
  const pid_t pid = running_pid.load();
  if (sent->si_code <= SI_USER) {
    if (pid > 0)
      ::kill(pid, signal);
    else
      held_signal.store(signal);
  }
  errno = saved;
}

/// The command may be quicker than we are: what it had sent to us is passed on now.
void pass_on_to(pid_t pid) {
  running_pid.store(pid);
  if (const int held = held_signal.exchange(0); held != 0 && pid > 0) ::kill(pid, held);
}

/// What the child starts with: the defaults where kab handles or ignores.
class Attributes {
 public:
  Attributes() {
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGPIPE);
    for (const int signal : kRelayed) {
      struct sigaction action{};
      // Ignored from outside (nohup) stays ignored.
      if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
        ::sigaddset(&signals, signal);
    }
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

class StreamActions {
 public:
  explicit StreamActions(CommandOutput output) {
    ::posix_spawn_file_actions_init(&actions_);
    if (output == CommandOutput::kToErrors)
      ::posix_spawn_file_actions_adddup2(&actions_, STDERR_FILENO, STDOUT_FILENO);
  }
  ~StreamActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  StreamActions(const StreamActions&) = delete;
  StreamActions& operator=(const StreamActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> merged_environment(
    const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    merged.emplace_back(*entry);
  for (const auto& [name, value] : added) {
    std::erase_if(merged, [&](const std::string& entry) { return entry.starts_with(name + "="); });
    merged.push_back(name + "=" + value);
  }
  return merged;
}

}  // namespace

RelayedSignals::RelayedSignals() {
  signal_came.store(false);
  held_signal.store(0);
  for (std::size_t i = 0; i < kRelayed.size(); ++i) {
    ::sigaction(kRelayed[i], nullptr, &actions_before[i]);
    if (actions_before[i].sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_sigaction = relay;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(kRelayed[i], &action, nullptr);
  }
}

RelayedSignals::~RelayedSignals() {
  for (std::size_t i = 0; i < kRelayed.size(); ++i)
    ::sigaction(kRelayed[i], &actions_before[i], nullptr);
}

void RelayedSignals::relay_to(pid_t pid) const { pass_on_to(pid); }

bool RelayedSignals::came() const { return signal_came.load(); }

Result<Foreground> Foreground::start(
    const std::vector<std::string>& argv, CommandOutput output,
    const std::vector<std::pair<std::string, std::string>>& environment) {
  if (argv.empty() || argv.front().empty()) return fail_input("the command is empty");
  const auto program = find_program(argv.front());
  if (!program)
    return fail_input("command " + in_quotes(argv.front()) +
                      " is not found or not executable; check its name and PATH");
  auto words = argv;
  auto variables = merged_environment(environment);
  const auto word_pointers = pointers_to(words);
  const auto variable_pointers = pointers_to(variables);
  const Attributes attributes;
  const StreamActions actions(output);
  pid_t pid = -1;
  const std::int64_t started_ns = RawClock().now_ns();
  const int error = ::posix_spawn(&pid, program->c_str(), actions.get(), attributes.get(),
                                  word_pointers.data(), variable_pointers.data());
  if (error != 0) return std::unexpected(exec_failure(*program, error));
  pass_on_to(pid);
  return Foreground(pid, Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))), started_ns);
}

Foreground::Foreground(Foreground&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::move(other.pidfd_)),
      started_ns_(other.started_ns_) {}

Foreground::~Foreground() {
  if (pid_ > 0) wait();
}

Foreground::End Foreground::wait() {
  End end;
  // The pid stays the command's until it is reaped: only then may signals no longer go there.
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
  end.elapsed_ns = RawClock().now_ns() - started_ns_;
  running_pid.store(-1);
  while (::wait4(pid_, &end.status, 0, &end.usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return end;
}

int shell_code_of(int status) {
  constexpr int kSignalled = 128;
  return WIFSIGNALED(status) ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace kab::sys

// The child that the process tests start: small, the same everywhere, and without the memory that
// a sanitizer needs, so that what it does is only what its first word says.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

int echo_input() {
  char chunk[4096];
  for (ssize_t got; (got = ::read(0, chunk, sizeof chunk)) > 0;)
    if (::write(1, chunk, static_cast<std::size_t>(got)) != got) return 1;
  return 0;
}

int write_lines(int stream, long bytes) {
  const std::string block(1000, 'x');
  for (long left = bytes; left > 0; left -= 1000)
    if (::write(stream, block.data(), block.size()) < 0) return 1;
  if (::write(stream, "end", 3) != 3) return 1;
  return 0;
}

/// The open descriptors, the group, the blocked and ignored signals, what death of the parent does.
int describe_self() {
  for (int fd = 3; fd < 256; ++fd)
    if (::fcntl(fd, F_GETFD) >= 0) std::printf("fd %d open\n", fd);
  sigset_t blocked;
  ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
  for (int signal = 1; signal < 32; ++signal) {
    if (::sigismember(&blocked, signal) == 1) std::printf("signal %d blocked\n", signal);
  }
  struct sigaction action;
  ::sigaction(SIGPIPE, nullptr, &action);
  int at_parents_death = 0;
  ::prctl(PR_GET_PDEATHSIG, &at_parents_death);
  std::printf("leads its group: %d\nSIGPIPE default: %d\nat parent's death: %d\n",
              ::getpgrp() == ::getpid(), action.sa_handler == SIG_DFL, at_parents_death);
  return 0;
}

int show_cpus() {
  cpu_set_t mask;
  ::sched_getaffinity(0, sizeof mask, &mask);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &mask)) std::printf("%d ", cpu);
  return 0;
}

/// Leaves a process of its group behind that holds stdout open for ever, and says its pid.
int leave_behind() {
  const pid_t left = ::fork();
  if (left == 0)
    for (;;) ::pause();
  std::printf("%d", static_cast<int>(left));
  return 0;
}

/// The reader of the file knows that we run, and who we are.
int say_and_hang(const char* path) {
  if (std::FILE* told = std::fopen(path, "w")) {
    std::fprintf(told, "%d\n", static_cast<int>(::getpid()));
    std::fclose(told);
  }
  for (;;) ::pause();
}

int burn_until_user_time() {
  rusage used{};
  do {
    ::getrusage(RUSAGE_SELF, &used);
  } while (used.ru_utime.tv_usec + used.ru_stime.tv_usec < 20'000);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  const char* word = argc > 2 ? argv[2] : "";
  if (what == "echo") return echo_input();
  if (what == "exit") return std::atoi(word);
  if (what == "signal") return std::raise(std::atoi(word));
  if (what == "stdout") return write_lines(1, std::atol(word));
  if (what == "stderr") return write_lines(2, std::atol(word));
  if (what == "self") return describe_self();
  if (what == "cpus") return show_cpus();
  if (what == "environment")
    return std::getenv(word) ? (std::fputs(std::getenv(word), stdout), 0) : 1;
  if (what == "leave-behind") return leave_behind();
  if (what == "deaf") ::signal(SIGTERM, SIG_IGN);
  if (what == "deaf") return say_and_hang(word);
  if (what == "burn") return burn_until_user_time();
  if (what == "hang")
    for (;;) ::pause();
  if (what == "say-and-hang") return say_and_hang(word);
  return 99;
}

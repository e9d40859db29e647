#include "sys/process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/text.h"
#include "base/units.h"
#include "sys/clock.h"
#include "sys/spawn.h"
#include "sys/stop.h"
#include "sys/supervision.h"

namespace kab::sys {
namespace {

/// The same open file above 2: a kab started with a closed stdin would otherwise hand out number 0,
/// which the child's own streams overwrite.
Result<Fd> above_streams(Fd fd) {
  if (fd.get() > STDERR_FILENO) return fd;
  Fd higher(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!higher) return fail_unavailable("cannot open a pipe: " + errno_text(errno));
  return higher;
}

struct Pipe {
  Fd read_end;
  Fd write_end;
};

Result<Pipe> make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail_unavailable("cannot open a pipe: " + errno_text(errno));
  Fd low_read(ends[0]);
  Fd low_write(ends[1]);
  KAB_TRY(Fd read_end, above_streams(std::move(low_read)));
  KAB_TRY(Fd write_end, above_streams(std::move(low_write)));
  return Pipe{.read_end = std::move(read_end), .write_end = std::move(write_end)};
}

/// Our end does not block; the child's end, a different open file, does as usual.
void make_nonblocking(const Fd& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

/// Holds SIGPIPE back while it lives, and swallows one that came meanwhile: the child may end
/// before it has read its input.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipeSignal() {
    const timespec at_once{};
    if (::sigismember(&before_, SIGPIPE) == 0) ::sigtimedwait(&pipe_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
  NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
};

/// kab's environment with the command's own variables added or replaced.
std::vector<std::string> environment_of(const Command& command) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    merged.emplace_back(*entry);
  for (const auto& [name, value] : command.environment) {
    std::erase_if(merged, [&](const std::string& entry) { return entry.starts_with(name + "="); });
    merged.push_back(name + "=" + value);
  }
  return merged;
}

Result<std::string> program_of(const Command& command) {
  if (command.argv.empty() || command.argv[0].empty()) return fail_input("the command is empty");
  const std::string& name = command.argv[0];
  std::optional<std::string> found = find_program(name);
  for (const auto& [variable, value] : command.environment)
    if (variable == "PATH") found = find_program_in(name, value);
  if (found) return *found;
  if (name.find('/') == std::string::npos)
    return fail_input("cannot run " + kab::in_quotes(name) + ": there is no such program in PATH");
  if (::access(name.c_str(), F_OK) != 0)
    return fail_input("cannot run " + name + ": " + errno_text(errno));
  return fail_input("cannot run " + name + ": it is not an executable file; see chmod +x");
}

/// A zero byte would silently cut a word short on its way into the child.
Result<void> check_no_zero_bytes(const std::vector<std::string>& texts) {
  for (const auto& text : texts)
    if (text.find('\0') != std::string::npos)
      return fail_input("the command holds a zero byte: " + kab::in_quotes(text));
  return {};
}

Result<Pipe> input_for(const Command& command) {
  if (!command.input.empty()) return make_pipe();
  Fd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!nothing) return fail_unavailable("cannot open /dev/null: " + errno_text(errno));
  KAB_TRY(Fd read_end, above_streams(std::move(nothing)));
  return Pipe{.read_end = std::move(read_end), .write_end = Fd()};
}

}  // namespace

Result<Outcome> run(const Command& command) {
  KAB_TRY(const std::string program, program_of(command));
  if (command.on_stop == OnStop::kEnd && stop_requested())
    return fail_interrupted("interrupted before " + command.argv[0] + " ran");
  KAB_TRY(Pipe input, input_for(command));
  KAB_TRY(Pipe output, make_pipe());
  KAB_TRY(Pipe errors, make_pipe());
  const Launch plan{.program = program,
                    .argv = command.argv,
                    .environment = environment_of(command),
                    .cpus = command.cpus,
                    .keep_open = command.keep_open,
                    .standard_input = input.read_end.get(),
                    .standard_output = output.write_end.get(),
                    .standard_error = errors.write_end.get()};
  KAB_CHECK(check_no_zero_bytes(plan.argv));
  KAB_CHECK(check_no_zero_bytes(plan.environment));
  const std::int64_t started_ns = RawClock().now_ns();
  KAB_TRY(Child child, launch(plan));
  input.read_end.reset();
  output.write_end.reset();
  errors.write_end.reset();
  if (input.write_end) make_nonblocking(input.write_end);
  make_nonblocking(output.read_end);
  make_nonblocking(errors.read_end);
  const NoBrokenPipeSignal no_signal;
  Supervision supervision(command, started_ns, std::move(child),
                          {.input = std::move(input.write_end),
                           .output = std::move(output.read_end),
                           .errors = std::move(errors.read_end)});
  return supervision.until_end();
}

std::string description_of(const Outcome& outcome) {
  if (outcome.timed_out) return "ran longer than " + duration_text(outcome.deadline_ns);
  if (outcome.overflowed)
    return "wrote more than " + std::to_string(outcome.output.size()) + " bytes to standard output";
  if (outcome.signal == 0) return "exited " + std::to_string(outcome.exit_code);
  const char* name = ::sigdescr_np(outcome.signal);
  return "was killed by signal " + std::to_string(outcome.signal) +
         (name != nullptr ? " (" + std::string(name) + ")" : "");
}

}  // namespace kab::sys

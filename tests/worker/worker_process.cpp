#include "worker/worker_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab::worker {
namespace {

struct Pipe {
  Fd from;
  Fd to;
};

Pipe make_pipe() {
  std::array<int, 2> raw = {-1, -1};
  if (::pipe2(raw.data(), O_CLOEXEC) != 0) return {};
  return {.from = Fd(raw[0]), .to = Fd(raw[1])};
}

/// A file without a name, so that a child can write as much as it likes to it.
struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

std::string content_of(const TemporaryFile& file) {
  ::lseek(::fileno(file.get()), 0, SEEK_SET);
  return read_all(::fileno(file.get()), "temporary file").value_or("");
}

}  // namespace

Result<WorkerOutcome> run_process(const std::vector<std::string>& argv, std::string_view input) {
  std::vector<char*> words;
  for (const auto& word : argv) words.push_back(::strdup(word.c_str()));
  words.push_back(nullptr);
  const TemporaryFile output(std::tmpfile());
  const TemporaryFile errors(std::tmpfile());
  Pipe feed = make_pipe();
  Pipe trouble = make_pipe();
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(feed.from.get(), STDIN_FILENO);
    ::dup2(::fileno(output.get()), STDOUT_FILENO);
    ::dup2(::fileno(errors.get()), STDERR_FILENO);
    ::execvp(words[0], words.data());
    const int why = errno;
    if (::write(trouble.to.get(), &why, sizeof why) < 0) ::_exit(126);
    ::_exit(127);
  }
  for (char* const word : words) std::free(word);
  feed.from.reset();
  trouble.to.reset();
  // A child that reads no further closes the pipe; that is one of the things to be tried.
  auto* const before = std::signal(SIGPIPE, SIG_IGN);
  const auto fed = write_all(feed.to.get(), input, "the child's input");
  feed.to.reset();
  std::signal(SIGPIPE, before);
  WorkerOutcome outcome;
  ::waitpid(child, &outcome.status, 0);
  int why = 0;
  if (::read(trouble.from.get(), &why, sizeof why) == static_cast<ssize_t>(sizeof why))
    return fail_unavailable("exec: " + errno_text(why));
  outcome.output = content_of(output);
  outcome.errors = content_of(errors);
  return outcome;
}

}  // namespace kab::worker

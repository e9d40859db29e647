#include "worker/command_tally.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/text.h"
#include "syscalls/ptrace_tally.h"
#include "wire/protocol.h"
#include "worker/tally.h"

namespace kab::worker {
namespace {

// Looked for by this process: the calls of the search are not the command's.
std::string path_of(const std::string& name) {
  const char* path = std::getenv("PATH");
  if (name.find('/') != name.npos || path == nullptr) return name;
  for (const auto folder : split(path, ':')) {
    auto candidate = std::string(folder) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return name;
}

syscalls::Body body_of(std::vector<std::string> argv) {
  auto found = path_of(argv.front());
  return [program = std::move(found), command = std::move(argv)]() mutable {
    std::signal(SIGPIPE, SIG_DFL);
    std::vector<char*> words;
    for (auto& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    ::execv(program.c_str(), words.data());
    const auto reason = program + ": " + errno_text(errno) + "\n";
    (void)write_all(STDERR_FILENO, reason, "standard error");
    constexpr int kNotExecuted = 127;
    return kNotExecuted;
  };
}

}  // namespace

Result<int> tally_command(const std::string& path, const std::vector<std::string>& argv) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file) return fail_unavailable("cannot write " + path + ": " + errno_text(errno));
  syscalls::PtraceTally counter;
  KAB_TRY(const auto counted, counter.of(body_of(argv)));
  const wire::Reply reply = wire::Tally{.operations = 1, .calls = calls_of(counted.tally)};
  KAB_CHECK(write_all(file.get(), wire::encode(reply), path));
  constexpr int kBySignal = 128;
  return WIFSIGNALED(counted.status) ? kBySignal + WTERMSIG(counted.status)
                                     : WEXITSTATUS(counted.status);
}

}  // namespace kab::worker

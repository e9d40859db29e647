// kab-worker: the measured process. Reads one request, measures, and then writes all its replies at
// once, so that nobody wakes up beside a measurement.
#include <csignal>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "base/files.h"
#include "wire/protocol.h"
#include "worker/check.h"
#include "worker/command_tally.h"
#include "worker/guest_init.h"
#include "worker/line_input.h"
#include "worker/list.h"
#include "worker/session.h"
#include "worker/vdso_dump.h"
#include "workloads/workload.h"

namespace kab::worker {
namespace {

constexpr std::string_view kHelp =
    "usage: kab-worker [--list | --list-checks | --vdso | --version | --help]\n"
    "       kab-worker --tally FILE COMMAND...\n"
    "\n"
    "The process that kab measures. Without an option it reads one request line from\n"
    "standard input and answers on standard output; see docs/worker-protocol.md.\n"
    "\n"
    "  --list         the workloads it has, one JSON object a line\n"
    "  --list-checks  the checks of the kernel that it has, one JSON object a line\n"
    "  --vdso         the mappings and the bytes of its own vDSO\n"
    "  --tally        counts the system calls of a command, into a new file\n"
    "  --version      its version, protocol and ABI\n"
    "  --help         this text\n";

std::string version_text() {
  return "kab-worker " KAB_WORKER_VERSION " (protocol " + std::to_string(wire::kVersion) + ", " +
         std::string(workloads::kAbi) + ")\n";
}

std::string replies_to_standard_input() {
  const auto line = read_line(STDIN_FILENO);
  const std::vector<wire::Reply> replies =
      line ? answer(*line)
           : std::vector<wire::Reply>{
                 wire::Refusal{.kind = line.error().kind, .reason = line.error().message}};
  std::string lines;
  for (const auto& reply : replies) lines += wire::encode(reply);
  return lines;
}

int usage_error(std::string_view word) {
  const std::string message =
      "kab-worker: unknown argument " + std::string(word) + "; see kab-worker --help\n";
  std::fputs(message.c_str(), stderr);
  return exit_code_of(ErrorKind::kInput);
}

int put(std::string_view bytes) {
  const auto written = write_all(STDOUT_FILENO, bytes, "standard output");
  if (written) return 0;
  std::fprintf(stderr, "kab-worker: %s\n", written.error().message.c_str());
  return exit_code_of(written.error().kind);
}

int tally(std::span<const std::string_view> words) {
  constexpr std::size_t kFewest = 2;
  if (words.size() < kFewest) {
    std::fputs("kab-worker: --tally takes a file and a command; see kab-worker --help\n", stderr);
    return exit_code_of(ErrorKind::kInput);
  }
  const auto status = tally_command(std::string(words[0]), {words.begin() + 1, words.end()});
  if (status) return *status;
  std::fprintf(stderr, "kab-worker: %s\n", status.error().message.c_str());
  return exit_code_of(status.error().kind);
}

int real_main(const std::vector<std::string_view>& arguments) {
  // A reader that went away is an error with a message, not a death.
  std::signal(SIGPIPE, SIG_IGN);
  if (arguments.empty()) return put(replies_to_standard_input());
  if (arguments[0] == "--tally") return tally(std::span(arguments).subspan(1));
  if (arguments.size() > 1) return usage_error(arguments[1]);
  if (arguments[0] == "--list") return put(list_of_workloads());
  if (arguments[0] == "--list-checks") return put(list_of_checks());
  if (arguments[0] == "--vdso") return put(vdso_dump());
  if (arguments[0] == "--version") return put(version_text());
  if (arguments[0] == "--help") return put(kHelp);
  return usage_error(arguments[0]);
}

}  // namespace
}  // namespace kab::worker

int main(int argc, char** argv) {
  if (kab::worker::is_guest_init(argv[0])) kab::worker::run_as_guest_init();
  return kab::worker::real_main(std::vector<std::string_view>(argv + 1, argv + argc));
}

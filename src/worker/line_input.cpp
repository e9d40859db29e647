#include "worker/line_input.h"

#include <cerrno>

#include <unistd.h>

namespace kab::worker {

Result<std::string> read_line(int fd) {
  std::string line;
  while (line.size() < kLongestLine) {
    char next = '\0';
    const ssize_t got = ::read(fd, &next, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_input("cannot read the request: " + errno_text(errno));
    if (got == 1 && next != '\n') {
      line += next;
      continue;
    }
    if (got == 0 && line.empty()) return fail_input("no request on standard input");
    return line;
  }
  return fail_input("the request is longer than " + std::to_string(kLongestLine) + " bytes");
}

}  // namespace kab::worker

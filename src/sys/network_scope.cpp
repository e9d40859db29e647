#include "sys/network_scope.h"

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "sys/private_network.h"
#include "sys/settings.h"

namespace kab::sys {
namespace {

// Whether this process may write the file. Asked by opening it, which changes nothing: access(2)
// leaves out the capabilities that make an ordinary user the master of a namespace of his own.
bool may_write(const std::string& path) {
  return static_cast<bool>(Fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC)));
}

// In the child: one byte a name, '1' where the namespace has a writable file of it.
[[noreturn]] void answer(int out, const std::vector<std::string>& names) {
  std::string found;
  if (enter_private_network()) {
    for (const auto& name : names) {
      const auto path = sysctl_path(name);
      found += path && may_write(*path) ? '1' : '0';
    }
  }
  ::_exit(write_all(out, found, "pipe") ? 0 : 1);
}

}  // namespace

Result<std::vector<std::string>> missing_in_private_network(const std::vector<std::string>& names) {
  KAB_CHECK(private_network_available());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail_unavailable("cannot make a pipe: " + errno_text(errno));
  const Fd in(ends[0]);
  Fd out(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return fail_unavailable("cannot start a process: " + errno_text(errno));
  if (child == 0) answer(out.get(), names);
  out.reset();
  auto found = read_all(in.get(), "pipe");
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (!found) return std::unexpected(std::move(found).error());
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (i >= found->size() || (*found)[i] != '1') missing.push_back(names[i]);
  return missing;
}

}  // namespace kab::sys

#include "sys/private_network.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab::sys {
namespace {

/// Why the kernel refuses namespaces, where one of its own settings says so.
std::string obstacle(int error_number) {
  const auto holds = [](const char* name, std::string_view value) {
    return read_line_or_empty(std::string("/proc/sys/") + name) == value;
  };
  if (error_number == ENOSPC || error_number == EUSERS)
    return "the limit user.max_user_namespaces or user.max_net_namespaces is reached";
  if (error_number == EINVAL || error_number == ENOSYS)
    return "this kernel has no network or user namespaces";
  if (holds("kernel/unprivileged_userns_clone", "0"))
    return "kernel.unprivileged_userns_clone is 0; set it to 1 or run as root";
  if (holds("kernel/apparmor_restrict_unprivileged_userns", "1"))
    return "kernel.apparmor_restrict_unprivileged_userns is 1; set it to 0 or run as root";
  if (holds("user/max_user_namespaces", "0"))
    return "user.max_user_namespaces is 0; raise it or run as root";
  return "a container without CAP_SYS_ADMIN, or a seccomp or security policy, forbids it";
}

std::unexpected<Error> refused(std::string_view what, int error_number) {
  return fail_unavailable("no private network namespace: " + std::string(what) + ": " +
                          errno_text(error_number) + "; " + obstacle(error_number));
}

Result<void> write_map(const char* path, const std::string& line) {
  const Fd file(::open(path, O_WRONLY | O_CLOEXEC));
  const auto size = static_cast<ssize_t>(line.size());
  if (!file || ::write(file.get(), line.data(), line.size()) != size) return refused(path, errno);
  return {};
}

std::string identity_map(unsigned id) {
  return std::to_string(id) + " " + std::to_string(id) + " 1";
}

Result<void> enter_with_user_namespace() {
  const unsigned uid = ::geteuid();
  const unsigned gid = ::getegid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
    return refused("unshare(CLONE_NEWUSER|CLONE_NEWNET)", errno);
  // Without "deny" a user may not write his group's map.
  KAB_CHECK(write_map("/proc/self/setgroups", "deny"));
  KAB_CHECK(write_map("/proc/self/uid_map", identity_map(uid)));
  return write_map("/proc/self/gid_map", identity_map(gid));
}

Result<void> bring_loopback_up() {
  // Any socket takes these requests; this family needs no IPv4 in the kernel.
  const Fd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket) return refused("socket", errno);
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", sizeof "lo");
  if (::ioctl(socket.get(), SIOCGIFFLAGS, &request) != 0) return refused("reading lo", errno);
  request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
  if (::ioctl(socket.get(), SIOCSIFFLAGS, &request) != 0) return refused("bringing lo up", errno);
  return {};
}

}  // namespace

Result<void> enter_private_network() {
  if (::unshare(CLONE_NEWNET) != 0) {
    if (errno != EPERM) return refused("unshare(CLONE_NEWNET)", errno);
    KAB_CHECK(enter_with_user_namespace());
  }
  return bring_loopback_up();
}

Result<void> private_network_available() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail_unavailable("cannot open a pipe: " + errno_text(errno));
  const Fd read_end(ends[0]);
  Fd write_end(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return fail_unavailable("cannot fork: " + errno_text(errno));
  if (child == 0) {
    const auto entered = enter_private_network();
    const bool told = entered || write_all(write_end.get(), entered.error().message, "pipe");
    ::_exit(told && entered ? 0 : 1);
  }
  write_end.reset();
  const auto reason = read_all(read_end.get(), "pipe");
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return fail_unavailable(reason && !reason->empty() ? *reason : "no private network namespace");
}

}  // namespace kab::sys

#include "sys/host_lock.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"

namespace kab::sys {
namespace {

constexpr std::string_view kSign = "kab-trial";

}  // namespace

Result<Fd> lock_host(const std::string& folder) {
  const std::string path = folder + "/lock";
  Fd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return fail_unavailable("cannot open the lock " + path + ": " + errno_text(errno));
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK)
      return fail_unavailable("cannot lock " + path + ": " + errno_text(errno));
    const std::string holder = read_line_or_empty(path);
    return fail_unavailable("another kab" + (holder.empty() ? "" : " (process " + holder + ")") +
                            " is changing settings of this host; wait for it to end");
  }
  // The lock file is never removed: somebody may wait on the very file that would go.
  if (::ftruncate(file.get(), 0) != 0)
    return fail_unavailable("cannot write " + path + ": " + errno_text(errno));
  KAB_CHECK(write_all(file.get(), std::to_string(::getpid()) + "\n", path));
  return file;
}

bool host_is_locked(const std::string& folder) {
  const Fd file(::open((folder + "/lock").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  return file && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

std::optional<Fd> announce_trial() {
  Fd sign(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // A leading zero byte: an abstract name, which no file holds and no crash leaves behind.
  std::memcpy(address.sun_path + 1, kSign.data(), kSign.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + kSign.size());
  if (!sign || ::bind(sign.get(), reinterpret_cast<const sockaddr*>(&address), length) == 0)
    return sign;
  if (errno == EADDRINUSE) return {};
  return Fd();
}

}  // namespace kab::sys

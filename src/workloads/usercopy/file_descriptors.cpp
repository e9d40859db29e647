#include "workloads/usercopy/file_descriptors.h"

#include <array>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/files.h"

namespace kab::workloads {
namespace {

std::unexpected<Error> failed(std::string_view call) {
  return fail_unavailable(std::string(call) + ": " + errno_text(errno));
}

}  // namespace

Result<Fd> open_device(std::string_view name) {
  const std::string path = "/dev/" + std::string(name);
  Fd fd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!fd) return failed("open " + path);
  return fd;
}

Result<Fd> file_in_memory(std::uint64_t bytes) {
  Fd fd(::memfd_create("kab", MFD_CLOEXEC));
  if (!fd) return failed("memfd_create");
  KAB_CHECK(write_all(fd.get(), std::string(static_cast<std::size_t>(bytes), 'k'), "a memfd"));
  return fd;
}

Result<Fd> ready_event() {
  Fd fd(::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!fd) return failed("eventfd");
  return fd;
}

Result<Pipe> open_pipe() {
  std::array<int, 2> raw = {-1, -1};
  if (::pipe2(raw.data(), O_CLOEXEC | O_NONBLOCK) != 0) return failed("pipe");
  return Pipe{.reader = Fd(raw[0]), .writer = Fd(raw[1])};
}

Result<SocketPair> datagram_pair() {
  std::array<int, 2> raw = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, raw.data()) != 0)
    return failed("socketpair(AF_UNIX)");
  return SocketPair{.sender = Fd(raw[0]), .receiver = Fd(raw[1])};
}

}  // namespace kab::workloads

#include "workloads/ipc/sockets.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <unistd.h>

#include "base/file_tree.h"
#include "base/text.h"

namespace kab::workloads {
namespace {

std::unexpected<Error> failed(std::string_view call, int error_number) {
  return fail_unavailable(std::string(call) + ": " + errno_text(error_number));
}

Result<void> listen_on(const NamedSocket& socket) {
  if (::listen(socket.fd.get(), 1) != 0) return failed("listen", errno);
  return {};
}

Result<Ends> connected_pair(int type) {
  std::array<int, 2> raw = {-1, -1};
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, raw.data()) != 0)
    return failed("socketpair(AF_UNIX)", errno);
  return Ends{.writer = Fd(raw[0]), .reader = Fd(raw[1])};
}

Result<Ends> accepted(SocketNames& names, int type) {
  KAB_TRY(const NamedSocket listener, names.bind(type));
  KAB_CHECK(listen_on(listener));
  Ends ends;
  KAB_TRY(ends.writer, unix_socket(type));
  KAB_CHECK(connect_to(ends.writer, listener));
  ends.reader = Fd(::accept4(listener.fd.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!ends.reader) return failed("accept", errno);
  return ends;
}

Result<Ends> datagram_ends(SocketNames& names, Directions directions) {
  KAB_TRY(NamedSocket reader, names.bind(SOCK_DGRAM));
  KAB_TRY(NamedSocket writer, names.bind(SOCK_DGRAM));
  KAB_CHECK(connect_to(writer.fd, reader));
  if (directions == Directions::kBothWays) KAB_CHECK(connect_to(reader.fd, writer));
  return Ends{.writer = std::move(writer.fd), .reader = std::move(reader.fd)};
}

}  // namespace

Result<std::unique_ptr<SocketNames>> SocketNames::make(Kind kind) {
  std::unique_ptr<SocketNames> names(new SocketNames);
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &names->old_mask_);
  if (kind == Kind::kPath) KAB_CHECK(names->make_folder());
  return names;
}

SocketNames::~SocketNames() {
  if (!folder_.empty()) {
    for (unsigned i = 0; i < bound_; ++i) ::unlink((folder_ + "/" + std::to_string(i)).c_str());
    ::rmdir(folder_.c_str());
  }
  ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

Result<void> SocketNames::make_folder() {
  auto made = make_temporary_folder();
  if (!made)
    return fail_unavailable("bound=path: " + made.error().message +
                            "; let TMPDIR name a folder that can be written to");
  folder_ = std::move(*made);
  return {};
}

Result<NamedSocket> SocketNames::bind(int type) {
  NamedSocket named;
  KAB_TRY(named.fd, unix_socket(type));
  named.address.sun_family = AF_UNIX;
  named.length = sizeof(sa_family_t);
  if (!folder_.empty()) {
    const std::string path = folder_ + "/" + std::to_string(bound_);
    if (path.size() >= sizeof named.address.sun_path)
      return fail_unavailable("the path " + in_quotes(path) +
                              " is too long for a socket; let TMPDIR name a shorter one");
    std::ranges::copy(path, named.address.sun_path);
    named.length = sizeof named.address;
  }
  auto* const address = reinterpret_cast<sockaddr*>(&named.address);
  if (::bind(named.fd.get(), address, named.length) != 0)
    return failed("bind " + in_quotes(folder_.empty() ? "an abstract name" : folder_), errno);
  ++bound_;
  named.length = sizeof named.address;
  if (::getsockname(named.fd.get(), address, &named.length) != 0)
    return failed("getsockname", errno);
  return named;
}

Result<Fd> unix_socket(int type) {
  Fd fd(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  if (!fd) return failed("socket(AF_UNIX)", errno);
  return fd;
}

Result<void> connect_to(const Fd& fd, const NamedSocket& to) {
  const auto* const address = reinterpret_cast<const sockaddr*>(&to.address);
  if (::connect(fd.get(), address, to.length) != 0) return failed("connect", errno);
  return {};
}

Param bound_param() {
  return {.name = "bound",
          .default_value = "pair",
          .meaning = "how the sockets find each other: a pair, or one is bound to a name",
          .choices = "pair|path|abstract",
          .off = "pair"};
}

Result<Ends> unix_ends(int type, std::string_view bound, Directions directions) {
  if (bound == "pair") return connected_pair(type);
  KAB_TRY(const auto names, SocketNames::make(bound == "path" ? SocketNames::Kind::kPath
                                                              : SocketNames::Kind::kAbstract));
  return type == SOCK_DGRAM ? datagram_ends(*names, directions) : accepted(*names, type);
}

}  // namespace kab::workloads

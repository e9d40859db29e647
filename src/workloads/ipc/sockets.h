// Connected AF_UNIX sockets: pairs without names, and sockets bound to a name and connected to.
#pragma once

#include <array>
#include <csignal>
#include <memory>
#include <string>
#include <string_view>

#include <sys/socket.h>
#include <sys/un.h>

#include "base/fd.h"
#include "base/result.h"
#include "workloads/params.h"

namespace kab::workloads {

/// A socket and the name by which others connect to it.
struct NamedSocket {
  Fd fd;
  sockaddr_un address = {};
  socklen_t length = 0;
};

/// Where the names of sockets come from. Names in the abstract namespace are the kernel's choice
/// (autobind, unix(7)) and go with their sockets. Paths are in a folder of their own, which this
/// removes; signals wait while it lives, so that Ctrl-C leaves none behind.
class SocketNames {
 public:
  enum class Kind { kPath, kAbstract };

  /// kUnavailable when there is no folder for paths ($TMPDIR, or /tmp).
  static Result<std::unique_ptr<SocketNames>> make(Kind kind);

  ~SocketNames();
  SocketNames(const SocketNames&) = delete;
  SocketNames& operator=(const SocketNames&) = delete;

  /// A new socket of this type with a new name.
  Result<NamedSocket> bind(int type);

 private:
  SocketNames() = default;
  Result<void> make_folder();

  std::string folder_;  // empty: abstract names
  unsigned bound_ = 0;
  sigset_t old_mask_ = {};
};

Result<Fd> unix_socket(int type);

/// connect() of `fd` to the name of `to`.
Result<void> connect_to(const Fd& fd, const NamedSocket& to);

/// Connected ends. Datagrams go from `writer` to `reader`, and back only where kBothWays.
struct Ends {
  Fd writer;
  Fd reader;
};

enum class Directions { kOneWay, kBothWays };

/// The parameter `bound`, and the ends that it asks for: a socketpair, or `reader` has a name, of
/// which `writer` has made use. kUnavailable, with the reason, where that cannot be.
Param bound_param();
Result<Ends> unix_ends(int type, std::string_view bound, Directions directions);

}  // namespace kab::workloads

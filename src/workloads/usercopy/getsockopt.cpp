// getsockopt: four bytes out, by a copy whose size the program chooses: copy_to_sockptr(optval, &v,
// len) of sk_getsockopt() is a checked copy from the kernel's stack, about the smallest there is.
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/file_descriptors.h"

namespace kab::workloads {
namespace {

// By number: the C library of i386 asks for all socket calls through one, socketcall.
Result<Instance> make_getsockopt(const ParamValues&, std::span<const int>) {
  KAB_TRY(SocketPair pair, datagram_pair());
  return tried_call_loop("getsockopt", [pair = std::move(pair)] {
    int value = 0;
    socklen_t length = sizeof value;
    return ::syscall(SYS_getsockopt, pair.sender.get(), SOL_SOCKET, SO_SNDBUF, &value, &length) ==
           0;
  });
}

}  // namespace

Workload describe_getsockopt() {
  return {
      .name = "getsockopt",
      .summary = "getsockopt() of one number: a checked copy of four bytes",
      .operation = "one getsockopt(SO_SNDBUF)",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "getsockopt", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {checked_copy("value", 4), constant_copy("its length", 4, 2)};
      },
      .make = &make_getsockopt,
  };
}

}  // namespace kab::workloads

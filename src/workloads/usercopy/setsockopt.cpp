// setsockopt: four bytes in, by copy_from_sockptr(&val, optval, sizeof(val)): a constant size, so
// against getsockopt it shows what the check of four bytes costs.
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/file_descriptors.h"

namespace kab::workloads {
namespace {

// By number: the C library of i386 asks for all socket calls through one, socketcall.
Result<Instance> make_setsockopt(const ParamValues&, std::span<const int>) {
  KAB_TRY(SocketPair pair, datagram_pair());
  return tried_call_loop("setsockopt", [pair = std::move(pair)] {
    const int value = 1;
    return ::syscall(SYS_setsockopt, pair.sender.get(), SOL_SOCKET, SO_RCVLOWAT, &value,
                     sizeof value) == 0;
  });
}

}  // namespace

Workload describe_setsockopt() {
  return {
      .name = "setsockopt",
      .summary = "setsockopt() of one number: a copy of a constant size, never checked",
      .operation = "one setsockopt(SO_RCVLOWAT)",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "setsockopt", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {constant_copy("value", 4)};
      },
      .make = &make_setsockopt,
  };
}

}  // namespace kab::workloads

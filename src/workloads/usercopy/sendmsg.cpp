// sendmsg: one datagram of several pieces to oneself and back, with all the small copies around it:
// the message's header (copy_msghdr_from_user()), the array of pieces, what recvmsg() answers. The
// datagram's bytes are one checked copy each way (copy_from_iter(), copy_to_iter()).
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/file_descriptors.h"
#include "workloads/usercopy/pieces.h"

namespace kab::workloads {
namespace {

// By number: the C library of i386 asks for all socket calls through one, socketcall.
Result<Instance> make_sendmsg(const ParamValues& params, std::span<const int>) {
  KAB_TRY(SocketPair pair, datagram_pair());
  Pieces pieces(params.number("pieces"), params.number("size"));
  return tried_call_loop("sendmsg and recvmsg",
                         [pair = std::move(pair), pieces = std::move(pieces)]() mutable {
                           msghdr message = {};
                           message.msg_iov = pieces.data();
                           message.msg_iovlen = pieces.count();
                           return ::syscall(SYS_sendmsg, pair.sender.get(), &message, 0) > 0 &&
                                  ::syscall(SYS_recvmsg, pair.receiver.get(), &message, 0) > 0;
                         });
}

double all_bytes(const ParamValues& params) {
  return static_cast<double>(params.number("pieces") * params.number("size"));
}

}  // namespace

Workload describe_sendmsg() {
  return {
      .name = "sendmsg",
      .summary = "a datagram of several pieces there and back: headers, arrays and bytes",
      .operation = "one sendmsg() and one recvmsg() of `pieces` pieces of `size` bytes",
      .params = {{.name = "pieces",
                  .default_value = "8",
                  .meaning = "pieces of a datagram",
                  .range = Range{.min = 1, .max = 64}},
                 {.name = "size",
                  .default_value = "16",
                  .meaning = "bytes of a piece",
                  // All of a datagram still lies in the head of its buffer.
                  .range = Range{.min = 1, .max = 250}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "sendmsg", .per_operation = 1}, {.name = "recvmsg", .per_operation = 1}};
      },
      .bytes_per_operation = &all_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        return {constant_copy("struct msghdr", sizeof(msghdr), 2),
                iovec_copy(2 * params.number("pieces")),
                checked_copy("bytes sent", all_bytes(params)),
                checked_copy("bytes received", all_bytes(params)),
                constant_copy("flags", 4),
                constant_copy("length of ancillary data", sizeof(long))};
      },
      .make = &make_sendmsg,
  };
}

}  // namespace kab::workloads

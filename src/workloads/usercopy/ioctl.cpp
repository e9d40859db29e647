// ioctl: requests that copy a number or a small structure, both of sizes that the compiler knows:
// put_user() of pipe_ioctl(), and struct ifreq in and out by get_user_ifreq() and put_user_ifreq().
#include <cstring>

#include <net/if.h>
#include <sys/ioctl.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/file_descriptors.h"

namespace kab::workloads {
namespace {

Result<Instance> make_fionread() {
  KAB_TRY(Pipe pipe, open_pipe());
  return tried_call_loop("ioctl(FIONREAD)", [pipe = std::move(pipe)] {
    int bytes = 0;
    return ::ioctl(pipe.reader.get(), FIONREAD, &bytes) == 0;
  });
}

Result<Instance> make_siocgifindex() {
  KAB_TRY(SocketPair pair, datagram_pair());
  ifreq request = {};
  std::strncpy(request.ifr_name, "lo", sizeof request.ifr_name - 1);
  return tried_call_loop("ioctl(SIOCGIFINDEX) of lo", [pair = std::move(pair), request]() mutable {
    return ::ioctl(pair.sender.get(), SIOCGIFINDEX, &request) == 0;
  });
}

Result<Instance> make_ioctl(const ParamValues& params, std::span<const int>) {
  return params.text("request") == "fionread" ? make_fionread() : make_siocgifindex();
}

}  // namespace

Workload describe_ioctl() {
  return {
      .name = "ioctl",
      .summary = "an ioctl() that copies a number or a small structure, never checked",
      .operation = "one ioctl()",
      .params = {{.name = "request",
                  .default_value = "fionread",
                  .meaning =
                      "bytes in a pipe (4 bytes out) or an interface's index (ifreq both ways)",
                  .choices = "fionread|siocgifindex"}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "ioctl", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        if (params.text("request") == "fionread") return {constant_copy("number of bytes", 4)};
        return {constant_copy("struct ifreq", sizeof(ifreq), 2)};
      },
      .make = &make_ioctl,
  };
}

}  // namespace kab::workloads

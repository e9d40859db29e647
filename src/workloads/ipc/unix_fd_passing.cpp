// unix-fd-passing: descriptors sent over AF_UNIX (SCM_RIGHTS). A passed AF_UNIX socket is more than
// another file: the kernel counts those in flight and looks for circles of them.
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/eventfd.h>
#include <unistd.h>

#include "workloads/ipc/transfer.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

/// Room for few messages only: descriptors in flight count against the sender's `ulimit -n`.
constexpr int kSendBuffer = 8192;

/// One message of a byte, with room for one descriptor.
class Parcel {
 public:
  Parcel() {
    vector_ = {.iov_base = &byte_, .iov_len = 1};
    header_.msg_iov = &vector_;
    header_.msg_iovlen = 1;
  }
  Parcel(const Parcel&) = delete;
  Parcel& operator=(const Parcel&) = delete;

  const msghdr* with(int fd) {
    clear();
    cmsghdr* const control = CMSG_FIRSTHDR(&header_);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(control), &fd, sizeof fd);
    return &header_;
  }

  msghdr* clear() {
    header_.msg_control = control_.data();
    header_.msg_controllen = control_.size();
    return &header_;
  }

  /// The descriptor that came, or nothing.
  Fd received() {
    const cmsghdr* const control = CMSG_FIRSTHDR(&header_);
    int fd = -1;
    if (control != nullptr && control->cmsg_type == SCM_RIGHTS)
      std::memcpy(&fd, CMSG_DATA(control), sizeof fd);
    return Fd(fd);
  }

 private:
  char byte_ = 0;
  iovec vector_ = {};
  msghdr header_ = {};
  alignas(cmsghdr) std::array<unsigned char, CMSG_SPACE(sizeof(int))> control_ = {};
};

Result<void> send_all(int socket, int passed, std::uint64_t n, Partners* partners) {
  Parcel parcel;
  const msghdr* const message = parcel.with(passed);
  while (n > 0) {
    if (::sendmsg(socket, message, 0) == 1) [[likely]] {
      --n;
    } else {
      KAB_CHECK(recover("sendmsg", errno, partners));
    }
  }
  return {};
}

Result<void> receive_all(int socket, std::uint64_t n) {
  Parcel parcel;
  while (n > 0) {
    const ssize_t got = ::recvmsg(socket, parcel.clear(), MSG_CMSG_CLOEXEC);
    if (got == 1) [[likely]] {
      if (!parcel.received())
        return fail_unavailable("recvmsg: the descriptor was left out; is ulimit -n reached?");
      --n;
    } else {
      KAB_CHECK(recover("recvmsg", got == 0 ? ECONNRESET : errno, nullptr));
    }
  }
  return {};
}

Result<Fd> what_is_passed(const std::string& what) {
  if (what == "socket") return unix_socket(SOCK_STREAM);
  Fd fd(::eventfd(0, EFD_CLOEXEC));
  if (!fd) return fail_unavailable("eventfd: " + errno_text(errno));
  return fd;
}

Result<Instance> make_unix_fd_passing(const ParamValues& params, std::span<const int> pin) {
  KAB_TRY(Fd passed, what_is_passed(params.text("passed")));
  KAB_TRY(Ends ends, unix_ends(SOCK_SEQPACKET, "pair", Directions::kOneWay));
  if (::setsockopt(ends.writer.get(), SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer) != 0)
    return fail_unavailable("setsockopt(SO_SNDBUF): " + errno_text(errno));
  std::vector<Partners::Role> roles;
  roles.push_back({.name = "receiver", .work = [fd = std::move(ends.reader)](std::uint64_t n) {
                     return receive_all(fd.get(), n);
                   }});
  Instance instance;
  KAB_TRY(instance.partners, Partners::start(std::move(roles), pin));
  instance.run = [fd = std::move(ends.writer), passed = std::move(passed),
                  partners = instance.partners.get()](std::uint64_t n) -> Result<void> {
    if (n == 0) return {};
    KAB_CHECK(partners->begin(n));
    KAB_CHECK(send_all(fd.get(), passed.get(), n, partners));
    return partners->wait();
  };
  return instance;
}

}  // namespace

Workload describe_unix_fd_passing() {
  return {
      .name = "unix-fd-passing",
      .summary = "descriptors passed from one process to another over AF_UNIX",
      .operation = "one descriptor sent with a byte, received and closed",
      .params = {{.name = "passed",
                  .default_value = "eventfd",
                  .meaning = "what the descriptor is",
                  .choices = "eventfd|socket"}},
      .roles = {"sender", "receiver"},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        // 32-bit C libraries put all of a socket's calls through one.
        if (kAbi == "i386")
          return {{.name = "socketcall", .per_operation = 2},
                  {.name = "close", .per_operation = 1}};
        return {{.name = "sendmsg", .per_operation = 1},
                {.name = "recvmsg", .per_operation = 1},
                {.name = "close", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {{.what = "control message", .bytes = CMSG_SPACE(sizeof(int))},
                {.what = "message written", .bytes = 1},
                {.what = "message read", .bytes = 1}};
      },
      .make = &make_unix_fd_passing,
  };
}

}  // namespace kab::workloads

// unix-dgram-fanin: several writers to one reader's AF_UNIX datagram socket, the case in which
// writers wait for room in the reader's queue (net.unix.max_dgram_qlen) and are woken out of it.
// They wait in write(), or in poll() or epoll_wait() for a socket that does not block; what was
// said to be writable may refuse all the same, since another writer can be faster or the kernel
// careful, and is then asked again.
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

/// Waits until one socket can be written to.
class Writable {
 public:
  static Result<Writable> by_poll(int fd) { return Writable(fd, Fd()); }

  static Result<Writable> by_epoll(int fd) {
    Fd epoll(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll) return fail_unavailable("epoll_create1: " + errno_text(errno));
    epoll_event event = {.events = EPOLLOUT, .data = {}};
    if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0)
      return fail_unavailable("epoll_ctl: " + errno_text(errno));
    return Writable(fd, std::move(epoll));
  }

  Result<void> wait() const {
    epoll_event event = {};
    pollfd asked = {.fd = fd_, .events = POLLOUT, .revents = 0};
    const int ready = epoll_ ? ::epoll_wait(epoll_.get(), &event, 1, -1) : ::poll(&asked, 1, -1);
    return ready > 0 ? Result<void>() : recover(epoll_ ? "epoll_wait" : "poll", errno, nullptr);
  }

 private:
  Writable(int fd, Fd epoll) : fd_(fd), epoll_(std::move(epoll)) {}

  int fd_;
  Fd epoll_;  // none: poll()
};

Result<void> write_when_writable(int fd, const Writable& writable, std::span<const char> message,
                                 std::uint64_t n) {
  while (n > 0) {
    if (::write(fd, message.data(), message.size()) >= 0) [[likely]] {
      --n;  // a datagram is sent as a whole
    } else if (errno == EAGAIN) {
      KAB_CHECK(writable.wait());
    } else {
      KAB_CHECK(recover("write", errno, nullptr));
    }
  }
  return {};
}

Result<Partners::Work> work_of(Fd writer, const std::string& mode, std::vector<char> message) {
  if (mode == "blocking")
    return [fd = std::move(writer), message = std::move(message)](std::uint64_t n) {
      return write_messages(fd.get(), message, n, nullptr);
    };
  if (::fcntl(writer.get(), F_SETFL, O_NONBLOCK) != 0)
    return fail_unavailable("fcntl(O_NONBLOCK): " + errno_text(errno));
  KAB_TRY(Writable writable,
          mode == "poll" ? Writable::by_poll(writer.get()) : Writable::by_epoll(writer.get()));
  return [fd = std::move(writer), writable = std::move(writable), message = std::move(message)](
             std::uint64_t n) { return write_when_writable(fd.get(), writable, message, n); };
}

Result<Instance> make_unix_dgram_fanin(const ParamValues& params, std::span<const int> pin) {
  std::vector<char> buffer(static_cast<std::size_t>(params.number("size")));
  KAB_TRY(auto names,
          SocketNames::make(params.text("bound") == "path" ? SocketNames::Kind::kPath
                                                           : SocketNames::Kind::kAbstract));
  KAB_TRY(NamedSocket reader, names->bind(SOCK_DGRAM));
  std::vector<Partners::Role> roles;
  for (std::uint64_t i = 0; i < params.number("writers"); ++i) {
    KAB_TRY(Fd writer, unix_socket(SOCK_DGRAM));
    KAB_CHECK(connect_to(writer, reader));
    KAB_TRY(Partners::Work work, work_of(std::move(writer), params.text("mode"), buffer));
    roles.push_back({.name = "writer", .work = std::move(work)});
  }
  names.reset();  // all are connected; signals go on before anybody is forked
  Instance instance;
  KAB_TRY(instance.partners, Partners::start(std::move(roles), pin));
  instance.run = [fd = std::move(reader.fd), buffer,
                  partners = instance.partners.get()](std::uint64_t n) mutable -> Result<void> {
    if (n == 0) return {};
    KAB_CHECK(partners->begin(n));
    KAB_CHECK(read_messages(fd.get(), buffer, n, Framing::kMessages, partners));
    return partners->wait();
  };
  return instance;
}

std::vector<Param> fanin_params() {
  std::vector<Param> params = {{.name = "writers",
                                .default_value = "4",
                                .meaning = "processes that send",
                                .range = Range{.min = 1, .max = 64}},
                               {.name = "mode",
                                .default_value = "blocking",
                                .meaning = "how a writer waits for room",
                                .choices = "blocking|epoll|poll",
                                .off = "blocking"}};
  const auto of_messages = message_params(65'536);
  params.insert(params.end(), of_messages.begin(), of_messages.end());
  params.push_back({.name = "bound",
                    .default_value = "abstract",
                    .meaning = "the name of the reader's socket",
                    .choices = "path|abstract",
                    .off = "abstract"});
  return params;
}

std::vector<ExpectedCall> calls_of_fanin(const ParamValues& params) {
  if (params.text("mode") == "blocking") return write_and_read(params);
  return {{.name = "write", .per_operation = 1, .often = Often::kAtLeast},
          {.name = "read", .per_operation = 1},
          {.name = params.text("mode") == "poll" ? "poll" : "epoll_wait",
           .per_operation = 0,
           .often = Often::kAtLeast}};
}

}  // namespace

Workload describe_unix_dgram_fanin() {
  return {
      .name = "unix-dgram-fanin",
      .summary = "datagrams from several processes to one over AF_UNIX: flow control",
      .operation = "one message sent by one of the writers and received",
      .params = fanin_params(),
      .roles = {"reader", "writer"},
      .calls = &calls_of_fanin,
      .bytes_per_operation = &message_size,
      .copies = &copies_of_unix_datagram,
      .batch = &messages_of_batch,
      .make = &make_unix_dgram_fanin,
  };
}

}  // namespace kab::workloads

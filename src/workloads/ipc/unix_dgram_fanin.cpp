// unix-dgram-fanin: several writers to one reader's AF_UNIX datagram socket, the case in which
// writers wait for room in the reader's queue (net.unix.max_dgram_qlen) and are woken out of it.
#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>

#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

/// The kernel chooses a name in the abstract namespace (autobind, unix(7)): it is in no file system
/// and goes with the socket.
struct BoundReader {
  Fd fd;
  sockaddr_un address = {};
  socklen_t length = 0;
};

std::unexpected<Error> failed(std::string_view call) {
  return fail_unavailable("unix-dgram-fanin: " + std::string(call) + ": " + errno_text(errno));
}

Result<Fd> datagram_socket() {
  Fd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!fd) return failed("socket(AF_UNIX)");
  return fd;
}

Result<BoundReader> bind_reader() {
  BoundReader reader;
  KAB_TRY(reader.fd, datagram_socket());
  reader.address.sun_family = AF_UNIX;
  reader.length = sizeof(reader.address);
  auto* const address = reinterpret_cast<sockaddr*>(&reader.address);
  if (::bind(reader.fd.get(), address, sizeof(sa_family_t)) != 0) return failed("bind");
  if (::getsockname(reader.fd.get(), address, &reader.length) != 0) return failed("getsockname");
  return reader;
}

Result<Fd> connect_writer(const BoundReader& reader) {
  KAB_TRY(Fd fd, datagram_socket());
  const auto* const address = reinterpret_cast<const sockaddr*>(&reader.address);
  if (::connect(fd.get(), address, reader.length) != 0) return failed("connect");
  return fd;
}

Result<Instance> make_unix_dgram_fanin(const ParamValues& params, std::span<const int> pin) {
  std::vector<char> buffer(static_cast<std::size_t>(params.number("size")));
  KAB_TRY(BoundReader reader, bind_reader());
  std::vector<Partners::Role> roles;
  for (std::uint64_t i = 0; i < params.number("writers"); ++i) {
    KAB_TRY(Fd writer, connect_writer(reader));
    roles.push_back({.name = "writer", .work = [fd = std::move(writer), buffer](std::uint64_t n) {
                       return write_messages(fd.get(), buffer, n, nullptr);
                     }});
  }
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
                                .range = Range{.min = 1, .max = kMostPartners}}};
  const auto of_messages = message_params(65'536);
  params.insert(params.end(), of_messages.begin(), of_messages.end());
  return params;
}

}  // namespace

Workload describe_unix_dgram_fanin() {
  return {
      .name = "unix-dgram-fanin",
      .summary = "datagrams from several processes to one over AF_UNIX: flow control",
      .operation = "one message sent by one of the writers and received",
      .params = fanin_params(),
      .roles = {"reader", "writer"},
      .calls = &write_and_read,
      .bytes_per_operation = &message_size,
      .copies = &copies_of_unix_datagram,
      .batch = &messages_of_batch,
      .make = &make_unix_dgram_fanin,
  };
}

}  // namespace kab::workloads

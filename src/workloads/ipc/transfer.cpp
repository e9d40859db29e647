#include "workloads/ipc/transfer.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include <unistd.h>

#include "base/files.h"

namespace kab::workloads {
namespace {

/// What remains of one message; only a signal can have cut it.
Result<void> write_rest(int fd, std::span<const char> rest) {
  return write_all(fd, std::string_view(rest.data(), rest.size()), "the rest of a message");
}

std::unexpected<Error> wrong_size(ssize_t got, std::size_t expected, Partners* partners) {
  if (got == 0 && partners != nullptr)
    return std::unexpected(partners->explain("read", ECONNRESET));
  return fail_unavailable("read: " + std::to_string(got) + " bytes, but messages have " +
                          std::to_string(expected));
}

Result<void> read_whole_messages(int fd, std::span<char> buffer, std::uint64_t n,
                                 Partners* partners) {
  char* const bytes = buffer.data();
  const std::size_t size = buffer.size();
  while (n > 0) {
    const ssize_t got = ::read(fd, bytes, size);
    if (got == static_cast<ssize_t>(size)) [[likely]] {
      --n;
    } else if (got < 0) {
      KAB_CHECK(recover("read", errno, partners));
    } else {
      return wrong_size(got, size, partners);
    }
  }
  return {};
}

Result<void> read_bytes(int fd, std::span<char> buffer, std::uint64_t n, Partners* partners) {
  char* const bytes = buffer.data();
  const std::size_t size = buffer.size();
  std::uint64_t left = n * size;
  while (left > 0) {
    const ssize_t got = ::read(fd, bytes, size);
    if (got > 0) [[likely]] {
      left -= std::min<std::uint64_t>(left, static_cast<std::uint64_t>(got));
    } else if (got < 0) {
      KAB_CHECK(recover("read", errno, partners));
    } else {
      return wrong_size(got, size, partners);
    }
  }
  return {};
}

}  // namespace

Result<void> recover(std::string_view call, int error_number, Partners* partners) {
  if (error_number == EINTR) return partners == nullptr ? Result<void>() : partners->check();
  if (partners != nullptr) return std::unexpected(partners->explain(call, error_number));
  return fail_unavailable(std::string(call) + ": " + errno_text(error_number));
}

Result<void> write_messages(int fd, std::span<const char> message, std::uint64_t n,
                            Partners* partners) {
  const char* const bytes = message.data();
  const std::size_t size = message.size();
  while (n > 0) {
    const ssize_t put = ::write(fd, bytes, size);
    if (put == static_cast<ssize_t>(size)) [[likely]] {
      --n;
    } else if (put < 0) {
      KAB_CHECK(recover("write", errno, partners));
    } else {
      KAB_CHECK(write_rest(fd, message.subspan(static_cast<std::size_t>(put))));
      --n;
    }
  }
  return {};
}

Result<void> read_messages(int fd, std::span<char> buffer, std::uint64_t n, Framing framing,
                           Partners* partners) {
  switch (framing) {
    case Framing::kMessages:
      return read_whole_messages(fd, buffer, n, partners);
    case Framing::kBytes:
      return read_bytes(fd, buffer, n, partners);
  }
  return {};
}

Result<Instance> one_to_one(Ends ends, std::uint64_t size, Framing framing,
                            std::span<const int> pin) {
  std::vector<char> buffer(static_cast<std::size_t>(size));
  std::vector<Partners::Role> roles;
  // The reader's end moves into its work, so the caller has closed it once the fork is done.
  roles.push_back({.name = "reader",
                   .work = [fd = std::move(ends.reader), buffer, framing](std::uint64_t n) mutable {
                     return read_messages(fd.get(), buffer, n, framing, nullptr);
                   }});
  Instance instance;
  KAB_TRY(instance.partners, Partners::start(std::move(roles), pin));
  instance.run = [fd = std::move(ends.writer), buffer,
                  partners = instance.partners.get()](std::uint64_t n) -> Result<void> {
    if (n == 0) return {};
    KAB_CHECK(partners->begin(n));
    KAB_CHECK(write_messages(fd.get(), buffer, n, partners));
    return partners->wait();
  };
  return instance;
}

std::vector<ExpectedCall> write_and_read(const ParamValues&) {
  return {{.name = "write", .per_operation = 1}, {.name = "read", .per_operation = 1}};
}

double message_size(const ParamValues& params) {
  return static_cast<double>(params.number("size"));
}

std::vector<Param> message_params(std::uint64_t largest) {
  return {{.name = "size",
           .default_value = "16",
           .meaning = "bytes of a message",
           .range = Range{.min = 1, .max = largest}},
          {.name = "messages",
           .default_value = "0",
           .meaning = "messages of a batch; 0: as many as make a batch long enough",
           .range = Range{.min = 0, .max = 1'000'000'000}}};
}

std::uint64_t messages_of_batch(const ParamValues& params) { return params.number("messages"); }

Workload transfer_over(const UnixTransfer& kind) {
  Workload workload = {
      .name = kind.name,
      .summary = kind.summary,
      .operation = "one message sent and received",
      .params = message_params(kind.largest),
      .roles = {"writer", "reader"},
      .calls = &write_and_read,
      .bytes_per_operation = &message_size,
      .copies = kind.copies,
      .batch = &messages_of_batch,
      .make = [type = kind.type, framing = kind.framing](
                  const ParamValues& params, std::span<const int> pin) -> Result<Instance> {
        KAB_TRY(Ends ends, unix_ends(type, params.text("bound"), Directions::kOneWay));
        return one_to_one(std::move(ends), params.number("size"), framing, pin);
      },
  };
  workload.params.push_back(bound_param());
  return workload;
}

}  // namespace kab::workloads

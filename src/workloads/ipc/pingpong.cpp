#include "workloads/ipc/pingpong.h"

#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace kab::workloads {
namespace {

/// One step of a side: true at once where a whole message went in one call, as it nearly always
/// does; else what write_messages() and read_messages() make of it.
Result<void> put(int fd, std::span<const char> message, Partners* partners) {
  return write_messages(fd, message, 1, partners);
}
Result<void> take(int fd, std::span<char> message, Partners* partners) {
  return read_messages(fd, message, 1, Framing::kBytes, partners);
}

/// Calls `first` and `second` n times in turn; the error of the one that failed.
template <class First, class Second>
Result<void> alternate(std::uint64_t n, LatencyHistogram* latency, First first, Second second) {
  Result<void> outcome;
  repeat(n, latency, [&] {
    if (outcome = first(); !outcome) [[unlikely]]
      return false;
    outcome = second();
    return outcome.has_value();
  });
  return outcome;
}

}  // namespace

Result<Sides> two_pipes() {
  std::array<int, 2> there = {-1, -1};
  std::array<int, 2> back = {-1, -1};
  if (::pipe2(there.data(), O_CLOEXEC) != 0) return fail_unavailable("pipe: " + errno_text(errno));
  Sides sides;
  sides.partner.fd = Fd(there[0]);
  sides.caller.only_for_writing = Fd(there[1]);
  if (::pipe2(back.data(), O_CLOEXEC) != 0) return fail_unavailable("pipe: " + errno_text(errno));
  sides.caller.fd = Fd(back[0]);
  sides.partner.only_for_writing = Fd(back[1]);
  return sides;
}

Result<Instance> ping_pong(Sides sides, std::vector<char> message, const ParamValues& params,
                           std::span<const int> pin) {
  std::vector<Partners::Role> roles;
  roles.push_back({.name = "partner",
                   .work = [side = std::move(sides.partner), message](std::uint64_t n) mutable {
                     return alternate(
                         n, nullptr, [&] { return take(side.in(), message, nullptr); },
                         [&] { return put(side.out(), message, nullptr); });
                   }});
  Instance instance;
  KAB_TRY(instance.partners, Partners::start(std::move(roles), pin));
  auto latency = latency_of(params);
  instance.run = [side = std::move(sides.caller), message = std::move(message),
                  partners = instance.partners.get(),
                  latency = latency.get()](std::uint64_t n) mutable -> Result<void> {
    if (n == 0) return {};
    KAB_CHECK(partners->begin(n));
    KAB_CHECK(alternate(
        n, latency, [&] { return put(side.out(), message, partners); },
        [&] { return take(side.in(), message, partners); }));
    return partners->wait();
  };
  instance.further = further_of(std::move(latency));
  return instance;
}

std::vector<ExpectedCall> round_trip_calls(const ParamValues&) {
  return {{.name = "write", .per_operation = 2}, {.name = "read", .per_operation = 2}};
}

double round_trip_bytes(const ParamValues& params) { return 2 * message_size(params); }

std::vector<Param> round_trip_params(std::uint64_t largest) {
  auto params = message_params(largest);
  params.push_back(latency_param());
  return params;
}

Workload round_trips_over(const UnixTransfer& kind) {
  Workload workload = {
      .name = kind.name,
      .summary = kind.summary,
      .operation = "one message there and one back",
      .params = round_trip_params(kind.largest),
      .roles = {"caller", "partner"},
      .calls = &round_trip_calls,
      .bytes_per_operation = &round_trip_bytes,
      .copies = kind.copies,
      .batch = &messages_of_batch,
      .make = [type = kind.type](const ParamValues& params,
                                 std::span<const int> pin) -> Result<Instance> {
        KAB_TRY(Ends ends, unix_ends(type, params.text("bound"), Directions::kBothWays));
        return ping_pong(
            {.caller = {.fd = std::move(ends.writer)}, .partner = {.fd = std::move(ends.reader)}},
            std::vector<char>(static_cast<std::size_t>(params.number("size"))), params, pin);
      },
  };
  workload.params.push_back(bound_param());
  return workload;
}

}  // namespace kab::workloads

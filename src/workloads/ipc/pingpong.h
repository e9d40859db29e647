// A message there and one back, over and over, between the caller and one partner: what waking
// another process up takes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "workloads/ipc/transfer.h"
#include "workloads/latency.h"
#include "workloads/workload.h"

namespace kab::workloads {

/// What one process reads from and writes to; a socket does both.
struct Side {
  Fd fd;
  Fd only_for_writing = {};

  int in() const { return fd.get(); }
  int out() const { return only_for_writing ? only_for_writing.get() : fd.get(); }
};

struct Sides {
  Side caller;
  Side partner;
};

/// Two pipes, one in each direction.
Result<Sides> two_pipes();

/// n times: the caller writes `message` and waits for as many bytes from the partner, who answers
/// each with the same. Reads may end inside a message, writes must not.
Result<Instance> ping_pong(Sides sides, std::vector<char> message, const ParamValues& params,
                           std::span<const int> pin);

/// Two writes and two reads a round trip.
std::vector<ExpectedCall> round_trip_calls(const ParamValues& params);

/// Payload of both directions.
double round_trip_bytes(const ParamValues& params);

/// message_params() and latency_param().
std::vector<Param> round_trip_params(std::uint64_t largest);

/// Round trips over one AF_UNIX connection, with the parameter `bound`; `kind.copies` is of one
/// direction.
Workload round_trips_over(const UnixTransfer& kind);

}  // namespace kab::workloads

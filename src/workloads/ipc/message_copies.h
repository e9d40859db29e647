// The user copies of a message that is written and read through a pipe or an AF_UNIX socket.
#pragma once

#include <vector>

#include "workloads/workload.h"

namespace kab::workloads {

// For workloads with the parameter `size`, one write and one read a message.
std::vector<UserCopy> copies_of_pipe(const ParamValues& params);
std::vector<UserCopy> copies_of_unix_stream(const ParamValues& params);
std::vector<UserCopy> copies_of_unix_datagram(const ParamValues& params);  // and of seqpacket

/// The copies of one direction, twice an operation.
std::vector<UserCopy> both_ways(std::vector<UserCopy> copies);

}  // namespace kab::workloads

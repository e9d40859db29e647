// The descriptors that read, write and their vectored relatives work on.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace kab::workloads {

/// A device of /dev: "zero" or "null".
Result<Fd> open_device(std::string_view name);

/// A file in memory (memfd, so tmpfs) of `bytes` bytes, all of them there.
Result<Fd> file_in_memory(std::uint64_t bytes);

/// An event that has happened and stays so: readable and writable at any time.
Result<Fd> ready_event();

struct Pipe {
  Fd reader;
  Fd writer;
};

Result<Pipe> open_pipe();

struct SocketPair {
  Fd sender;
  Fd receiver;
};

/// Two connected AF_UNIX datagram sockets.
Result<SocketPair> datagram_pair();

}  // namespace kab::workloads

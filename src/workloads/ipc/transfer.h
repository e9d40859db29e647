// The loops that move messages through a descriptor by plain write() and read(), one call a
// message; shared by the workloads that only differ in what kind of descriptor it is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "workloads/ipc/sockets.h"
#include "workloads/workload.h"

namespace kab::workloads {

enum class Framing {
  kMessages,  // the kernel keeps messages apart
  kBytes,     // a stream: a read may end inside a message
};

/// Writes `message` n times. An interruption asks `partners` (nullptr in a partner) whether all are
/// alive. Errors name the call, or the partner whose end is the reason.
Result<void> write_messages(int fd, std::span<const char> message, std::uint64_t n,
                            Partners* partners);

/// Reads n messages of buffer.size() bytes. End-of-file and, with kMessages, a message of another
/// size are errors.
Result<void> read_messages(int fd, std::span<char> buffer, std::uint64_t n, Framing framing,
                           Partners* partners);

/// After a call that failed with `error_number`: nothing when it should be repeated; otherwise the
/// error, or the partner whose end is the reason.
Result<void> recover(std::string_view call, int error_number, Partners* partners);

/// The caller writes messages of `size` bytes into one end; a forked reader takes them out of the
/// other, and a batch ends when it has them all.
Result<Instance> one_to_one(Ends ends, std::uint64_t size, Framing framing,
                            std::span<const int> pin);

/// One write and one read a message, with size bytes each, as one_to_one() does them.
std::vector<ExpectedCall> write_and_read(const ParamValues& params);
double message_size(const ParamValues& params);

/// The parameters that all of these workloads have: size (1 to `largest` bytes) and messages.
std::vector<Param> message_params(std::uint64_t largest);

/// Messages of a batch, as parameter `messages` has it.
std::uint64_t messages_of_batch(const ParamValues& params);

/// Wherein the workloads that send messages through one AF_UNIX connection differ.
struct UnixTransfer {
  std::string_view name;
  std::string_view summary;
  int type = 0;  // SOCK_...
  Framing framing = Framing::kMessages;
  std::uint64_t largest = 65'536;  // bytes of a message
  std::vector<UserCopy> (*copies)(const ParamValues&) = &no_copies;
};

/// The workload that one_to_one() is over such a connection, with the parameter `bound`, too.
Workload transfer_over(const UnixTransfer& kind);

}  // namespace kab::workloads

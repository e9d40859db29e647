#include "workloads/usercopy/transfer_calls.h"

#include <string>
#include <utility>

#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/file_descriptors.h"

namespace kab::workloads {
namespace {

std::vector<char> buffer_of(const ParamValues& params) {
  return std::vector<char>(static_cast<std::size_t>(params.number("size")));
}

bool is_whole(ssize_t moved, const std::vector<char>& buffer) {
  return moved == static_cast<ssize_t>(buffer.size());
}

Result<Instance> through_pipe(const ParamValues& params) {
  KAB_TRY(Pipe pipe, open_pipe());
  return tried_call_loop(
      "a write to and a read from a pipe",
      [pipe = std::move(pipe), buffer = buffer_of(params)]() mutable {
        return is_whole(::write(pipe.writer.get(), buffer.data(), buffer.size()), buffer) &&
               is_whole(::read(pipe.reader.get(), buffer.data(), buffer.size()), buffer);
      });
}

Result<Instance> at_start_of_file(Direction direction, const ParamValues& params) {
  KAB_TRY(Fd fd, file_in_memory(params.number("size")));
  if (direction == Direction::kRead)
    return tried_call_loop("pread", [fd = std::move(fd), buffer = buffer_of(params)]() mutable {
      return is_whole(::pread(fd.get(), buffer.data(), buffer.size(), 0), buffer);
    });
  return tried_call_loop("pwrite", [fd = std::move(fd), buffer = buffer_of(params)] {
    return is_whole(::pwrite(fd.get(), buffer.data(), buffer.size(), 0), buffer);
  });
}

Result<Instance> with_device(Direction direction, const ParamValues& params) {
  KAB_TRY(Fd fd, open_device(params.text("target")));
  // /dev/null is at its end at once.
  if (direction == Direction::kRead)
    return tried_call_loop("read", [fd = std::move(fd), buffer = buffer_of(params)]() mutable {
      return ::read(fd.get(), buffer.data(), buffer.size()) >= 0;
    });
  return tried_call_loop("write", [fd = std::move(fd), buffer = buffer_of(params)] {
    return is_whole(::write(fd.get(), buffer.data(), buffer.size()), buffer);
  });
}

}  // namespace

std::vector<ExpectedCall> transfer_calls(Direction direction, const ParamValues& params) {
  const bool reads = direction == Direction::kRead;
  const std::string& target = params.text("target");
  if (target == "pipe")
    return {{.name = "write", .per_operation = 1}, {.name = "read", .per_operation = 1}};
  if (target == "file") return {{.name = reads ? "pread64" : "pwrite64", .per_operation = 1}};
  return {{.name = reads ? "read" : "write", .per_operation = 1}};
}

std::vector<UserCopy> transfer_copies(Direction direction, const ParamValues& params) {
  return target_copies(direction, params.text("target"), static_cast<double>(params.number("size")),
                       1);
}

double transfer_bytes(const ParamValues& params) {
  return static_cast<double>(params.number("size"));
}

Result<Instance> make_transfer(Direction direction, const ParamValues& params) {
  const std::string& target = params.text("target");
  if (target == "pipe") return through_pipe(params);
  if (target == "file") return at_start_of_file(direction, params);
  return with_device(direction, params);
}

}  // namespace kab::workloads

#include "workloads/usercopy/vectored_calls.h"

#include <string>
#include <utility>

#include <sys/uio.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/file_descriptors.h"
#include "workloads/usercopy/pieces.h"

namespace kab::workloads {
namespace {

Result<Instance> at_start_of_file(Direction direction, Pieces pieces) {
  KAB_TRY(Fd fd, file_in_memory(pieces.bytes()));
  const int count = static_cast<int>(pieces.count());
  if (direction == Direction::kRead)
    return tried_call_loop("preadv",
                           [fd = std::move(fd), pieces = std::move(pieces), count]() mutable {
                             return ::preadv(fd.get(), pieces.data(), count, 0) > 0;
                           });
  return tried_call_loop("pwritev",
                         [fd = std::move(fd), pieces = std::move(pieces), count]() mutable {
                           return ::pwritev(fd.get(), pieces.data(), count, 0) > 0;
                         });
}

Result<Instance> with_device(Direction direction, std::string_view target, Pieces pieces) {
  KAB_TRY(Fd fd, open_device(target));
  const int count = static_cast<int>(pieces.count());
  if (direction == Direction::kRead)
    return tried_call_loop("readv",
                           [fd = std::move(fd), pieces = std::move(pieces), count]() mutable {
                             return ::readv(fd.get(), pieces.data(), count) >= 0;
                           });
  return tried_call_loop("writev",
                         [fd = std::move(fd), pieces = std::move(pieces), count]() mutable {
                           return ::writev(fd.get(), pieces.data(), count) > 0;
                         });
}

}  // namespace

std::vector<Param> vectored_params() {
  std::vector<Param> params = target_params("zero|null|file");
  params.insert(params.begin(), pieces_param());
  return params;
}

std::vector<ExpectedCall> vectored_calls(Direction direction, const ParamValues& params) {
  const bool reads = direction == Direction::kRead;
  if (params.text("target") == "file")
    return {{.name = reads ? "preadv" : "pwritev", .per_operation = 1}};
  return {{.name = reads ? "readv" : "writev", .per_operation = 1}};
}

std::vector<UserCopy> vectored_copies(Direction direction, const ParamValues& params) {
  const std::uint64_t pieces = params.number("pieces");
  auto copies =
      target_copies(direction, params.text("target"), static_cast<double>(params.number("size")),
                    static_cast<double>(pieces));
  copies.insert(copies.begin(), iovec_copy(pieces));
  return copies;
}

double vectored_bytes(const ParamValues& params) {
  return static_cast<double>(params.number("pieces") * params.number("size"));
}

Result<Instance> make_vectored(Direction direction, const ParamValues& params) {
  Pieces pieces(params.number("pieces"), params.number("size"));
  const std::string& target = params.text("target");
  if (target == "file") return at_start_of_file(direction, std::move(pieces));
  return with_device(direction, target, std::move(pieces));
}

}  // namespace kab::workloads

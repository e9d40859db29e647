// fstat: no path and so no checked copy; against stat it shows what the lookup costs.
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/text.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

// The call of that name; C libraries may take the one by path, with an empty path, instead.
#ifdef SYS_fstat64
constexpr long kNumber = SYS_fstat64;
constexpr double kBytes = 96;
#else
constexpr long kNumber = SYS_fstat;
constexpr double kBytes = 144;
#endif

Result<Instance> make_fstat(const ParamValues& params, std::span<const int>) {
  const std::string& path = params.text("path");
  Fd fd(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!fd) {
    const int why_not = errno;
    const auto reason = "fstat: path=" + in_quotes(path) + ": " + errno_text(why_not);
    // Too many descriptors are open: that is not the path's fault.
    return why_not == EMFILE || why_not == ENFILE ? fail_unavailable(reason) : fail_input(reason);
  }
  alignas(8) std::array<char, 256> answer = {};
  return tried_call_loop("fstat", [fd = std::move(fd), answer]() mutable {
    return ::syscall(kNumber, fd.get(), answer.data()) == 0;
  });
}

}  // namespace

Workload describe_fstat() {
  return {
      .name = "fstat",
      .summary = "fstat() of an open file: one copy of a constant size, never checked",
      .operation = "one fstat()",
      .params = {{.name = "path", .default_value = "/", .meaning = "what to open"}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = by_abi("fstat", "fstat64"), .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {constant_copy("struct stat", kBytes)};
      },
      .make = &make_fstat,
  };
}

}  // namespace kab::workloads

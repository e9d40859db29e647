// select: six checked copies of a few bytes in one call, which is more than any other: three sets
// in (get_fd_set()) and three out (set_fd_set()), as long as the highest descriptor asks for.
#include <array>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/file_descriptors.h"

namespace kab::workloads {
namespace {

// By number: C libraries make pselect6 of it.
#ifdef SYS__newselect
constexpr long kNumber = SYS__newselect;
#else
constexpr long kNumber = SYS_select;
#endif

constexpr std::size_t kMost = 1024;
constexpr std::size_t kWordBits = 8 * sizeof(long);

/// The kernel's fd_set: words of a long.
using Set = std::array<unsigned long, kMost / kWordBits>;

double bytes_of_set(std::uint64_t descriptors) {
  const std::uint64_t words = (descriptors + kWordBits - 1) / kWordBits;
  return static_cast<double>(words * sizeof(long));
}

/// The ready event as descriptor `descriptors` - 1, or the next free one: select() looks at no
/// more than the process's table has room for.
Result<Fd> highest_descriptor(std::uint64_t descriptors) {
  KAB_TRY(const Fd event, ready_event());
  Fd fd(::fcntl(event.get(), F_DUPFD_CLOEXEC, static_cast<int>(descriptors) - 1));
  if (!fd || fd.get() >= static_cast<int>(kMost))
    return fail_unavailable("select: no descriptor " + std::to_string(descriptors - 1) + ": " +
                            (fd ? "it is taken" : errno_text(errno)));
  return fd;
}

Result<Instance> make_select(const ParamValues& params, std::span<const int>) {
  KAB_TRY(Fd fd, highest_descriptor(params.number("descriptors")));
  const auto at = static_cast<std::size_t>(fd.get());
  Set wanted = {};
  wanted[at / kWordBits] = 1UL << (at % kWordBits);
  return tried_call_loop("select", [fd = std::move(fd), wanted] {
    Set readable = wanted;
    Set writable = wanted;
    Set except = wanted;
    return ::syscall(kNumber, fd.get() + 1, readable.data(), writable.data(), except.data(),
                     nullptr) > 0;
  });
}

}  // namespace

Workload describe_select() {
  return {
      .name = "select",
      .summary = "select() with all three sets: six small checked copies in one call",
      .operation = "one select() of sets of `descriptors` bits",
      .params = {{.name = "descriptors",
                  .default_value = "64",
                  .meaning = "bits of each set",
                  .range = Range{.min = 16, .max = 1000}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = by_abi("select", "_newselect"), .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        const double bytes = bytes_of_set(params.number("descriptors"));
        return {checked_copy("set in", bytes, 3), checked_copy("set out", bytes, 3)};
      },
      .make = &make_select,
  };
}

}  // namespace kab::workloads

// select-many: one select() over many descriptors, of which the last is ready. Their numbers must
// be below FD_SETSIZE; the set is copied before each call, since the answer overwrites it.
#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include <sys/select.h>

#include "workloads/ipc/descriptors.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Result<Instance> make_select_many(const ParamValues& params, std::span<const int>) {
  KAB_TRY(auto descriptors, open_descriptors(params));
  fd_set all;
  FD_ZERO(&all);
  int highest = 0;
  for (const auto& fd : descriptors) {
    highest = std::max(highest, fd.get());
    if (highest >= FD_SETSIZE)
      return fail_unavailable("select-many: descriptor " + std::to_string(highest) +
                              " is beyond what select() can take (" + std::to_string(FD_SETSIZE) +
                              "); ask for fewer descriptors");
    FD_SET(fd.get(), &all);
  }
  Instance instance;
  instance.run = [descriptors = std::move(descriptors), all,
                  count = highest + 1](std::uint64_t n) -> Result<void> {
    const bool done = repeat(n, [&all, count] {
      fd_set ready = all;
      timeval at_once = {.tv_sec = 0, .tv_usec = 0};
      return ::select(count, &ready, nullptr, nullptr, &at_once) == 1;
    });
    return done ? Result<void>() : fail_unavailable("select: " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_select_many() {
  return {
      .name = "select-many",
      .summary = "select() over many descriptors of which one is ready",
      .operation = "one select() that need not wait",
      .params = {descriptors_param(1000)},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        // So the C library does it, in both ABIs where the time fits into 32 bits.
        return {{.name = "pselect6", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        // Whole words up to the highest descriptor, which the first few files of a process precede.
        const auto words = (params.number("descriptors") + 3 + 63) / 64;
        const auto bytes = 8 * static_cast<double>(words);
        return {{.what = "set asked for", .bytes = bytes},
                {.what = "set answered", .bytes = bytes}};
      },
      .make = &make_select_many,
  };
}

}  // namespace kab::workloads

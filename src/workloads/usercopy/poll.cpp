// poll: an array of descriptors in, by checked copies (copy_from_user() of do_sys_poll(), into its
// stack and then into slab objects); two bytes a descriptor out, by unsafe_put_user().
#include <vector>

#include <poll.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/file_descriptors.h"

namespace kab::workloads {
namespace {

// struct poll_list: 16 bytes of its own, in POLL_STACK_ALLOC (256) bytes first, then in a page.
constexpr std::uint64_t kInFirst = (256 - 16) / sizeof(pollfd);
constexpr std::uint64_t kInFurther = (4096 - 16) / sizeof(pollfd);

double copies_in(std::uint64_t descriptors) {
  if (descriptors <= kInFirst) return 1;
  const auto further = (descriptors - kInFirst + kInFurther - 1) / kInFurther;
  return 1 + static_cast<double>(further);
}

Result<Instance> make_poll(const ParamValues& params, std::span<const int>) {
  KAB_TRY(Fd fd, ready_event());
  std::vector<pollfd> polled(static_cast<std::size_t>(params.number("descriptors")),
                             {.fd = fd.get(), .events = POLLIN, .revents = 0});
  return tried_call_loop("poll", [fd = std::move(fd), polled = std::move(polled)]() mutable {
    return ::poll(polled.data(), polled.size(), 0) > 0;
  });
}

}  // namespace

Workload describe_poll() {
  return {
      .name = "poll",
      .summary = "poll() of ready descriptors: their array comes in by checked copies",
      .operation = "one poll() of `descriptors` entries",
      .params = {{.name = "descriptors",
                  .default_value = "16",
                  .meaning = "entries of the array",
                  .range = Range{.min = 1, .max = 1024}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "poll", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        const std::uint64_t descriptors = params.number("descriptors");
        const auto all = static_cast<double>(descriptors);
        const double copies = copies_in(descriptors);
        return {checked_copy("struct pollfd", sizeof(pollfd) * all / copies, copies),
                unchecked_copy("revents", sizeof(short), all)};
      },
      .make = &make_poll,
  };
}

}  // namespace kab::workloads

#include "workloads/process/touching.h"

#include <cerrno>
#include <utility>

#include <sys/mman.h>

#include "workloads/repeat.h"

namespace kab::workloads {
namespace {

/// Touches the region from `next` on, n times in all; `next` is where it will go on.
template <class Touch>
Result<void> touch_pages(const Region& region, std::size_t stride, std::size_t& next,
                         std::uint64_t n, Touch touch) {
  char* const start = region.start();
  const std::size_t end = region.bytes();
  const bool done = repeat(n, [&] {
    touch(start + next);
    next += stride;
    if (next < end) [[likely]]
      return true;
    next = 0;
    return region.advise(MADV_DONTNEED);
  });
  return done ? Result<void>() : fail_unavailable("madvise: " + errno_text(errno));
}

}  // namespace

Run touching(Region region, std::size_t stride, Access access) {
  return [region = std::move(region), stride, access,
          next = std::size_t{0}](std::uint64_t n) mutable -> Result<void> {
    const auto read = [](const volatile char* at) { static_cast<void>(*at); };
    const auto write = [](volatile char* at) { *at = 1; };
    switch (access) {
      case Access::kRead:
        return touch_pages(region, stride, next, n, read);
      case Access::kWrite:
        return touch_pages(region, stride, next, n, write);
    }
    return {};
  };
}

std::vector<ExpectedCall> calls_of_touching(double touches) {
  return {{.name = "madvise", .per_operation = 1 / touches}};
}

}  // namespace kab::workloads

// mprotect: takes the right to write to some pages away and gives it back. The pages are there, so
// that the kernel has entries to change and translations to flush.
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/mman.h>

#include "workloads/process/region.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Result<Instance> make_mprotect(const ParamValues& params, std::span<const int>) {
  const std::size_t page = page_size();
  const std::size_t bytes = static_cast<std::size_t>(params.number("pages")) * page;
  // With a page on either side, so that each call splits the mapping or merges it again.
  KAB_TRY(Region region, Region::anonymous(bytes + 2 * page, page));
  region.advise(MADV_NOHUGEPAGE);
  std::memset(region.start(), 1, region.bytes());
  Instance instance;
  instance.run = [region = std::move(region), page, bytes](std::uint64_t n) -> Result<void> {
    char* const start = region.start() + page;
    const bool done = repeat(n, [start, bytes] {
      return ::mprotect(start, bytes, PROT_READ) == 0 &&
             ::mprotect(start, bytes, PROT_READ | PROT_WRITE) == 0;
    });
    return done ? Result<void>() : fail_unavailable("mprotect: " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_mprotect() {
  return {
      .name = "mprotect",
      .summary = "the right to write to some pages taken away and given back",
      .operation = "two mprotect() of `pages` pages",
      .params = {{.name = "pages",
                  .default_value = "16",
                  .meaning = "pages whose protection is changed",
                  .range = Range{.min = 1, .max = 65'536}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "mprotect", .per_operation = 2}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_mprotect,
  };
}

}  // namespace kab::workloads

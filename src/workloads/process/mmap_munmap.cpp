// mmap-munmap: maps anonymous memory and unmaps it again, untouched or with each page written once.
#include <cerrno>
#include <string>

#include <sys/mman.h>

#include "workloads/process/region.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

/// Maps `bytes`, writes to one byte in each `step` (0: to none), and unmaps them.
[[gnu::always_inline]] inline bool map_and_unmap(std::size_t bytes, std::size_t step) {
  void* const mapped =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return false;
  if (step > 0) {
    auto* const memory = static_cast<volatile char*>(mapped);
    for (std::size_t at = 0; at < bytes; at += step) memory[at] = 1;
  }
  return ::munmap(mapped, bytes) == 0;
}

Result<Instance> make_mmap_munmap(const ParamValues& params, std::span<const int>) {
  const std::size_t bytes = static_cast<std::size_t>(params.number("pages")) * page_size();
  const std::size_t step = params.text("touch") == "all" ? page_size() : 0;
  Instance instance;
  instance.run = [bytes, step](std::uint64_t n) -> Result<void> {
    if (repeat(n, [bytes, step] { return map_and_unmap(bytes, step); })) return {};
    return fail_unavailable("mmap and munmap of " + std::to_string(bytes) +
                            " bytes: " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_mmap_munmap() {
  return {
      .name = "mmap-munmap",
      .summary = "anonymous memory mapped and unmapped",
      .operation = "one mmap() and one munmap()",
      .params = {{.name = "pages",
                  .default_value = "16",
                  .meaning = "pages that are mapped",
                  .range = Range{.min = 1, .max = 65'536}},
                 {.name = "touch",
                  .default_value = "none",
                  .meaning = "pages that are written to in between",
                  .choices = "none|all",
                  .off = "none"}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = kMmapCall, .per_operation = 1}, {.name = "munmap", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_mmap_munmap,
  };
}

}  // namespace kab::workloads

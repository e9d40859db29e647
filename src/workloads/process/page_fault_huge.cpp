// page-fault-huge: the first touch of memory for which the kernel gives a transparent huge page
// (2 MiB on x86). Made only where it really does.
#include <string>
#include <utility>

#include <sys/mman.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"
#include "workloads/process/touching.h"

namespace kab::workloads {
namespace {

const std::string kSettings = "/sys/kernel/mm/transparent_hugepage/";

Result<std::size_t> huge_page_size() {
  const std::string enabled = read_line_or_empty(kSettings + "enabled");
  if (enabled.empty())
    return fail_unavailable("page-fault-huge: this kernel has no transparent huge pages");
  if (enabled.contains("[never]"))
    return fail_unavailable("page-fault-huge: transparent huge pages are off (" + kSettings +
                            "enabled: " + enabled + "); write madvise to it as root");
  const auto bytes = parse_uint(read_line_or_empty(kSettings + "hpage_pmd_size"));
  if (!bytes || *bytes < page_size() || (*bytes & (*bytes - 1)) != 0)
    return fail_unavailable("page-fault-huge: " + kSettings + "hpage_pmd_size: no size");
  return static_cast<std::size_t>(*bytes);
}

/// Bytes of this process that are in huge pages, as text; empty where the kernel does not tell.
std::string in_huge_pages() {
  const auto rollup = read_file("/proc/self/smaps_rollup");
  for (const auto line : split(rollup ? std::string_view(*rollup) : std::string_view(), '\n'))
    if (line.starts_with("AnonHugePages:")) return std::string(line);
  return "";
}

Result<Instance> make_page_fault_huge(const ParamValues& params, std::span<const int>) {
  KAB_TRY(const std::size_t page, huge_page_size());
  KAB_TRY(Region region,
          Region::anonymous(static_cast<std::size_t>(params.number("pages")) * page, page));
  if (!region.advise(MADV_HUGEPAGE))
    return fail_unavailable("page-fault-huge: madvise(MADV_HUGEPAGE) is refused");
  const std::string before = in_huge_pages();
  *region.start() = 1;
  if (const std::string after = in_huge_pages(); !before.empty() && after == before)
    return fail_unavailable(
        "page-fault-huge: the kernel gave a small page; is memory short, or in small pieces?");
  if (!region.advise(MADV_DONTNEED))
    return fail_unavailable("page-fault-huge: madvise(MADV_DONTNEED) is refused");
  Instance instance;
  instance.run = touching(std::move(region), page, Access::kWrite);
  return instance;
}

}  // namespace

Workload describe_page_fault_huge() {
  return {
      .name = "page-fault-huge",
      .summary = "the first write to a transparent huge page",
      .operation = "one huge page faulted in, and its share of giving all back",
      .params = {{.name = "pages",
                  .default_value = "8",
                  .meaning = "huge pages that are touched in turn before all are given back",
                  .range = Range{.min = 1, .max = 256}}},
      .calls =
          [](const ParamValues& params) {
            return calls_of_touching(static_cast<double>(params.number("pages")));
          },
      .bytes_per_operation = &no_bytes,
      .make = &make_page_fault_huge,
  };
}

}  // namespace kab::workloads

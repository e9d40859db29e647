// page-fault-file: the first touch of a mapped page of a file that is in memory already. A read
// fault also maps the pages around it (64 KiB by default), so reads go on in such steps.
#include <utility>

#include "workloads/process/touching.h"

namespace kab::workloads {
namespace {

constexpr std::size_t kPagesOfAStep = 16;

std::size_t pages_of_a_touch(const ParamValues& params) {
  return params.text("access") == "read" ? kPagesOfAStep : 1;
}

Result<Instance> make_page_fault_file(const ParamValues& params, std::span<const int>) {
  const std::size_t stride = pages_of_a_touch(params) * page_size();
  const auto touches = static_cast<std::size_t>(params.number("touches"));
  KAB_TRY(Region region, Region::file(touches * stride));
  Instance instance;
  instance.run = touching(std::move(region), stride,
                          params.text("access") == "read" ? Access::kRead : Access::kWrite);
  return instance;
}

}  // namespace

Workload describe_page_fault_file() {
  return {
      .name = "page-fault-file",
      .summary = "the first touch of a mapped page of a file in memory",
      .operation = "one fault, and its share of giving all back",
      .params = {{.name = "access",
                  .default_value = "read",
                  .meaning = "how a page is touched; a read fault maps 16 pages, a write fault one",
                  .choices = "read|write"},
                 {.name = "touches",
                  .default_value = "64",
                  .meaning = "faults before all pages are given back",
                  .range = Range{.min = 1, .max = 4096}}},
      .calls =
          [](const ParamValues& params) {
            return calls_of_touching(static_cast<double>(params.number("touches")));
          },
      .bytes_per_operation = &no_bytes,
      .make = &make_page_fault_file,
  };
}

}  // namespace kab::workloads

// page-fault-anonymous: the first touch of a page of anonymous memory: a fault, a page, and its
// zeroes. Written, since reading would map the one page of zeroes that all share.
#include <utility>

#include <sys/mman.h>

#include "workloads/process/touching.h"

namespace kab::workloads {
namespace {

Result<Instance> make_page_fault_anonymous(const ParamValues& params, std::span<const int>) {
  const std::size_t page = page_size();
  KAB_TRY(Region region,
          Region::anonymous(static_cast<std::size_t>(params.number("pages")) * page, page));
  // A huge page would serve many operations by one fault; a kernel without them refuses.
  region.advise(MADV_NOHUGEPAGE);
  Instance instance;
  instance.run = touching(std::move(region), page, Access::kWrite);
  return instance;
}

}  // namespace

Workload describe_page_fault_anonymous() {
  return {
      .name = "page-fault-anonymous",
      .summary = "the first write to a page of anonymous memory",
      .operation = "one page faulted in, and its share of giving all back",
      .params = {pages_param("512")},
      .calls =
          [](const ParamValues& params) {
            return calls_of_touching(static_cast<double>(params.number("pages")));
          },
      .bytes_per_operation = &no_bytes,
      .make = &make_page_fault_anonymous,
  };
}

}  // namespace kab::workloads

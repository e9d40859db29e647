// None of these copies is a checked one. /dev/null copies nothing, nor does writing /dev/zero
// (write_null(), write_iter_null()); reading /dev/zero clears the program's memory (clear_user(),
// iov_iter_zero()). A tmpfs file and a pipe consist of pages, which copy_page_to_iter() and
// copy_page_from_iter() hand to the iterator, past the check that copy_to_iter() would make.
#include "workloads/usercopy/target.h"

#include "workloads/usercopy/declare.h"

namespace kab::workloads {

std::vector<Param> target_params(std::string_view targets) {
  return {{.name = "size",
           .default_value = "64",
           .meaning = "bytes of a piece",
           .range = Range{.min = 1, .max = 4096}},
          {.name = "target",
           .default_value = "file",
           .meaning = "a device, a pipe, or a file in memory",
           .choices = targets}};
}

std::vector<UserCopy> target_copies(Direction direction, std::string_view target, double bytes,
                                    double pieces) {
  if (target == "pipe")
    return {page_copy("bytes written", bytes, pieces), page_copy("bytes read", bytes, pieces)};
  if (target == "file")
    return {
        page_copy(direction == Direction::kRead ? "bytes read" : "bytes written", bytes, pieces)};
  if (target == "zero" && direction == Direction::kRead)
    return {unchecked_copy("zeros", bytes, pieces)};
  return {};
}

}  // namespace kab::workloads

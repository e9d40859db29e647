#include "workloads/usercopy/pieces.h"

namespace kab::workloads {

Param pieces_param() {
  // More than eight do not fit into the array on the kernel's stack (UIO_FASTIOV).
  return {.name = "pieces",
          .default_value = "8",
          .meaning = "pieces of a call",
          .range = Range{.min = 1, .max = 1024}};
}

Pieces::Pieces(std::uint64_t pieces, std::uint64_t size)
    : memory_(static_cast<std::size_t>(pieces * size)) {
  for (std::uint64_t i = 0; i < pieces; ++i)
    vector_.push_back(
        {.iov_base = memory_.data() + i * size, .iov_len = static_cast<std::size_t>(size)});
}

}  // namespace kab::workloads

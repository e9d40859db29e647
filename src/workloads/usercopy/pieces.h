// Memory in equal pieces and the struct iovec array that names them.
#pragma once

#include <cstdint>
#include <vector>

#include <sys/uio.h>

#include "workloads/params.h"

namespace kab::workloads {

/// Parameter `pieces`.
Param pieces_param();

/// Moving it keeps the pieces where they are; copying would not.
class Pieces {
 public:
  Pieces(std::uint64_t pieces, std::uint64_t size);
  Pieces(Pieces&&) = default;
  Pieces& operator=(Pieces&&) = default;

  iovec* data() { return vector_.data(); }
  std::size_t count() const { return vector_.size(); }
  std::size_t bytes() const { return memory_.size(); }

 private:
  std::vector<char> memory_;
  std::vector<iovec> vector_;
};

}  // namespace kab::workloads

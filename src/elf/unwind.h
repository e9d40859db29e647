// Unwind information of an image (.eh_frame) by address: whether there is any, and where the frame
// of the caller is said to be. Reading and running it is libdw's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <elfutils/libdw.h>

#include "elf/image.h"

namespace kab::elf {

/// What holds for one address.
struct Frame {
  std::uint64_t start = 0;  // of the addresses that it holds for
  std::uint64_t end = 0;
  bool is_signal_frame = false;
  // The canonical frame address as a register plus an offset, in DWARF's numbers (x86-64: 7 rsp, 6
  // rbp; i386: 4 esp, 5 ebp); nothing where it takes an expression.
  struct Cfa {
    std::uint64_t register_number = 0;
    std::int64_t offset = 0;
  };
  std::optional<Cfa> cfa = {};
};

class Unwind {
 public:
  /// `image` must outlive it. An image without unwind information has no frame anywhere.
  explicit Unwind(const Image& image);

  std::optional<Frame> at(std::uint64_t address) const;

 private:
  struct End {
    void operator()(Dwarf_CFI* cfi) const { ::dwarf_cfi_end(cfi); }
  };
  std::unique_ptr<Dwarf_CFI, End> cfi_;
};

}  // namespace kab::elf

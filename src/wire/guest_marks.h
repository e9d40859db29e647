// Marks in the instruction stream of a guest: kab's QEMU plugin knows them by their bytes, wherever
// they were loaded and in either ABI. To any processor they are no-operations that no compiler
// writes.
#pragma once

#include <array>

namespace kab::wire {

enum class Mark : unsigned char {
  kOrder = 1,  // the guest's init begins its next order
  kBegin = 2,  // what follows is measured
  kEnd = 3,    // until here
};

/// nopl with the displacement 'k' 'a' 'b' and the mark, in 64-bit and in 32-bit code.
inline constexpr std::array<unsigned char, 6> kMarkPrefix = {0x0f, 0x1f, 0x80, 0x6b, 0x61, 0x62};

/// Nothing moves across it.
template <Mark mark>
inline void set_mark() {
  asm volatile(".byte 0x0f, 0x1f, 0x80, 0x6b, 0x61, 0x62, %c0"
               :
               : "i"(static_cast<int>(mark))
               : "memory");
}

}  // namespace kab::wire

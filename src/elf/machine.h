// Names of the machines that images are for, in the words of their kernels.
#pragma once

#include <string>

#include "elf/image.h"

namespace kab::elf {

/// "x86_64", "i386", "aarch64", "arm", "riscv64", …; "machine 1234" for one without a name here.
/// x32 (x86_64 in a 32-bit image) is "x32".
std::string machine_name(const Image& image);

}  // namespace kab::elf
